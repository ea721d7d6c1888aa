/** A sale of a sandbox store that is split into several orders of ours; the store goes on knowing one. */
import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { orderCalls as calls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { productCenterCalls as center } from '@omni/contracts/product-center.calls.ts'
import { productSettingsCalls as settings } from '@omni/contracts/product-settings.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../platform/embedded-postgres.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { place, preview, sell as sellByHand, sellGood } from '../../testing/buy-setting.ts'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'

const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const server = await testServer({ ...sandbox.env, PUBLIC_URL, LISTING_LANDS_MS: '1000' })
const { ask } = server
const SHOP = 'northwind-goods.myshopify.com'
const me = await server.person()
const stranger = await server.person()

async function settle(step_ms = 5_000) {
  for (let round = 0; round < 8; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + step_ms)
    if ((await server.runJobs()).length === 0 && round > 0) return
  }
}
const eventually = (read: () => Promise<unknown>, wanted: unknown) =>
  expect
    .poll(async () => {
      await settle()
      return read()
    })
    .toEqual(wanted)

const act = (action: string, input: object) => sandbox.act('shopify', action, { shop: SHOP, ...input })
const detail = async (order_id: string) => {
  const { data } = (await ask(calls.getOrderDetail, { order_id }, me)).body
  if (!data) throw new Error('no such order')
  return data
}
const find = async (number: number | string, sub_status = 'all') =>
  (
    await ask(
      calls.listOrders,
      {
        order_status: 'placement',
        sub_status: z.enum(['all', 'archived']).parse(sub_status),
        keyword: `#${number}`,
        sort: 'asc',
      },
      me,
    )
  ).body.data?.items ?? []

/** A customer buys so many pieces; our order, once it is here. */
async function sell(quantity: number) {
  const reply = await act('place_orders', { quantity })
  const { orders } = z.object({ result: z.object({ orders: z.array(z.number()) }) }).parse(reply).result
  const number = orders[0] ?? 0
  await eventually(async () => (await find(number)).length, 1)
  const order_id = (await find(number))[0]?.order_id ?? ''
  return { number, order_id, whole: await detail(order_id) }
}

async function split(order_id: string, ...quantities: number[]): Promise<string[]> {
  const line_id = (await detail(order_id)).lines[0]?.line_id ?? ''
  const parts = quantities.map((quantity) => ({ lines: [{ line_id, quantity }] }))
  const { body } = await ask(calls.splitOrder, { order_id, parts }, me)
  expect(body, JSON.stringify(body)).toMatchObject({ success: true })
  return body.data?.orders.map((one) => one.order_id) ?? []
}

const FIGURES = ['subtotal', 'discounts', 'shipping', 'taxes', 'total', 'refunded'] as const
async function sumsOf(order_ids: readonly string[]) {
  const all = await Promise.all(order_ids.map(detail))
  return Object.fromEntries(FIGURES.map((figure) => [figure, all.reduce((sum, one) => sum + one[figure], 0)]))
}
const wanted = async (order_id: string) => (await detail(order_id)).lines.map((line) => [line.quantity, line.wanted])

async function expectCounted() {
  const { rows } = await server.behind.query(
    `select status, sub_status, orders from order_counters where orders <> 0
     except select status, sub_status, count(*)::int from order_groups group by 1, 2`,
  )
  expect(rows).toEqual([])
}

/** The seller bought it elsewhere, and types the number of the parcel. */
async function buyByHand(order_id: string, tracking_number: string) {
  const line_ids = (await detail(order_id)).lines.map((line) => line.line_id)
  const bought = { order_id, line_ids, source: 'alibaba', order_no: `no ${order_id}`, total: 500 } as const
  const { body } = await ask(placementCalls.manuallyFulfill, { ...bought, tracking_number, carrier: 'DHL' }, me)
  expect(body, JSON.stringify(body)).toMatchObject({ success: true })
}

const Books = z.object({
  orders: z.array(
    z.object({
      number: z.number(),
      body: z.object({
        fulfillments: z
          .array(z.object({ numbers: z.array(z.string()), lines: z.array(z.object({ quantity: z.number() })) }))
          .default([]),
      }),
    }),
  ),
})
/** What the store's own books say was sent of a sale. */
const sentOf = async (number: number) =>
  Books.parse(await sandbox.control(`/shopify/books?shop=${SHOP}`))
    .orders.find((one) => one.number === number)
    ?.body.fulfillments.map(({ numbers, lines }) => [numbers.join(), lines.map(({ quantity }) => quantity).join()])

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  server.clock.now = new Date()
  await ask(sourceAccountCalls.connectByKey, { api_key: 'CJ2000001@api@00000000000000000000000000000002' }, me)
  await fillCatalogue(server.behind, { products: 4, variants: 2 })
  await server.behind.query(
    `update catalog_products set images = array[$1 || '/pictures/1f392_' || id || '_1_0.webp']`,
    [sandbox.url],
  )
  await ask(importListCalls.importAll, { import_data: [{ source: 'cj', product_id: 'p1' }] }, me)
  const { items = [] } = (await ask(center.listProducts, {}, me)).body.data ?? {}
  const { url = '' } =
    (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop: 'northwind-goods' }, me)).body.data ?? {}
  const done = await ask(storeCalls.installPlatform, { platform: 'shopify', query: await allowStore(url) }, me)
  await settle()
  const product_ids = items.map(({ product_id }) => product_id)
  await ask(listingCalls.pushToStores, { product_ids, store_ids: [done.body.data?.id ?? ''] }, me)
  await settle()
})

