/** Sales in a sandbox store, seen here as a seller would see them. */
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { orderCalls as calls } from '@omni/contracts/orders.calls.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { productSettingsCalls as settings } from '@omni/contracts/product-settings.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { RemoteOrder } from '@omni/domain/orders/document.ts'
import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { siteKeys } from '../../testing/site-keys.ts'
import { SHOP, shopTest } from '../../testing/shop-test.ts'
import { handleOrders } from './handle-order.ts'
import { CHANGED_EVERY_MS } from './read-orders.job.ts'

const { env, sandbox, ask, me, server, settle, eventually, importGoods, connect, push } = await shopTest()
const stranger = await server.person()
let store_id = ''

const list = async (input: object = {}, who = me) =>
  (await ask(calls.listOrders, { order_status: 'placement', sub_status: 'ready', ...input }, who)).body.data?.items ??
  []
const counts = async () => (await ask(calls.countOrderStatus, {}, me)).body.data
const detail = async (order_id: string) => (await ask(calls.getOrderDetail, { order_id }, me)).body.data
const numbers = async (input: object = {}) => (await list(input)).map(({ number }) => number)

/** Customers of the store buy; the shop's numbers. */
async function sell(input: object = {}): Promise<number[]> {
  const reply = await sandbox.act('shopify', 'place_orders', { shop: SHOP, ...input })
  const { orders } = z.object({ result: z.object({ orders: z.array(z.number()) }) }).parse(reply).result
  return orders
}
const act = (action: string, input: object) => sandbox.act('shopify', action, { shop: SHOP, ...input })
const lose = (percent: number) => act('lose_webhooks', { percent })

/** The counters are what a recount gives. */
async function expectCounted() {
  const { rows } = await server.behind.query(
    `select status, sub_status, orders from order_counters where orders <> 0
     except select status, sub_status, count(*)::int from order_groups group by 1, 2`,
  )
  expect(rows).toEqual([])
}

beforeAll(async () => {
  const product_ids = await importGoods()
  store_id = await connect('shopify')
  await push(store_id, product_ids)
})

test('a sale is seen, with its supplier, its customer and its timeline', async () => {
  const [number] = await sell()
  await eventually(numbers, [`#${number}`])
  const [row] = await list()
  expect(row).toMatchObject({ channel: 'shopify', store_id, financial: 'paid', reasons: [] })
  expect(row?.lines[0]).toMatchObject({ reason: null, sources: ['cj'], wanted: 1 })
  expect(row?.lines[0]?.cost).toBeGreaterThan(0)
  const order = await detail(row?.order_id ?? '')
  expect(order).toMatchObject({ address_problems: [], timeline: [{ kind: 'received', who: 'store' }] })
  const books = (await (await fetch(`${sandbox.url}/control/shopify/books?shop=${SHOP}`)).json()) as {
    orders: { number: number; body: { buyer: { first_name: string } } }[]
  }
  const sold = books.orders.find((one) => one.number === number)
  expect(row?.customer_name.split(' ')[0]).toBe(sold?.body.buyer.first_name)
  expect(await counts()).toMatchObject({ unfulfilled: 1, archived: 0, groups: { placement: { ready: 1, all: 1 } } })
})

test('a lost message is found by reading again; the same sale told many times is one order', async () => {
  await lose(100)
  const [number] = await sell()
  await settle()
  expect(await numbers()).not.toContain(`#${number}`)
  await settle(2, CHANGED_EVERY_MS)
  expect(await numbers()).toContain(`#${number}`)
  await lose(0)
  // Told again and out of order: every message is read, and it is still one order.
  const webhook = async (remote_id: string) => {
    for (let again = 0; again < 3; again++)
      await server.runtime.db({ workplace_id: me.workplace_id }).tx((tx) =>
        tx
          .insertInto('order_dirty')
          .values({ workplace_id: me.workplace_id, store_id, remote_id })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      )
  }
  const { rows } = await server.behind.query('select remote_id from orders')
  for (const { remote_id } of rows.toReversed()) await webhook(remote_id)
  await settle(2, CHANGED_EVERY_MS)
  const after = await server.behind.query('select count(*)::int as n, count(distinct remote_id)::int as d from orders')
  expect(after.rows).toEqual([{ n: rows.length, d: rows.length }])
  await expectCounted()
})

