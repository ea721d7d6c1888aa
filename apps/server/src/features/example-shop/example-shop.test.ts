import { authCalls } from '@omni/contracts/auth.calls.ts'
import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { everythingOf, tenantTables } from '../../testing/everything-of.ts'
import { type Person, testServer } from '../../testing/test-server.ts'
import { sweepJob } from '../auth/sweep.job.ts'
import { keepExampleJob } from './keep-example.job.ts'
import { COPIED, LEFT_OUT } from './tables.ts'

const server = await testServer()
const owner = await server.person('Owner')
const ids = await everythingOf(server, owner)
const { behind } = server
const rowsOf = async (table: string, workplace_id: string): Promise<string[]> =>
  (
    await behind.query(`select to_jsonb(t)::text as row from "${table}" t where workplace_id = $1`, [workplace_id])
  ).rows.map(({ row }) => row)

const keep = () => keepExampleJob.run(server.runtime.jobCtx({}, '1', 1), {})
const show = () =>
  behind.query(
    `insert into operator_settings (key, value) values ('example_shop', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ workplace_id: owner.workplace_id, user_id: owner.user_id })],
  )

async function visit(): Promise<Person> {
  const { body } = await server.ask(authCalls.tryNow, {})
  const guest = { token: body.data?.token ?? '', user_id: '', workplace_id: '', email: '' }
  const account = (await server.ask(authCalls.getAccount, {}, guest)).body.data
  return { ...guest, user_id: account?.id ?? '', workplace_id: account?.current_workplace_id ?? '' }
}

test('every table with a workplace is copied, or left out for a reason', async () => {
  const known = [...Object.keys(COPIED), ...Object.keys(LEFT_OUT)].toSorted()
  expect(known).toEqual((await tenantTables(server)).toSorted())
})

test('without an example a guest gets an empty workplace', async () => {
  const guest = await visit()
  expect((await server.ask(authCalls.getAccount, {}, guest)).body.data).toMatchObject({
    is_demo: true,
    is_example: false,
  })
  expect(await rowsOf('products', guest.workplace_id)).toEqual([])
})

test('a guest looks at a copy: the same rows under other ids, and nothing leads to the original or back', async () => {
  await show()
  await keep()
  const [guest, other] = [await visit(), await visit()]
  const account = (await server.ask(authCalls.getAccount, {}, guest)).body.data
  expect(account).toMatchObject({ is_demo: true, is_example: true, is_workplace_no_store: false })
  const ours = (
    await behind.query<{ id: string }>(
      `select order_id::text as id from orders where workplace_id = $1 union select product_id::text from products where workplace_id = $1
       union select store_id::text from stores where workplace_id = $1 union select parcel_id::text from parcels where workplace_id = $1
       union select supplier_order_id::text from supplier_orders where workplace_id = $1 union select attempt_id::text from attempts where workplace_id = $1`,
      [owner.workplace_id],
    )
  ).rows.map(({ id }) => id)
  const known = [
    ...ours,
    ...Object.values(ids)
      .map(String)
      .filter((id) => id.includes('-')),
    owner.user_id,
    owner.workplace_id,
  ]
  const found: string[] = []
  let copied = 0
  for (const table of await tenantTables(server)) {
    const rows = await rowsOf(table, guest.workplace_id)
    copied += rows.length
    if (table in COPIED && (await rowsOf(table, owner.workplace_id)).length > 0 && rows.length === 0) found.push(table)
    for (const row of rows) for (const id of known) if (row.includes(id)) found.push(`${table}: ${id}`)
    for (const row of await rowsOf(table, owner.workplace_id))
      if (row.includes(guest.workplace_id) || row.includes(other.workplace_id)) found.push(`${table} of the owner`)
  }
  expect(copied).toBeGreaterThan(30)
  // What the owner has only in a state that is not copied.
  expect(found.filter((what) => what.includes(':') || what.includes('owner'))).toEqual([])
  expect(found).not.toContain('products')
  expect(found).not.toContain('orders')
  const products = (await behind.query('select product_id from products where workplace_id = $1', [other.workplace_id]))
    .rows
  for (const { product_id } of products)
    expect((await rowsOf('products', guest.workplace_id)).join()).not.toContain(product_id)
})

test('the books of a copy balance, stand against play money, and leave the operator’s own as they were', async () => {
  const books = async () =>
    (
      await behind.query(
        `select account, sum(amount)::float8 as amount from ledger_system_balances where account <> 'clearing.example' group by 1 order by 1`,
      )
    ).rows
  const before = await books()
  const guest = await visit()
  expect(await books()).toEqual(before)
  expect((await behind.query('select * from ledger_faults()')).rows).toEqual([])
  const wallet = async (person: Person) => (await server.ask(walletCalls.getWallet, {}, person)).body.data
  const [mine, theirs] = [await wallet(guest), await wallet(owner)]
  expect(theirs?.total_balance).toBeGreaterThan(0)
  expect(mine).toMatchObject({ total_balance: theirs?.total_balance, on_hold: theirs?.on_hold })
})

test('the guest tries it: the order and its profit are there, and nothing leaves the example', async () => {
  const guest = await visit()
  const list = await server.ask(orderCalls.listOrders, { order_status: 'placement', sub_status: 'all' }, guest)
  const [order] = list.body.data?.items ?? []
  expect(order).toBeDefined()
  const profits = 'select sum(revenue)::float8 as revenue from order_profits where workplace_id = $1'
  const [mine, theirs] = await Promise.all(
    [guest, owner].map(async ({ workplace_id }) => (await behind.query(profits, [workplace_id])).rows[0]),
  )
  expect(mine).toEqual(theirs)
  expect((await server.ask(analyticsCalls.getAnalysesPreview, {}, guest)).http).toBe(200)
  const refused = [
    await server.ask(placementCalls.previewOrders, { orders: [order?.order_id ?? ''] }, guest),
    await server.ask(importListCalls.importAll, { import_data: [{ source: 'cj', product_id: 'p5' }] }, guest),
  ]
  expect(refused[0]?.body).toMatchObject({ success: false, status: CODES.quota_expired.status })
  expect(JSON.stringify(refused[1]?.body)).toMatch(/demo|example/i)
  const started = (
    await behind.query('select count(*)::int as n from placement_plans where workplace_id = $1', [guest.workplace_id])
  ).rows
  expect(started).toEqual([{ n: 0 }])
})

test('whatever a program does, the database starts nothing in an example', async () => {
  const guest = await visit()
  const insert = server.runtime
    .db(guest)
    .tx((tx) =>
      tx
        .insertInto('stores')
        .values({
          workplace_id: guest.workplace_id,
          platform: 'shopify',
          platform_domain: 'x',
          domain: 'x',
          store_name: 'x',
        })
        .execute(),
    )
  await expect(insert).rejects.toMatchObject({ code: 'OM403' })
  const { rows } = await behind.query('select workplace_id from open_supplier_accounts(1000)')
  expect(rows.map(({ workplace_id }) => workplace_id)).not.toContain(guest.workplace_id)
  const handled = await behind.query(
    `select h.workplace_id from parcels p cross join lateral parcels_of_number(p.number) h`,
  )
  expect(handled.rows.filter(({ workplace_id }) => workplace_id === guest.workplace_id)).toHaveLength(0)
})

test('a guest who becomes a seller starts with an empty workplace, and without the play money', async () => {
  const guest = await visit()
  const real = {
    first_name: 'Ada',
    last_name: 'L',
    email: `${randomUUID()}@omni.test`,
    password: 'correct horse battery',
  }
  expect((await server.ask(authCalls.connectAccount, real, guest)).http).toBe(200)
  const account = (await server.ask(authCalls.getAccount, {}, guest)).body.data
  expect(account).toMatchObject({ is_demo: false, is_example: false, is_workplace_no_store: true })
  expect(account?.current_workplace_id).not.toBe(guest.workplace_id)
  expect((await server.ask(walletCalls.getWallet, {}, guest)).body.data?.total_balance).toBe(0)
  await mustBeGone(guest)
})

test('guests who are gone are deleted with their copy; those who are there stay', async () => {
  const [gone, here] = [await visit(), await visit()]
  await behind.query('delete from sessions where user_id = $1', [gone.user_id])
  await behind.query(`update users set created_at = now() - interval '2 hours' where user_id = any($1)`, [
    [gone.user_id, here.user_id],
  ])
  await sweepJob.run(server.runtime.jobCtx({}, '1', 1), {})
  await mustBeGone(gone)
  expect((await behind.query('select from users where user_id = $1', [gone.user_id])).rowCount).toBe(0)
  expect((await rowsOf('products', here.workplace_id)).length).toBeGreaterThan(0)
})

async function mustBeGone({ workplace_id }: Person): Promise<void> {
  const left: string[] = []
  for (const table of await tenantTables(server))
    if (!table.startsWith('ledger_') && (await rowsOf(table, workplace_id)).length > 0) left.push(table)
  expect(left).toEqual([])
}

test('an example that the operator takes back is given to nobody', async () => {
  await behind.query(`delete from operator_settings where key = 'example_shop'`)
  await keep()
  const guest = await visit()
  expect((await server.ask(authCalls.getAccount, {}, guest)).body.data?.is_example).toBe(false)
})