test('pieces are divided, every figure sums to the whole, and the parts are joined again', async () => {
  const { number, order_id, whole } = await sell(5)
  const [second = '', third = ''] = await split(order_id, 2, 1)
  const parts = [order_id, second, third]
  expect((await find(number)).map((row) => row.number).toSorted()).toEqual([
    `#${number}`,
    `#${number}-2`,
    `#${number}-3`,
  ])
  expect(await Promise.all(parts.map(wanted))).toEqual([[[2, 2]], [[2, 2]], [[1, 1]]])
  expect(await sumsOf(parts)).toEqual(Object.fromEntries(FIGURES.map((figure) => [figure, whole[figure]])))
  const own = await detail(second)
  expect(own.parts.map((part) => part.order_id)).toEqual(parts)
  expect(own).toMatchObject({ part_no: 2, address: whole.address, timeline: [{ kind: 'split_from' }] })
  expect(own.lines[0]).toMatchObject({ sources: ['cj'], reason: null })
  expect((await find(number))[0]).toMatchObject({ parts: 3 })
  // A part is an order of its own: put away by itself, and split further.
  await ask(calls.markArchive, { orders: [third] }, me)
  expect((await find(number)).length).toBe(2)
  const [fourth = ''] = await split(second, 1)
  expect((await detail(fourth)).number).toBe(`#${number}-4`)
  expect(await sumsOf([...parts, fourth])).toEqual(Object.fromEntries(FIGURES.map((figure) => [figure, whole[figure]])))
  await ask(calls.noteOrder, { order_id: third, note: 'Gift' }, me)
  await expectCounted()
  expect((await ask(calls.mergeOrder, { order_id: third }, stranger)).http).toBe(404)
  const joined = await ask(calls.mergeOrder, { order_id: third }, me)
  expect(joined.body.data).toEqual({ order_id, number: `#${number}` })
  const after = await detail(order_id)
  expect(after).toMatchObject({ total: whole.total, lines: [{ quantity: 5, wanted: 5 }], parts: [], note: 'Gift' })
  expect(after.timeline.map(({ kind }) => kind)).toEqual(['received', 'split', 'archived', 'split', 'noted', 'merged'])
  expect((await ask(calls.getOrderDetail, { order_id: second }, me)).http).toBe(404)
  await expectCounted()
  expect((await ask(calls.mergeOrder, { order_id }, me)).body.success).toBe(false)
})

test('refused: too many, all of it, nothing, what is somebody else’s, and what is being bought', async () => {
  const { order_id, whole } = await sell(2)
  const line_id = whole.lines[0]?.line_id ?? ''
  const refused = async (quantity: number, who = me) => {
    const { http, body } = await ask(calls.splitOrder, { order_id, parts: [{ lines: [{ line_id, quantity }] }] }, who)
    return [http, body.message]
  }
  expect((await refused(3))[1]).toContain('Only pieces that are still wanted')
  expect((await refused(2))[1]).toContain('At least one piece has to stay')
  expect((await refused(1, stranger))[0]).toBe(404)
  expect((await refused(0))[0]).toBe(422)
  const [second = ''] = await split(order_id, 1)
  await buyByHand(second, 'BOUGHT1')
  const again = (await detail(second)).lines[0]?.line_id ?? ''
  const parts = [{ lines: [{ line_id: again, quantity: 1 }] }]
  expect((await ask(calls.splitOrder, { order_id: second, parts }, me)).body.message).toContain('is being bought')
  expect((await ask(calls.mergeOrder, { order_id }, me)).body.message).toContain('is being bought')
})

test('each part tells the store of its own pieces, also under one number, and only what is unsent stays wanted', async () => {
  const { number, order_id } = await sell(4)
  const [second = '', third = ''] = await split(order_id, 1, 1)
  await buyByHand(second, 'TOGETHER1')
  await eventually(() => sentOf(number), [['TOGETHER1', '1']])
  // The store counts one piece as sent: it is the one that we told of.
  await settle()
  expect([await wanted(order_id), await wanted(third)]).toEqual([[[2, 2]], [[1, 1]]])
  expect((await detail(order_id)).groups).toMatchObject([{ status: 'placement', sub_status: 'ready' }])
  await buyByHand(third, 'TOGETHER1')
  await eventually(
    () => sentOf(number),
    [
      ['TOGETHER1', '1'],
      ['TOGETHER1', '1'],
    ],
  )
  await buyByHand(order_id, 'LAST2')
  await eventually(async () => (await sentOf(number))?.at(-1), ['LAST2', '2'])
  expect((await sentOf(number))?.length).toBe(3)
})

