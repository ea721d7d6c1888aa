import { randomUUID } from 'node:crypto'
import { toppedUp } from '@omni/domain/ledger/placing.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { createUser } from '../features/auth/create-user.ts'
import { ensureAppLogin } from './app-login.ts'
import { createPool, scopedDb } from './db.ts'
import { balanceOf, post } from './ledger.ts'
import { migrate } from './migrate.ts'

/** A hosted PostgreSQL gives no superuser: forced row-level security then binds the owner of the schema as well. */
const admin = new pg.Client({ connectionString: inject('postgresUrl') })
await admin.connect()
const name = `owner_${Math.random().toString(36).slice(2)}`
await admin.query(`create role ${name} login createrole password 'plain'`)
// Roles are the server's, and omni_app is there from the template already: its owner would have made it itself.
await admin.query(`grant omni_app to ${name} with admin option`)
await admin.query(`create database ${name} owner ${name}`)
const url = Object.assign(new URL(inject('postgresUrl')), {
  username: name,
  password: 'plain',
  pathname: `/${name}`,
}).href
const pool = createPool(url, 2)
afterAll(async () => {
  await pool.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.query(`drop owned by ${name}`).catch(() => {})
  await admin.query(`drop role ${name}`).catch(() => {})
  await admin.query(`drop role ${name}_app`).catch(() => {})
  await admin.end()
})

test('migrates and works with a role that is no superuser', async () => {
  expect((await migrate(url)).length).toBeGreaterThan(0)
  const user = await scopedDb(pool, {}).tx((tx) =>
    createUser(
      tx,
      { email: 'plain@omni.test', verified: true, first_name: 'P', last_name: '', language: 'en' },
      new Date(),
    ),
  )
  const scope = { user_id: user?.user_id, workplace_id: user?.workplace_id }
  const rows = await scopedDb(pool, scope).read((tx) => tx.selectFrom('notifications').select('message_key').execute())
  expect(rows).toEqual([{ message_key: 'welcome' }])
  expect(await scopedDb(pool, {}).read((tx) => tx.selectFrom('workplaces').selectAll().execute())).toEqual([])
  const postings = toppedUp('sandbox', 'USD', 500)
  const wallet = { workplace_id: scope.workplace_id ?? '', account: 'wallet_topup' as const, currency: 'USD' }
  const amount = await scopedDb(pool, scope).tx(async (tx) => {
    await post(tx, [{ scope: 'test', key: '1', kind: 'top_up', postings, effective_at: new Date() }])
    return balanceOf(tx, wallet)
  })
  expect(amount).toBe(500)
  await scopedDb(pool, scope).tx((tx) =>
    tx
      .deleteFrom('users')
      .where('user_id', '=', user?.user_id ?? '')
      .execute(),
  )
  const left = await scopedDb(pool, scope).read((tx) => tx.selectFrom('notification_counts').selectAll().execute())
  expect(left).toEqual([])
})

test('what looks across workplaces on purpose finds what is there', async () => {
  const user = await scopedDb(pool, {}).tx((tx) =>
    createUser(
      tx,
      { email: 'hooked@omni.test', verified: true, first_name: 'H', last_name: '', language: 'en' },
      new Date(),
    ),
  )
  const { user_id, workplace_id = '' } = user ?? {}
  const store_id = randomUUID()
  await scopedDb(pool, { user_id, workplace_id }).tx(async (tx) => {
    await sql`insert into stores (workplace_id, store_id, platform, platform_domain, store_name, domain, currency, status)
      values (${workplace_id}, ${store_id}, 'shopify', 'a.test', 'A', 'a.test', 'USD', 'active')`.execute(tx)
    await sql`insert into store_connections (workplace_id, store_id, account_id, credentials, hook_token, hook_secret)
      values (${workplace_id}, ${store_id}, 'a', 'sealed', 'token', 'secret')`.execute(tx)
  })
  const nobody = scopedDb(pool, {})
  const found = await nobody.read((tx) => sql<{ store_id: string }>`select * from store_of_hook('token')`.execute(tx))
  expect(found.rows).toMatchObject([{ store_id }])
  // The app itself is let through nowhere.
  expect(await nobody.read((tx) => tx.selectFrom('store_connections').selectAll().execute())).toEqual([])
  // Nor is a statement of the owner held up: a migration changes what is there.
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  expect((await owner.query(`update store_connections set country = 'DE'`)).rowCount).toBe(1)
  await owner.end()
})

test('makes the login of the app, and gives it a new password when the URL has one', async () => {
  for (const password of ['first', 'another one']) {
    const appUrl = Object.assign(new URL(url), { username: `${name}_app`, password }).href
    await ensureAppLogin(url, appUrl)
    const app = createPool(appUrl, 1)
    expect(await scopedDb(app, {}).read((tx) => tx.selectFrom('workplaces').selectAll().execute())).toEqual([])
    await expect(app.query(`set role ${name}`)).rejects.toThrow(/permission denied/)
    await app.end()
  }
})
