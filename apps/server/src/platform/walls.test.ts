import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { testServer } from '../testing/test-server.ts'
import { createPool } from './db.ts'
import { warnOfLogin } from './health.ts'

const server = await testServer()

test('every table with a workplace has it first in its key and row-level security forced', async () => {
  const { rows } = await server.behind.query<{
    table: string
    forced: boolean
    enabled: boolean
    first: string
    policies: number
  }>(`
    select c.relname as table, c.relforcerowsecurity as forced, c.relrowsecurity as enabled,
      (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as first,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'telemetry_events'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workplace_id')`)
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) expect(row).toMatchObject({ forced: true, enabled: true, first: 'workplace_id' })
  for (const row of rows) expect(row.policies, row.table).toBeGreaterThan(0)
})

/** Read by all workplaces of the account, or by the member; written inside the own workplace only. */
const READ_ACROSS = ['feature_usage', 'stores', 'workplace_members', 'workplaces']

interface Policy {
  table: string
  command: string
  roles: string[]
  using: string | null
  check: string | null
}
const policies = async () =>
  (
    await server.behind.query<Policy>(`
      select tablename::text as table, cmd as command, roles::text[], qual as using, with_check as check
      from pg_policies where schemaname = 'public' order by tablename, policyname`)
  ).rows

test('protect_tenant_table makes the same wall as the policies written by hand', async () => {
  await server.behind.query(`
    create table walled (workplace_id uuid not null, id int not null, primary key (workplace_id, id));
    select protect_tenant_table('walled');
    create table open (id int primary key, workplace_id uuid)`)
  const all = await policies()
  const of = (name: string) => all.filter(({ table }) => table === name).map(({ table: _, ...policy }) => policy)
  expect(of('walled')).toHaveLength(1)
  for (const table of new Set(all.map((policy) => policy.table)))
    if (!READ_ACROSS.includes(table) && table !== 'audit_log') expect(of(table), table).toEqual(of('walled'))
  const flags = await server.behind.query(`
    select relname, relrowsecurity, relforcerowsecurity,
      array(select privilege_type::text from information_schema.role_table_grants g
        where g.table_name = relname and g.grantee = 'omni_app' order by 1) as rights
    from pg_class where relname in ('walled', 'runs') order by relname`)
  const [runs, walled] = flags.rows
  expect({ ...walled, relname: '' }).toEqual({ ...runs, relname: '' })
  await expect(server.behind.query(`select protect_tenant_table('open')`)).rejects.toThrow(/workplace_id first/)
  await server.behind.query('drop table walled; drop table open')
})

test('what is read across workplaces is still written inside one only', async () => {
  for (const policy of await policies()) {
    if (!READ_ACROSS.includes(policy.table) || policy.command === 'SELECT') continue
    const written = policy.check ?? policy.using
    expect(written, policy.table).toMatch(/scope_(workplace|user)\(\)/)
    if (policy.table !== 'workplace_members') expect(written, policy.table).not.toMatch(/own_workplaces/)
  }
})

test('the role of the app can neither bypass row-level security nor become another role', async () => {
  const { rows } = await server.runtime.db({}).read((tx) =>
    sql<{ role: string; super: boolean; bypass: boolean; owned: number }>`
    select current_user as role, rolsuper as super, rolbypassrls as bypass,
      (select count(*)::int from pg_class where relowner = (select oid from pg_roles
        where rolname = current_user)) as owned
    from pg_roles where rolname = current_user`.execute(tx),
  )
  expect(rows[0]).toEqual({ role: 'omni_app', super: false, bypass: false, owned: 0 })
})