test('edits, refunds, cancellations and a late payment are followed', async () => {
  const [moved, refunded, gone, unpaid] = [
    await sell(),
    await sell({ quantity: 2 }),
    await sell(),
    await sell({ unpaid: 1 }),
  ].map(([number = 0]) => number)
  await eventually(async () => (await numbers()).includes(`#${gone}`), true)
  expect(await numbers()).not.toContain(`#${unpaid}`)
  const idOf = async (number: number | undefined) =>
    (await list({ sub_status: 'all', keyword: `#${number}` }))[0]?.order_id ?? ''
  const ids = { moved: await idOf(moved), refunded: await idOf(refunded), gone: await idOf(gone) }
  await act('edit_address', { order: moved, zip: 'nonsense' })
  await act('refund_line', { order: refunded })
  await act('cancel_order', { order: gone })
  await act('pay_order', { order: unpaid })
  await eventually(async () => numbers({ order_status: 'cancelled', sub_status: 'channel' }), [`#${gone}`])
  await eventually(async () => (await numbers()).includes(`#${unpaid}`), true)
  const attention = await list({ sub_status: 'needs_attention', reason: 'address' })
  expect(attention.map(({ number, reasons }) => [number, reasons])).toEqual([[`#${moved}`, ['address']]])
  expect((await detail(ids.moved))?.timeline.map(({ kind }) => kind)).toEqual(['received', 'address_changed'])
  const half = await detail(ids.refunded)
  expect(half).toMatchObject({ financial: 'partially_refunded', lines: [{ quantity: 2, wanted: 1 }] })
  expect(half?.refunded).toBeGreaterThan(0)
  expect((await detail(ids.gone))?.timeline.map(({ kind }) => kind)).toContain('cancelled')
  await expectCounted()
  // What the seller puts right stands, until the store says something else.
  const address = (await detail(ids.moved))?.address
  if (!address) throw new Error('it has one')
  const zips: Record<string, string> = {
    US: '94107',
    CA: 'm5h2n2',
    FR: '69002',
    DE: '10119',
    GB: 'ls15hd',
    SE: '11121',
    AU: '2000',
  }
  const better = { ...address, zip: zips[address.country_code] ?? '' }
  const fixed = await ask(calls.updateCustomer, { order_id: ids.moved, address: better, repair: true }, me)
  expect(fixed.body.data?.address_problems).toEqual([])
  expect(await numbers()).toContain(`#${moved}`)
  expect((await ask(calls.updateCustomer, { order_id: ids.moved, repair: true }, stranger)).http).toBe(404)
})

test('marked, noted, archived and taken back; nothing of it by a stranger', async () => {
  const [row] = await list()
  const order_id = row?.order_id ?? ''
  expect((await ask(calls.markOrder, { orders: [order_id], marker: 2 }, me)).body.data).toEqual({ changed: 1 })
  expect((await ask(calls.markOrder, { orders: [order_id], marker: 3 }, stranger)).body.data).toEqual({ changed: 0 })
  expect((await list({ mark_order: '1' })).map((one) => [one.order_id, one.marker])).toEqual([[order_id, 2]])
  await ask(calls.noteOrder, { order_id, note: 'Call first' }, me)
  const before = (await counts())?.archived
  await ask(calls.markArchive, { orders: [order_id] }, me)
  expect((await counts())?.archived).toBe((before ?? 0) + 1)
  expect((await list({ sub_status: 'archived' })).map((one) => one.order_id)).toEqual([order_id])
  expect((await list()).map((one) => one.order_id)).not.toContain(order_id)
  await ask(calls.revertOrder, { orders: [order_id] }, me)
  expect((await list()).map((one) => one.order_id)).toContain(order_id)
  const log = (await ask(calls.getOrderLog, { orderId: order_id }, me)).body.data?.items.map(({ kind }) => kind)
  expect(log?.slice(-3)).toEqual(['noted', 'archived', 'reverted'])
  const logs = (await ask(calls.getLogs, { id: order_id }, me)).body.data?.items.map(({ kind }) => kind)
  expect(logs).toEqual(log?.toReversed())
  expect((await ask(calls.getOrderDetail, { order_id }, stranger)).http).toBe(404)
  expect((await ask(calls.getOrderByStatus, { orderId: order_id, status: 'placement' }, me)).http).toBe(200)
  expect((await ask(calls.getOrderByStatus, { orderId: order_id, status: 'refund' }, me)).http).toBe(404)
  await expectCounted()
})