test('what the store takes out is missed where nothing is bought; what it cancels is cancelled in every part', async () => {
  const { number, order_id, whole } = await sell(3)
  const [second = ''] = await split(order_id, 1)
  await buyByHand(second, 'KEPT1')
  await eventually(() => sentOf(number), [['KEPT1', '1']])
  await act('refund_line', { order: number })
  await eventually(() => wanted(order_id), [[2, 1]])
  expect((await detail(second)).lines[0]?.quantity).toBe(1)
  expect((await detail(second)).timeline.map(({ kind }) => kind)).not.toContain('edited')
  const after = await sumsOf([order_id, second])
  expect(after['total']).toBe(whole.total)
  expect((await detail(order_id)).refunded).toBe(after['refunded'])
  const shown = (await ask(fulfilmentCalls.getSaleCancellation, { order_id: second }, me)).body.data
  expect(shown).toMatchObject({ parts: 2, bought: 1 })

  const other = await sell(2)
  const [part = ''] = await split(other.order_id, 1)
  const { body } = await ask(fulfilmentCalls.cancelSale, { order_id: part, reason: 1 }, me)
  expect(body, JSON.stringify(body)).toMatchObject({ success: true })
  const groups = async () =>
    (await Promise.all([other.order_id, part].map(detail))).map((one) => one.groups.map(({ status }) => status))
  await eventually(groups, [['cancelled'], ['cancelled']])
  for (const one of [other.order_id, part])
    expect((await detail(one)).timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['cancel_asked', 'cancelled']),
    )
  await expectCounted()
})

test('profit counts a split sale once, and what is kept of each sale once', async () => {
  const read = async () => {
    await settle()
    await settle()
    return (await ask(analyticsCalls.getAnalyses, {}, me)).body.data?.figures
  }
  await ask(settings.updateChannelSettings, { channel: 'shopify', fee_fixed: 30 }, me)
  const { order_id } = await sell(3)
  const before = await read()
  const [second = ''] = await split(order_id, 1)
  const after = await read()
  expect(before?.revenue).toBeGreaterThan(0)
  expect(after?.orders).toBe((before?.orders ?? 0) + 1)
  for (const figure of ['revenue', 'tax', 'cost', 'refunds', 'pieces'] as const)
    expect([figure, after?.[figure]]).toEqual([figure, before?.[figure]])
  expect(before?.fees).toBeGreaterThanOrEqual(30)
  // Per cents of each part are rounded by themselves.
  expect(Math.abs((after?.fees ?? 0) - (before?.fees ?? 0))).toBeLessThanOrEqual(1)
  expect((await detail(second)).total).toBeGreaterThan(0)
  await ask(calls.mergeOrder, { order_id }, me)
  expect(await read()).toEqual(before)
})

test('a click on a plan from before the split buys nothing; parts are bought apart, and stay apart', async () => {
  const variant_id = await sellGood(server, me, 'zopi')
  const order_id = await sellByHand(server, me, variant_id, { quantity: 3 })
  const { plan_id } = await preview(server, me, [order_id])
  const [second = ''] = await split(order_id, 1)
  const late = (await ask(placementCalls.placeOrders, { plan_id }, me)).body.data
  expect(late).toMatchObject({ accepted: 0, left_out: [{ order_id, problem: 'changed' }] })
  expect(await place(server, me, [second])).toMatchObject({ accepted: 1 })
  expect((await ask(calls.mergeOrder, { order_id }, me)).body.message).toContain('is being bought')
  expect(await place(server, me, [order_id])).toMatchObject({ accepted: 1 })
  const { rows } = await server.behind.query(
    `select s.order_id, sum(l.quantity)::int as pieces from supplier_orders s
     join supplier_order_lines l using (workplace_id, supplier_order_id)
     where s.order_id = any($1::uuid[]) and l.live group by 1 order by 2`,
    [[order_id, second]],
  )
  expect(rows).toEqual([
    { order_id: second, pieces: 1 },
    { order_id, pieces: 2 },
  ])
})

test('a split and a click at once: one of them comes too late, and no piece is bought twice', async () => {
  const variant_id = await sellGood(server, me, 'zopi')
  for (let round = 0; round < 4; round++) {
    const order_id = await sellByHand(server, me, variant_id, { quantity: 2 })
    const { plan_id } = await preview(server, me, [order_id])
    const line_id = (await detail(order_id)).lines[0]?.line_id ?? ''
    const parts = [{ lines: [{ line_id, quantity: 1 }] }]
    const [divided, clicked] = await Promise.all([
      ask(calls.splitOrder, { order_id, parts }, me),
      ask(placementCalls.placeOrders, { plan_id }, me),
    ])
    expect([divided.body.success, clicked.body.data?.accepted]).toEqual(divided.body.success ? [true, 0] : [false, 1])
    const { rows } = await server.behind.query(
      `select coalesce(sum(l.quantity), 0)::int as pieces from supplier_orders s
       join supplier_order_lines l using (workplace_id, supplier_order_id) where s.order_id = $1 and l.live`,
      [order_id],
    )
    expect(rows).toEqual([{ pieces: divided.body.success ? 0 : 2 }])
  }
})
