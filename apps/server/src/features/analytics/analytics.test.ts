/** What a seller sees on the analytics page, from sales and purchases as they happen. */
import { analyticsCalls as calls } from '@omni/contracts/analytics.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { dayOf } from '@omni/domain/analytics/periods.ts'
import { expect, test } from 'vitest'
import {
  addStore,
  handle,
  remoteLine,
  remoteOrder,
  setBought,
  setFailed,
  setSupplierStatus,
  startBuying,
} from '../../testing/sold-orders.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const server = await testServer()
const { ask } = server

const figures = async (me: Person, input: { days?: '1' | '7' | '30' | '60' | '90' } = {}) =>
  (await ask(calls.getAnalyses, input, me)).body.data
const count = () => {
  server.clock.now = new Date(Date.now() + 10_000)
  return server.runJobs()
}

const sale = (remote_id: string, total: number, more: object = {}) =>
  remoteOrder(remote_id, { total, lines: [remoteLine('1', total)], address: { ...EMPTY, country_code: 'DE' }, ...more })
const EMPTY = {
  name: '',
  company: '',
  address1: '',
  address2: '',
  city: '',
  province: '',
  province_code: '',
  zip: '',
  phone: '',
  tax_number: '',
}

test('a sale, its purchase and its refund are in the figures, and a click on one opens them', async () => {
  const me = await server.person()
  const store = await addStore(server, me, 'shopify')
  const remote = sale('1', 10_000, { taxes: 1_000 })
  const order_id = await handle(server, store, remote)
  const before = await figures(me)
  expect([before?.pending, before?.figures.orders]).toEqual([1, 0])
  await count()
  // Nothing is known about what it costs: no product of ours is behind it.
  expect((await figures(me))?.figures).toMatchObject({
    orders: 1,
    pieces: 1,
    revenue: 9_000,
    tax: 1_000,
    cost: 0,
    fees: 320,
    refunds: 0,
    recovered: 0,
    profit: 0,
    margin: null,
    estimated: 0,
    unknown: 1,
    unknown_profit: 8_680,
    unknown_revenue: 9_000,
  })
  const bought = await startBuying(server, me, order_id, { vendor: 'zopi', approved: 3_000 })
  await count()
  expect((await figures(me))?.figures).toMatchObject({
    cost: 3_000,
    profit: 5_680,
    estimated: 5_680,
    unsure: 1,
    unknown: 0,
  })
  await setBought(server, bought, 3_210)
  await count()
  expect((await figures(me))?.figures).toMatchObject({ cost: 3_210, unsure: 0, profit: 9_000 - 3_210 - 320 })
  const refunds = [{ remote_refund_id: '1', created_at: remote.created_at, amount: 5_000, note: '', lines: [] }]
  await handle(server, store, { ...remote, version: '2030', financial: 'partially_refunded', refunds })
  await count()
  await setSupplierStatus(server, bought, 'cancelled')
  await count()
  // It owes the money; nobody has seen it yet.
  expect((await figures(me))?.figures).toMatchObject({ recovered: 3_210, unsure: 1 })
  await setSupplierStatus(server, bought, 'refunded')
  await count()
  expect((await figures(me))?.figures.unsure).toBe(0)
  const data = await figures(me)
  expect(data?.figures).toMatchObject({ refunds: 4_500, tax: 500, recovered: 3_210, profit: 9_000 - 4_500 - 320 })
  expect(data?.days.at(-1)).toMatchObject({ day: dayOf(server.clock.now), profit: data?.figures.profit })
  for (const [by, key] of [
    ['supplier', 'zopi'],
    ['country', 'DE'],
    ['store', store.store_id],
    ['product', ''],
  ] as const) {
    const rows = (await ask(calls.getAnalyses, { by }, me)).body.data?.rows
    expect(rows).toMatchObject([{ key, orders: 1, profit: data?.figures.profit }])
    const behind = (await ask(calls.getAnalysesPreview, { by, key }, me)).body.data
    expect(behind).toMatchObject({ total: 1, items: [{ order_id, number: '#1', profit: data?.figures.profit }] })
    expect((await ask(calls.getAnalysesPreview, { by, key: 'other' }, me)).body.data?.items).toEqual([])
  }
})

