import { randomUUID } from 'node:crypto'
import { areas } from '@omni/contracts/all-calls.ts'
import type { Call } from '@omni/contracts/kernel.ts'
import { pathParams } from '@omni/contracts/requests.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sample, type Schema } from './testing/sample-input.ts'
import { testServer, type Person } from './testing/test-server.ts'

const server = await testServer()
const owner = await server.person('Owner')
const calls: Call[] = Object.values(areas).flatMap((area) => Object.values(area))

async function ownersIds(): Promise<Record<string, string>> {
  const one = async (query: string) =>
    Object.values((await server.behind.query<Record<string, string>>(query, [owner.user_id])).rows[0] ?? {})[0] ?? ''
  await server.runtime
    .db({ user_id: owner.user_id, workplace_id: owner.workplace_id })
    .tx((tx) =>
      tx
        .insertInto('stores')
        .values({
          workplace_id: owner.workplace_id,
          platform: 'shopify',
          platform_domain: 'owner.test',
          domain: 'owner.test',
          store_name: 'Owner',
        })
        .execute(),
    )
  return {
    workplace_id: owner.workplace_id,
    user_id: owner.user_id,
    owner_id: owner.user_id,
    id: owner.user_id,
    store_id: await one(
      'select store_id from stores where workplace_id in (select workplace_id from workplace_members where user_id = $1)',
    ),
    notification_id: await one('select notification_id from notifications where user_id = $1'),
    session_id: await one('select session_id from sessions where user_id = $1'),
  }
}

/** Everything the owner has, as text: any write of the stranger's would change it. */
async function ownersRows(): Promise<string> {
  const { rows: tables } = await server.behind.query<{ table: string; column: string }>(`
    select distinct on (table_name) table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('workplace_id', 'user_id', 'chain_id') and table_name not in ('telemetry_events')
    order by table_name, column_name desc`)
  const parts = await Promise.all(
    tables.map(async ({ table, column }) => {
      const { rows } = await server.behind.query(
        `select t::text as row from ${table} t where t.${column} in ($1, $2) order by 1`,
        [owner.workplace_id, owner.user_id],
      )
      return [table, rows]
    }),
  )
  return JSON.stringify(parts)
}

const ids = await ownersIds()
const known = Object.values(ids)
const absent = (name: string) =>
  `0000${randomUUID().slice(4)}`.replace(/^.{8}/, name.length.toString(16).padStart(8, '0'))

async function callAs(stranger: Person, call: Call, id: (name: string) => string, header: Record<string, string>) {
  // zod types it as its own class
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema
  // an object schema gives an object
  const input = sample({ ...schema, type: 'object' }, call.name, id) as Record<string, unknown>
  for (const name of pathParams(call.path)) input[name] ??= id(name)
  const reply = await server.ask(call, input as never, stranger, header) // any call: its own type is not known here
  return { http: reply.http, body: reply.body, sent: JSON.stringify(input) }
}

/** What both replies may differ in: ids and times they echo or make. */
const plain = (value: unknown) =>
  JSON.stringify(value)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME')
    .replace(/"(token|secret|uri|url)":"[^"]*"/g, '"$1":"…"')

test.each(calls.map((call) => [call.name, call] as const))(
  '%s: ids of another tenant give no read, no write, and no difference from absent ones',
  async (_name, call) => {
    const before = await ownersRows()
    const headers = [{}, { 'workplace-id': owner.workplace_id }, { 'store-id': ids['store_id'] ?? '' }]
    for (const header of headers) {
      // Two strangers in the same state: a call that changes the caller must not make the second answer differ.
      const [one, two] = [await server.person('One'), await server.person('Two')]
      const foreign = await callAs(one, call, (name) => ids[name] ?? owner.workplace_id, header)
      const nowhere = await callAs(
        two,
        call,
        absent,
        'workplace-id' in header
          ? { 'workplace-id': absent('x') }
          : 'store-id' in header
            ? { 'store-id': absent('x') }
            : {},
      )
      expect(foreign.http, 'never a 500').toBeLessThan(500)
      const answer = JSON.stringify(foreign.body)
      for (const id of known) if (!foreign.sent.includes(id)) expect(answer).not.toContain(id)
      expect(answer).not.toContain(owner.email)
      const strip = (text: string) =>
        text.replaceAll(one.email, 'MAIL').replaceAll(two.email, 'MAIL').replaceAll('"Two', '"One')
      expect(strip(plain(foreign.body))).toBe(strip(plain(nowhere.body)))
      expect(foreign.http).toBe(nowhere.http)
    }
    expect(await ownersRows()).toBe(before)
  },
)
