/** An order is ready only where nothing that is known stands in the way of buying it, and follows what becomes known. */
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { extensionCalls } from '@omni/contracts/extension.calls.ts'
import { orderCalls as calls } from '@omni/contracts/orders.calls.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { emit } from '../../platform/outbox.ts'
import { sell, sellAs } from '../../testing/buy-setting.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const server = await testServer()
const { ask, behind } = server

/** What an order of one of them says; `known`: the catalogue has it, with so many pieces. */
async function sold(me: Person, source: Source, { cost = 1000, stock = 9 as number | null } = {}) {
  const good = { source, name: 'Lamp', product_id: randomUUID(), sku_id: 'k', sku_attr: '', cost }
  const { rows } = await behind.query<{ id: number }>(
    `insert into catalog_products (source, source_product_id, name, price_min, price_max, rsp_price, profit, content_hash,
       product_link, due_at) values ($1, $2, 'Lamp', $3, $3, $3, 0, '\\x00', '', now()) returning id`,
    [source, good.product_id, cost],
  )
  const id = rows[0]?.id ?? 0
  await behind.query(
    `insert into catalog_variants (product_id, position, sku_id, price, quantity) values ($1, 0, 'k', $2, $3)`,
    [id, cost, stock],
  )
  const variant_id = await sellAs(server, me, good)
  return { id, variant_id, order_id: await sell(server, me, variant_id) }
}

const groupsOf = async (me: Person, order_id: string) =>
  ((await ask(calls.getOrderDetail, { order_id }, me)).body.data?.groups ?? []).map(({ sub_status, reasons }) =>
    [sub_status, ...reasons].join(' '),
  )
/** After everything that follows from a change. */
async function settled(me: Person, order_id: string) {
  server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + 60_000)
  await server.runJobs()
  return groupsOf(me, order_id)
}
const connect = ({ workplace_id }: Person) =>
  server.runtime.db({ workplace_id }).tx(async (tx) => {
    const row = { workplace_id, source: 'cj', account_id: 'a', account_name: 'Mine', credentials: '' }
    await tx.insertInto('source_accounts').values(row).execute()
    await emit(tx, 'source_account.changed', { workplace_id, source: 'cj' })
  })

test('an account that is missing stands in the way until it is there, and again when it is gone', async () => {
  const me = await server.person()
  const { order_id } = await sold(me, 'cj')
  expect(await groupsOf(me, order_id)).toEqual(['needs_attention account_missing'])
  await connect(me)
  expect(await settled(me, order_id)).toEqual(['ready'])
  await behind.query(`update source_accounts set expires_at = now() - interval '1 hour' where workplace_id = $1`, [
    me.workplace_id,
  ])
  const { order_id: later } = await sold(me, 'cj')
  expect(await groupsOf(me, later)).toEqual(['needs_attention account_over'])
  await ask(sourceAccountCalls.disconnectByKey, { source: 'cj' }, me)
  expect(await settled(me, order_id)).toEqual(['needs_attention account_missing'])
  // Rows, counts and what is asked for by its reason are the same.
  const input = { order_status: 'placement', sub_status: 'needs_attention', reason: 'account_missing' } as const
  const rows = (await ask(calls.listOrders, input, me)).body.data?.items ?? []
  expect(rows.map((row) => row.order_id).toSorted()).toEqual([order_id, later].toSorted())
  const counts = (await ask(calls.countOrderStatus, { reason: 'account_missing' }, me)).body.data
  expect(counts?.groups.placement).toMatchObject({ needs_attention: 2 })
})