test('each period is compared with the one before it, and a store can be looked at alone', async () => {
  const me = await server.person()
  const [one, two] = [await addStore(server, me, 'shopify'), await addStore(server, me, 'woocommerce')]
  const days_ago = (days: number) => new Date(server.clock.now.getTime() - days * 86_400_000).toISOString()
  await handle(server, one, sale('1', 1_000))
  await handle(server, one, sale('2', 2_000, { created_at: days_ago(3) }))
  await handle(server, two, sale('3', 4_000, { created_at: days_ago(10) }))
  await handle(server, two, sale('4', 8_000, { created_at: days_ago(170) }))
  await count()
  const revenue = async (days: '1' | '7' | '30' | '90', store_id?: string) => {
    const { data } = (await ask(calls.getAnalyses, { days, ...(store_id && { store_id }) }, me)).body
    return [data?.figures.revenue, data?.figures_before.revenue, data?.days.length]
  }
  expect(await revenue('1')).toEqual([1_000, 0, 1])
  expect(await revenue('7')).toEqual([3_000, 4_000, 7])
  expect(await revenue('30')).toEqual([7_000, 0, 30])
  expect(await revenue('90')).toEqual([7_000, 8_000, 90])
  expect(await revenue('90', two.store_id)).toEqual([4_000, 8_000, 90])
  const other = { days: '5' as '7' } // what a hand-written address may say
  expect((await ask(calls.getAnalyses, other, me)).http).toBe(422)
})

test('other fees from now on leave what was sold before as it was', async () => {
  const me = await server.person()
  const store = await addStore(server, me, 'tiktok')
  const first = sale('1', 10_000)
  await handle(server, store, first)
  await count()
  expect((await figures(me))?.figures.fees).toBe(600 + 290 + 30)
  await ask(productSettingsCalls.updateChannelSettings, { channel: 'tiktok', fee_percent: 10 }, me)
  await handle(server, store, { ...first, version: '2030', tags: ['changed'] })
  await handle(server, store, sale('2', 10_000))
  await count()
  expect((await figures(me))?.figures.fees).toBe(920 + (1_000 + 290 + 30))
})

test('an order without a rate is in no figure and is named; with a rate it is counted', async () => {
  const me = await server.person()
  const store = await addStore(server, me, 'shopify')
  await handle(server, store, sale('1', 5_000, { currency: 'SEK' }))
  await count()
  expect(await figures(me)).toMatchObject({ figures: { orders: 0 }, unconverted: [{ currency: 'SEK', orders: 1 }] })
  await server.behind.query(`insert into currency_rate_days (day, currency, rate) values ('2020-01-01', 'SEK', 10)`)
  await server.behind.query(`select enqueue_job('analytics.sweep-unconverted', '{}', null, 3, null, null, 0)`)
  await count()
  expect(await figures(me)).toMatchObject({ figures: { orders: 1, revenue: 500 }, unconverted: [] })
})

test('marks that nobody was woken for are found', async () => {
  const me = await server.person()
  const store = await addStore(server, me, 'shopify')
  await handle(server, store, sale('1', 5_000))
  await server.behind.query('delete from jobs')
  await count()
  expect((await figures(me))?.pending).toBe(1)
  await server.behind.query(`select enqueue_job('analytics.sweep', '{}', null, 3, null, null, 0)`)
  await count()
  expect(await figures(me)).toMatchObject({ pending: 0, figures: { revenue: 5_000 } })
})

