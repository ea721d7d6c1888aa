import pg from 'pg'
import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { migrate, migrations } from './migrate.ts'

const server = await testServer()
const more = (name: string, sql: string) => [...migrations(), { name, sql, hash: name }]

test('a migration that meets a lock lets go and tries again, so that nobody waits behind it for long', async () => {
  const holder = new pg.Client({ connectionString: server.url })
  await holder.connect()
  await holder.query('begin; lock table products in access share mode')
  const migrating = migrate(server.url, more('9001_locked.sql', 'alter table products add column tried text'))
  // It waits; a reader that comes after it is answered once the migration lets go, while the lock is still held.
  await server.behind.query(`select pg_sleep(0.5)`)
  await server.behind.query('select from products limit 1')
  await holder.query('rollback')
  await holder.end()
  expect(await migrating).toEqual(['9001_locked.sql'])
})

test('a migration that says so runs outside a transaction, and can be run again after it failed', async () => {
  const index = `-- outside a transaction
drop index concurrently if exists products_tried;
create index concurrently products_tried on products (workplace_id, title);
`
  const known = more('9001_locked.sql', '')
  await expect(
    migrate(server.url, [...known, { name: '9002_index.sql', sql: `${index}select 1/0;`, hash: 'a' }]),
  ).rejects.toThrow(/9002_index.sql failed: division by zero/)
  expect(await migrate(server.url, [...known, { name: '9002_index.sql', sql: index, hash: 'b' }])).toEqual([
    '9002_index.sql',
  ])
  const { rows } = await server.behind.query(
    `select indisvalid from pg_index where indexrelid = 'products_tried'::regclass`,
  )
  expect(rows).toEqual([{ indisvalid: true }])
})