test('what the catalogue learns: where it is sent, by which methods, how much is left, and that it is gone', async () => {
  const me = await server.person()
  const { id, order_id } = await sold(me, 'zopi')
  expect(await groupsOf(me, order_id)).toEqual(['ready'])
  const quote = (ways: object[]) =>
    behind.query(
      `insert into catalog_quotes (product_id, country_code, ship_from, sku_id, quantity, ways, quoted_at)
       values ($1, 'US', 'CN', 'k', 1, $2, now())
       on conflict (product_id, country_code, ship_from, sku_id, quantity) do update set ways = excluded.ways`,
      [id, JSON.stringify(ways)],
    )
  await quote([])
  expect(await settled(me, order_id)).toEqual(['needs_attention cannot_ship'])
  const slow = { service_name: 'Slow boat', amount: 300, min_days: 9, max_days: 20, ship_from: 'CN', tracked: true }
  await quote([slow])
  expect(await settled(me, order_id)).toEqual(['ready'])
  const methods = [{ country_code: 'US', method: 'Jet' }]
  await ask(orderSettingsCalls.updateOrderSettings, { source: 'zopi', version: 0, methods }, me)
  expect(await settled(me, order_id)).toEqual(['needs_attention method_gone'])
  await quote([slow, { ...slow, service_name: 'Jet' }])
  expect(await settled(me, order_id)).toEqual(['ready'])
  await behind.query('update catalog_variants set quantity = 0 where product_id = $1', [id])
  await behind.query(`update catalog_products set content_hash = '\\x01' where id = $1`, [id])
  expect(await settled(me, order_id)).toEqual(['needs_attention out_of_stock'])
  await behind.query('update catalog_products set gone_at = now() where id = $1', [id])
  expect(await settled(me, order_id)).toEqual(['needs_attention change_supplier'])
})

test('how it is bought: by hand, or by a browser that has the extension', async () => {
  const me = await server.person()
  const { order_id: byHand } = await sold(me, 'alibaba')
  expect(await groupsOf(me, byHand)).toEqual(['needs_attention by_hand'])
  const { order_id } = await sold(me, 'temu')
  expect(await groupsOf(me, order_id)).toEqual(['ready'])
  const note = async (is_here: boolean) => (await ask(extensionCalls.noteExtension, { is_here }, me)).body.data
  expect(await note(false)).toEqual({ has_extension: false })
  expect(await settled(me, order_id)).toEqual(['needs_attention no_extension'])
  expect(await note(true)).toEqual({ has_extension: true })
  expect(await settled(me, order_id)).toEqual(['ready'])
  // A phone has none, and takes nothing from the browser that does.
  expect(await note(false)).toEqual({ has_extension: true })
  expect(await settled(me, order_id)).toEqual(['ready'])
})

test('what would be bought at a loss waits for a yes of its own, as the floor says', async () => {
  const me = await server.person()
  const { order_id, id } = await sold(me, 'zopi', { cost: 12_000 })
  expect(await settled(me, order_id)).toEqual(['needs_attention loss'])
  await ask(orderSettingsCalls.updateAllOrderSettings, { min_profit: null }, me)
  expect(await settled(me, order_id)).toEqual(['ready'])
  await behind.query('update variant_suppliers set cost = 20000 where workplace_id = $1', [me.workplace_id])
  await behind.query(`update catalog_products set content_hash = '\\x01' where id = $1`, [id])
  await settled(me, order_id)
  expect(await settled(me, order_id)).toEqual(['needs_attention price_rise'])
})

test("a plan's orders that are used up, until there are more", async () => {
  const me = await server.person()
  const { order_id } = await sold(me, 'zopi')
  const plan = (await ask(billingCalls.getCurrentPlan, {}, me)).body.data
  const limit = plan?.features['ORDER_FULFILLMENT']?.limit ?? 0
  expect(limit).toBeGreaterThan(0)
  const cycle = `date_trunc('day', (select created_at from users where user_id = $2))::date`
  await behind.query(
    `insert into feature_usage (workplace_id, feature, cycle_start, usage) values ($1, 'ORDER_FULFILLMENT', ${cycle}, $3)`,
    [me.workplace_id, me.user_id, limit],
  )
  const { workplace_id, user_id } = me
  await server.runtime.db({ workplace_id }).tx((tx) => emit(tx, 'orders.placed', { workplace_id, user_id }))
  expect(await settled(me, order_id)).toEqual(['needs_attention quota'])
  await behind.query(`update users set plan_id = 'enterprise_monthly' where user_id = $1`, [user_id])
  await server.runtime.db({ workplace_id }).tx((tx) => emit(tx, 'plan.chosen', { workplace_id, user_id }))
  expect(await settled(me, order_id)).toEqual(['ready'])
})