test('a shop that wants to be forgotten takes its figures with it', async () => {
  const me = await server.person()
  const [stays, goes] = [await addStore(server, me, 'shopify'), await addStore(server, me, 'shopify')]
  await handle(server, stays, sale('1', 1_000))
  const order_id = await handle(server, goes, sale('2', 2_000))
  await setBought(server, await startBuying(server, me, order_id), 700)
  await count()
  expect((await figures(me))?.figures).toMatchObject({ orders: 2, revenue: 3_000, cost: 700 })
  await server.behind.query('delete from stores where store_id = $1', [goes.store_id])
  expect((await figures(me))?.figures).toMatchObject({ orders: 1, revenue: 1_000, cost: 0 })
  expect((await ask(calls.listCarriers, {}, me)).body.data?.suppliers).toEqual([])
})

test('how long suppliers and carriers took, and how often they failed', async () => {
  const me = await server.person()
  const store = await addStore(server, me, 'shopify')
  const bought = async (n: number, vendor: string) =>
    startBuying(server, me, await handle(server, store, sale(String(n), 1_000)), { vendor })
  const arrived = await bought(1, 'cj')
  await setBought(server, arrived, 500)
  await server.behind.query(
    `with said as (insert into order_events (workplace_id, order_id, kind, params, who, happened_at)
       select workplace_id, order_id, k.kind, jsonb_build_object('order_no', order_no), 'supplier', settled_at + k.after
       from supplier_orders, (values ('shipped', interval '36 hours'), ('delivered', interval '10 days')) as k (kind, after)
       where supplier_order_id = $1)
     update supplier_orders set supplier_status = 'delivered',
       shipments = '[{"tracking_number": "T1", "carrier": "YunExpress", "tracking_url": null}]'
     where supplier_order_id = $1`,
    [arrived],
  )
  await setFailed(server, await bought(2, 'cj'))
  await setBought(server, await bought(3, 'zopi'), 500)
  await count()
  const { data } = (await ask(calls.listCarriers, {}, me)).body
  expect(data?.suppliers).toEqual([
    {
      name: 'cj',
      purchases: 2,
      shipped: 1,
      delivered: 1,
      failed: 1,
      failure_rate: 50,
      days_to_ship: 1.5,
      days_to_deliver: 10,
    },
    {
      name: 'zopi',
      purchases: 1,
      shipped: 0,
      delivered: 0,
      failed: 0,
      failure_rate: 0,
      days_to_ship: null,
      days_to_deliver: null,
    },
  ])
  expect(data?.carriers).toMatchObject([{ name: 'YunExpress', purchases: 1, delivered: 1, days_to_deliver: 10 }])
  // Its own parcel knows better, and counts by itself; one that came back has failed.
  const back = await bought(4, 'zopi')
  await setBought(server, back, 500)
  await server.behind.query(
    `with own as (insert into parcels (workplace_id, order_id, supplier_order_id, number, not_before)
       select workplace_id, order_id, supplier_order_id, 'N' || row_number() over (), settled_at
       from supplier_orders where supplier_order_id = any($1::uuid[]) returning *)
     insert into parcel_events (workplace_id, parcel_id, happened_at, event_key, text, place, stage)
     select own.workplace_id, own.parcel_id, not_before + interval '24 hours', 'k', 'Picked up', '', '' from own`,
    [[arrived, back]],
  )
  await server.behind.query(
    `update parcels set status = 'delivered', carrier_name = 'USPS', delivered_at = not_before + interval '8 days'
     where supplier_order_id = $1`,
    [arrived],
  )
  await server.behind.query(
    `update parcels set status = 'exception', sub_status = 'Exception_Returned', carrier_name = 'USPS'
     where supplier_order_id = $1`,
    [back],
  )
  await count()
  const after = (await ask(calls.listCarriers, {}, me)).body.data
  expect(after?.suppliers).toMatchObject([
    { name: 'cj', delivered: 1, days_to_ship: 1, days_to_deliver: 8 },
    { name: 'zopi', purchases: 2, failed: 1, failure_rate: 50, days_to_ship: 1 },
  ])
  expect(after?.carriers).toMatchObject([{ name: 'USPS', purchases: 2, delivered: 1, failed: 1, failure_rate: 50 }])
})
