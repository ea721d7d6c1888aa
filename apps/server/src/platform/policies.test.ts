/**
 * Every policy of the catalogue, for reading, inserting, changing and deleting: somebody with a row in every tenant
 * table, and a stranger whose statements have no condition at all.
 */
import pg from 'pg'
import { CompiledQuery } from 'kysely'
import { describe, expect, test } from 'vitest'
import { everythingOf, tenantTables } from '../testing/everything-of.ts'
import { testServer } from '../testing/test-server.ts'
import type { Scope } from './db.ts'

const server = await testServer()
const owner = await server.person('Owner')
await everythingOf(server, owner)
const stranger = await server.person('Stranger')
const scopeOf = ({ user_id, workplace_id }: typeof owner) => ({ user_id, workplace_id, own_workplaces: [workplace_id] })

const outside = [scopeOf(stranger), {}]

/** Refused by a policy, or by a right the app does not have. */
const REFUSED = '42501'

interface Table {
  table: string
  /** Whose the row is. */
  key: string
  columns: string[]
}
const { rows: tables } = await server.behind.query<Table>(`
  select c.relname::text as table,
    case when exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workplace_id')
      then 'workplace_id' else 'chain_id' end as key,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attidentity = '' order by a.attnum) as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and exists (select from pg_policy p where p.polrelid = c.oid) order by 1`)

/** What a statement did: how many rows, or the code it was refused with. Nothing of it stays. */
async function attempt(scope: Scope, text: string, ...values: unknown[]): Promise<number | string> {
  let outcome: number | string = 'not run'
  await server.runtime
    .db(scope)
    .tx(async (tx) => {
      const result = await tx.executeQuery(CompiledQuery.raw(text, values)).catch((error: unknown) => error)
      if (result instanceof pg.DatabaseError) outcome = result.code ?? 'no code'
      else if (result instanceof Error) outcome = result.message
      else outcome = Number((result as { numAffectedRows?: bigint }).numAffectedRows ?? 0n) // Kysely's result
      throw new Error('taken back')
    })
    .catch(() => {})
  return outcome
}
const owners = [owner.workplace_id, owner.user_id]

test('no tenant table is without a policy', async () => {
  const guarded = tables.map(({ table }) => table)
  expect((await tenantTables(server)).filter((table) => !guarded.includes(table))).toEqual([])
  expect(tables.length).toBeGreaterThan(20)
})

describe.each(tables)('$table', ({ table, key, columns }) => {
  const names = columns.map((name) => `"${name}"`).join(', ')

  test('the owner reads the rows, a stranger reads none of them', async () => {
    const read = `select from ${table} where ${key} = any($1)`
    expect(await attempt(scopeOf(owner), read, owners)).toBeGreaterThan(0)
    for (const scope of outside) expect(await attempt(scope, read, owners)).toBe(0)
  })

  test('a stranger changes and deletes none of them', async () => {
    const change = `update ${table} set "${columns.at(-1)}" = "${columns.at(-1)}" where ${key} = any($1)`
    const remove = `delete from ${table} where ${key} = any($1)`
    for (const scope of outside)
      for (const text of [change, remove]) expect([0, REFUSED]).toContain(await attempt(scope, text, owners))
  })

  test('a stranger inserts nothing as the owner’s', async () => {
    const { rows } = await server.behind.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t where ${key} = any($1) limit 1`,
      [owners],
    )
    const insert = `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1::jsonb)`
    for (const scope of outside) expect(await attempt(scope, insert, rows[0]?.row)).toBe(REFUSED)
  })

  test('the owner hands no row to somebody else', async () => {
    const give = `update ${table} set ${key} = $1 where ${key} = any($2)`
    expect(await attempt(scopeOf(owner), give, stranger.workplace_id, owners)).toBe(REFUSED)
  })
})