const owner = decodeURIComponent(new URL(server.url).username)
test.each([
  `set role ${owner}`,
  `set local role ${owner}`,
  `set session authorization ${owner}`,
  `set session authorization default`,
  `set role none`,
  `reset role`,
  `reset all`,
  `discard all`,
  `alter role omni_login superuser`,
  `alter role omni_login bypassrls`,
  `grant ${owner} to omni_login`,
  `create role intruder superuser`,
  `alter table notifications no force row level security`,
  `set row_security = off`,
])('the app cannot step out of its walls by "%s"', async (statement) => {
  await server.person('Somebody')
  const pool = createPool(server.app_url, 1)
  try {
    const client = await pool.connect()
    const refused = await client.query(statement).then(
      () => false,
      () => true,
    )
    const { rows } = await client.query<{ user: string; rises: boolean }>(
      `select current_user::text as user, rolsuper or rolbypassrls or pg_has_role(session_user, $1, 'member') as rises
        from pg_roles where rolname = current_user`,
      [owner],
    )
    expect(rows[0]?.rises).toBe(false)
    expect(refused || ['omni_app', 'omni_login'].includes(rows[0]?.user ?? '')).toBe(true)
    // With row_security off PostgreSQL refuses what a policy would have filtered.
    const seen = await client.query('select * from notifications').then(
      (result) => result.rowCount,
      () => 0,
    )
    expect(seen).toBe(0)
    client.release()
  } finally {
    await pool.end()
  }
})

test('a login that can become the owner is said on /readyz and in the log; the app works on', async () => {
  const login = async (env: Record<string, string>) => {
    const other = await testServer(env)
    const warnings: string[] = []
    other.runtime.log.warn = (message: unknown) => warnings.push(String(message))
    await warnOfLogin(other.runtime)
    const { checks } = (await other.app.inject('/readyz')).json()
    return { state: checks.login.state, warned: warnings.filter((text) => text.includes('APP_DATABASE_URL')).length }
  }
  expect(await login({})).toEqual({ state: 'ok', warned: 0 })
  expect(await login({ APP_DATABASE_URL: '' })).toEqual({ state: 'warning', warned: 1 })
})

test('a query without any filter sees only the scope it runs in, and no earlier one', async () => {
  const [a, b] = [await server.person('A'), await server.person('B')]
  const names = (scope: object) =>
    server.runtime
      .db(scope)
      .read(
        async (tx) => (await sql<{ workplace_id: string }>`select workplace_id from notifications`.execute(tx)).rows,
      )
  expect(await names({ user_id: a.user_id, workplace_id: a.workplace_id })).toEqual([{ workplace_id: a.workplace_id }])
  expect(await names({ user_id: b.user_id, workplace_id: b.workplace_id })).toEqual([{ workplace_id: b.workplace_id }])
  // Many times, so that pooled connections with an old scope come round again.
  for (let n = 0; n < 30; n++) expect(await names({})).toEqual([])
})

test('writing into another workplace is refused by the database itself', async () => {
  const [a, b] = [await server.person('A'), await server.person('B')]
  const write = server.runtime
    .db({ user_id: a.user_id, workplace_id: a.workplace_id })
    .tx((tx) =>
      tx
        .insertInto('stores')
        .values({
          workplace_id: b.workplace_id,
          platform: 'shopify',
          platform_domain: 'x',
          domain: 'x',
          store_name: 'x',
        })
        .execute(),
    )
  await expect(write).rejects.toThrow(/row-level security/)
})

test('a failed transaction leaves nothing, and its connection goes on working', async () => {
  const a = await server.person('A')
  const scope = { user_id: a.user_id, workplace_id: a.workplace_id }
  await expect(
    server.runtime.db(scope).tx(async (tx) => {
      await tx.updateTable('workplaces').set({ name: 'changed' }).where('workplace_id', '=', a.workplace_id).execute()
      throw new Error('after the write')
    }),
  ).rejects.toThrow('after the write')
  const name = await server.runtime
    .db(scope)
    .read((tx) =>
      tx.selectFrom('workplaces').select('name').where('workplace_id', '=', a.workplace_id).executeTakeFirstOrThrow(),
    )
  expect(name.name).toBe('My workplace')
})
