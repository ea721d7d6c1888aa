import type { Call } from '@omni/contracts/kernel.ts'
import { pathParams } from '@omni/contracts/requests.ts'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { everythingOf, tenantTables } from './everything-of.ts'
import { everyCall as calls, fixedOf, kindOfId, schemaOf } from './real-ids.ts'
import { sample, type Schema } from './sample-input.ts'
import type { Person, TestServer } from './test-server.ts'

/** The names of all uuid fields of a schema. */
function uuidFields(schema: Schema, name = ''): string[] {
  if (schema.format === 'uuid') return [name]
  return [
    ...(schema.anyOf ?? []).flatMap((inner) => uuidFields(inner, name)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => uuidFields(inner, key)),
    ...(schema.items ? uuidFields(schema.items, name.replace(/s$/, '')) : []),
  ]
}

/** A read is sent without the filters it can do without: they would hide what leaks. */
function askedFor(call: Call): Schema {
  const schema = schemaOf(call)
  if (call.method !== 'GET') return schema
  const needed = Object.entries(schema.properties ?? {}).filter(
    ([name, inner]) => schema.required?.includes(name) || uuidFields(inner, name).length > 0,
  )
  return { ...schema, properties: Object.fromEntries(needed) }
}

/** What both replies may differ in: ids and times they echo or make. */
const plain = (value: unknown) =>
  JSON.stringify(value)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME')
    .replace(/"(token|secret|uri|url)":"[^"]*"/g, '"$1":"…"')

/** Every call, by a stranger, with the real ids of somebody who has one of everything. */
export async function tenantWalls(server: TestServer): Promise<void> {
  const owner = await server.person('Owner')
  const owned = await everythingOf(server, owner)
  const tables = await tenantTables(server)
  const known = Object.values(owned)
    .map(String)
    .filter((id) => id.length === 36)

  const { rows: owners } = await server.behind.query<{ table: string; column: string }>(`
    select distinct on (table_name) table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name in ('workplace_id', 'user_id', 'chain_id')
      and table_name not in ('telemetry_events')
    order by table_name, column_name desc`)
  const [workplace, user] = [owner.workplace_id, owner.user_id].map((id) => pg.escapeLiteral(id))
  const allRows = owners
    .map(
      ({ table, column }) => `select '${table}' as table, (select md5(string_agg(t::text, '' order by t::text))
        from ${table} t where t.${column} in (${workplace}, ${user})) as rows`,
    )
    .join(' union all ')
  /** Everything the owner has, table by table: any write of the stranger's would change it. */
  const ownersRows = async () => (await server.behind.query<{ table: string; rows: string | null }>(allRows)).rows
  // Nothing happens between two calls: what one left is what the next one finds.
  let before = await ownersRows()

  const ownersId = (call: Call) => (name: string) => {
    const kind = kindOfId(call, name)
    return kind ? String(owned[kind]) : randomUUID()
  }
  const absentId = (name: string) =>
    `0000${randomUUID().slice(4)}`.replace(/^.{8}/, name.length.toString(16).padStart(8, '0'))

  /** In the same state: a call that changes the caller must not make the second answer differ. */
  const twoStrangers = () => Promise.all([server.person('One'), server.person('Two')])

  async function callAs(person: Person, call: Call, id: (name: string) => string, header: Record<string, string>) {
    // an object schema gives an object
    const input = sample({ ...askedFor(call), type: 'object' }, call.name, id, fixedOf(call)) as Record<string, unknown>
    for (const name of pathParams(call.path)) input[name] ??= id(name)
    const reply = await server.ask(call, input as never, person, header) // any call: its own type is not known here
    return { http: reply.http, body: reply.body, sent: JSON.stringify(input) }
  }

  test('the owner has a row in every table of tenants', async () => {
    for (const table of tables) {
      const { rowCount } = await server.behind.query(`select from ${table} where workplace_id = $1`, [
        owner.workplace_id,
      ])
      expect(rowCount, table).toBeGreaterThan(0)
    }
  })

  test('every uuid in every call has a kind', () => {
    const unknown = calls.flatMap((call) =>
      uuidFields(schemaOf(call))
        .filter((name) => !kindOfId(call, name))
        .map((name) => `${call.name}.${name}`),
    )
    expect(unknown).toEqual([])
  })

  /** Or the stranger's "not found" would prove nothing. */
  const readsById = calls.filter(
    (call) => call.method === 'GET' && call.access === 'workplace' && uuidFields(schemaOf(call)).length > 0,
  )
  test.each(readsById.filter(({ name }) => name !== 'rollbackAiSnapshot').map((call) => [call.name, call] as const))(
    '%s: the same ids work for their owner',
    async (_name, call) => {
      expect((await callAs(owner, call, ownersId(call), {})).http).toBe(200)
    },
  )

  test.each(calls.map((call) => [call.name, call] as const))(
    '%s: ids of another tenant give no read, no write, and no difference from absent ones',
    async (_name, call) => {
      const headers = [
        [{}, {}],
        [{ 'workplace-id': owned.workplace }, { 'workplace-id': absentId('x') }],
        [{ 'store-id': owned.store }, { 'store-id': absentId('x') }],
      ] as const
      let strangers = await twoStrangers()
      for (const [theirs, nobodys] of headers) {
        const [one, two] = strangers
        const foreign = await callAs(one, call, ownersId(call), theirs)
        const nowhere = await callAs(two, call, absentId, nobodys)
        expect(foreign.http, 'never a 500').toBeLessThan(500)
        const answer = JSON.stringify(foreign.body)
        for (const id of known) if (!foreign.sent.includes(id)) expect(answer).not.toContain(id)
        for (const secret of [owner.email, 'Mine alone', 'Mine at', 'mine.webp']) expect(answer).not.toContain(secret)
        const strip = (text: string) =>
          text.replaceAll(one.email, 'MAIL').replaceAll(two.email, 'MAIL').replaceAll('"Two', '"One')
        expect(strip(plain(foreign.body))).toBe(strip(plain(nowhere.body)))
        expect(foreign.http).toBe(nowhere.http)
        if (foreign.http < 400) strangers = await twoStrangers()
      }
      const after = await ownersRows()
      expect(after).toEqual(before)
      before = after
    },
  )
}