test('what the buyer pays at the door waits among the unpaid, and is ready where the seller buys it', async () => {
  const [number] = await sell({ cash: 1 })
  const [transfer] = await sell({ unpaid: 1 })
  const waiting = (input: object = {}) => numbers({ order_status: 'waiting', sub_status: 'all', ...input })
  await eventually(async () => (await waiting()).toSorted(), [`#${number}`, `#${transfer}`].toSorted())
  expect(await waiting({ sub_status: 'cash_on_delivery' })).toEqual([`#${number}`])
  await ask(orderSettingsCalls.updateAllOrderSettings, { places_cod: true }, me)
  await eventually(async () => (await numbers()).includes(`#${number}`), true)
  expect(await waiting()).toEqual([`#${transfer}`])
  const [row] = await list({ keyword: `#${number}` })
  const { data } = (await ask(placementCalls.previewOrders, { orders: [row?.order_id ?? ''] }, me)).body
  await settle()
  const plan = await ask(placementCalls.getPreview, { plan_id: data?.plan_id ?? '' }, me)
  expect(plan.body.data?.items.flatMap(({ problems }) => problems)).not.toContain('not_open')
  await ask(orderSettingsCalls.updateAllOrderSettings, { places_cod: false }, me)
  await eventually(async () => (await waiting()).includes(`#${number}`), true)
  await act('cancel_order', { order: number })
  await act('cancel_order', { order: transfer })
  await eventually(waiting, [])
})

test('pages, filters and sums agree', async () => {
  const all = await list({ page_size: 100 })
  const pages: string[] = []
  let cursor: string | undefined
  do {
    const page = await ask(calls.listOrders, { page_size: 1, ...(cursor && { cursor }) }, me)
    pages.push(...(page.body.data?.items.map(({ order_id }) => order_id) ?? []))
    cursor = page.body.data?.next_cursor ?? undefined
  } while (cursor)
  expect(pages).toEqual(all.map(({ order_id }) => order_id))
  expect(await list({ channel: 'woocommerce' })).toEqual([])
  expect(await list({ source: 'cj' })).toHaveLength(all.length)
  expect(await list({ to_date: '2020-01-01' })).toEqual([])
  const [first] = all
  expect(await list({ orders: first?.order_id })).toHaveLength(1)
  const summary = (await ask(calls.getSectionSummary, { type: 'placement' }, me)).body.data
  expect(summary?.orders).toBe((await counts())?.groups.placement['all'])
  expect(summary?.cost).toBeGreaterThan(0)
  expect((await ask(calls.getOrderOnboarding, {}, me)).body.data).toEqual({
    has_store: true,
    has_product: true,
    has_order: true,
  })
})

test('an order by hand is bought like any other; half an address needs a person', async () => {
  const { rows } = await server.behind.query(
    'select variant_id from product_variants where workplace_id = $1 limit 1',
    [me.workplace_id],
  )
  const { variant_id } = rows[0]
  const address = {
    name: 'Bo',
    address1: '1 Main St',
    city: 'Reno',
    province: 'nevada',
    zip: '89501',
    country_code: 'US',
  }
  const input = {
    customer: { name: 'Bo Diaz' },
    address: { ...address, phone: '775 555 0100' },
    lines: [{ variant_id, quantity: 2, unit_price: 1500 }],
    currency: 'USD',
  }
  const made = await ask(calls.createOrder, input, me)
  expect(made.body, JSON.stringify(made.body)).toMatchObject({ success: true })
  const [row] = await list({ channel: 'manual' })
  expect(row).toMatchObject({ total: 3000, lines: [{ variant_id, wanted: 2, sources: ['cj'] }] })
  await ask(calls.createOrder, { ...input, address }, me)
  expect(await list({ channel: 'manual', sub_status: 'needs_attention', reason: 'address' })).toHaveLength(1)
  for (const quantity of [0, 10_000]) {
    const lines = [{ variant_id, quantity, unit_price: 1500 }]
    expect((await ask(calls.createOrder, { ...input, lines }, me)).body.success).toBe(false)
  }
  expect((await ask(calls.createOrder, input, stranger)).body.success).toBe(false)
  await expectCounted()
})

test('a customer who wants to be forgotten is, in the orders that the store names', async () => {
  const { rows } = await server.behind.query(`select order_id, remote_id from orders where channel = 'shopify' limit 1`)
  const { order_id, remote_id } = rows[0]
  const body = JSON.stringify({ orders_to_redact: [Number(remote_id.split('/').at(-1))] })
  const headers = {
    'x-shopify-topic': 'customers/redact',
    'x-shopify-shop-domain': SHOP,
    'x-shopify-webhook-id': 'redact-1',
    'x-shopify-hmac-sha256': createHmac('sha256', 'sandbox-shopify-secret').update(body).digest('base64'),
  }
  const reply = await fetch(`${env.PUBLIC_URL}/hooks/shopify/compliance`, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
  await eventually(async () => {
    const order = await detail(order_id)
    return [order?.customer, order?.customer_name, order?.address]
  }, [{ name: '', email: '', phone: '' }, '', null])
})

test('a WooCommerce store: sold, refunded, put into the bin and taken out again', async () => {
  // A shop refuses signatures that are more than fifteen minutes away from its own time.
  server.clock.now = new Date()
  const shop = `${sandbox.url}/woocommerce/demo`
  const done = await ask(storeCalls.connectByKeys, { ...(await siteKeys(sandbox, 'demo')), shop }, me)
  const woo = done.body.data?.id ?? ''
  await settle()
  const { rows } = await server.behind.query('select product_id from products where workplace_id = $1', [
    me.workplace_id,
  ])
  const product_ids = rows.map(({ product_id }) => product_id)
  const pushed = await ask(listingCalls.pushToStores, { product_ids, store_ids: [woo] }, me)
  expect(pushed.body, JSON.stringify(pushed.body)).toMatchObject({ success: true, data: { failed: {} } })
  await eventually(
    async () => (await ask(listingCalls.listMapped, { store_id: woo }, me)).body.data?.items.map(({ state }) => state),
    ['idle'],
  )
  const reply = await sandbox.act('woocommerce', 'place_orders', { quantity: 2, fee: '3.00', coupon: '1.50' })
  const { orders } = z.object({ result: z.object({ orders: z.array(z.number()) }) }).parse(reply).result
  const [order] = orders
  await eventually(() => numbers({ channel: 'woocommerce' }), [`#${order}`])
  const [row] = await list({ channel: 'woocommerce' })
  expect(row?.lines).toMatchObject([{ sources: ['cj'], wanted: 2, reason: null }])
  const sums = await detail(row?.order_id ?? '')
  expect(sums).toMatchObject({
    discounts: 150,
    fees: [{ name: 'Gift wrap & card', amount: 300 }],
    coupons: [{ code: 'welcome', amount: 150 }],
    unexplained: 0,
  })
  expect(sums?.total).toBe((sums?.subtotal ?? 0) - 150 + (sums?.shipping ?? 0) + 300)
  await sandbox.act('woocommerce', 'refund_line', { order })
  await eventually(async () => (await detail(row?.order_id ?? ''))?.lines[0]?.wanted, 1)
  await sandbox.act('woocommerce', 'set_order_status', { order, status: 'trash' })
  await eventually(
    () => numbers({ channel: 'woocommerce', order_status: 'cancelled', sub_status: 'channel' }),
    [`#${order}`],
  )
  await sandbox.act('woocommerce', 'set_order_status', { order, status: 'processing' })
  await eventually(() => numbers({ channel: 'woocommerce' }), [`#${order}`])
  await expectCounted()
})

test('orders of a channel that is switched off do not come in; known ones are followed', async () => {
  const [known] = await sell()
  await eventually(async () => (await numbers()).includes(`#${known}`), true)
  await ask(settings.updateChannelSettings, { channel: 'shopify', sync_order: false }, me)
  const [unheard] = await sell()
  await act('cancel_order', { order: known })
  await eventually(async () => (await numbers()).includes(`#${known}`), false)
  expect(await numbers()).not.toContain(`#${unheard}`)
  await ask(settings.updateChannelSettings, { channel: 'shopify', sync_order: true }, me)
  const [next] = await sell()
  await eventually(async () => (await numbers()).includes(`#${next}`), true)
})

test('one sale that comes through two channels is one order, whichever is heard first', async () => {
  const tiktok = await server.behind.query<{ store_id: string }>(
    `insert into stores (workplace_id, platform, platform_domain, store_name, domain, currency, status)
     values ($1, 'tiktok', '749', 'Clips', 'shop.tiktok.test', 'USD', 'active') returning store_id`,
    [me.workplace_id],
  )
  const clips = { workplace_id: me.workplace_id, store_id: tiktok.rows[0]?.store_id ?? '', platform: 'tiktok' }
  const all = async () => (await list({ sub_status: 'all', keyword: '' })).length
  const before = await all()
  const [number] = await sell({ sold_in: '576486316948490001', sold_in_name: 'TikTok' })
  await eventually(async () => (await list({ sub_status: 'all', keyword: `#${number}` })).length, 1)
  const [row] = await list({ sub_status: 'all', keyword: `#${number}` })
  const { rows } = await server.behind.query<{ document: RemoteOrder }>(
    'select document from orders where order_id = $1',
    [row?.order_id],
  )
  const [copy] = rows
  if (!copy) throw new Error('it was just heard')
  const { sold_in: _gone, ...sold } = copy.document
  const handle = (remote_id: string, more: Partial<RemoteOrder> = {}) =>
    server.runtime
      .db({ workplace_id: me.workplace_id })
      .tx((tx) => handleOrders(tx, clips, [{ ...sold, remote_id, number: remote_id, ...more }]))
  // TikTok tells it after Shopify did: the order in Shopify stays the one, and says where else it stands.
  expect([await handle('576486316948490001'), await handle('576486316948490001')]).toEqual([true, false])
  expect((await detail(row?.order_id ?? ''))?.timeline.map(({ kind }) => kind)).toEqual(['received', 'also_in'])
  // Another sale of TikTok's is another order; its copy in Shopify is none.
  expect(await handle('576486316948490002')).toBe(true)
  await sell({ sold_in: '576486316948490002', sold_in_name: 'TikTok' })
  await settle()
  await settle()
  expect(await all()).toBe(before + 2)
  // Taken back in the channel it was sold in: nobody buys it, also when the other store tells something else about it.
  await handle('576486316948490001', { cancelled_at: new Date().toISOString(), cancel_reason: 'buyer' })
  await act('edit_address', { order: number, zip: '94107' })
  await settle()
  expect((await detail(row?.order_id ?? ''))?.groups.map(({ status }) => status)).toEqual(['cancelled'])
})

test('what a code took off is told once: the parts sum to the total', async () => {
  const [number] = await sell({ quantity: 2, discount_percent: 15 })
  await eventually(async () => (await list({ sub_status: 'all', keyword: `#${number}` })).length, 1)
  const [row] = await list({ sub_status: 'all', keyword: `#${number}` })
  const order = await detail(row?.order_id ?? '')
  if (!order) throw new Error('it is there')
  const [line] = row?.lines ?? []
  expect(order.subtotal).toBe((line?.unit_price ?? NaN) * 2)
  expect(order.discounts).toBe(Math.round(order.subtotal * 0.15))
  expect(order.total).toBe(order.subtotal - order.discounts + order.shipping + order.taxes)
  expect(order.unexplained).toBe(0)
})

test('what the store keeps from us is shown with it, the order is read all the same, and a whole read takes it back', async () => {
  const findings = async () =>
    ((await ask(storeCalls.listStore, {}, me)).body.data?.items ?? [])
      .filter(({ id }) => id === store_id)
      .flatMap((store) => store.findings.map(({ is, name }) => `${is} ${name}`))
      .toSorted()
  expect(await findings()).toEqual([])
  await act('set_protected_level', { level: 1 })
  const [number] = await sell()
  await eventually(async () => (await list({ sub_status: 'all', keyword: `#${number}` })).length, 1)
  expect(await findings()).toEqual(expect.arrayContaining(['protected address1', 'protected email']))
  await act('set_protected_level', { level: 2 })
  const [other] = await sell()
  await eventually(async () => (await list({ sub_status: 'all', keyword: `#${other}` })).length, 1)
  await eventually(findings, [])
  await act('take_scope_away', { scope: 'read_publications' })
  await act('take_scope_away', { scope: 'write_publications' })
  await ask(storeCalls.listPublications, { store_id }, me)
  expect(await findings()).toEqual(['scope read_publications'])
})
