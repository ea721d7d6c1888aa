/** A supplier that sends a purchase in several parcels: each is told to the store with its own pieces, once. */
import { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { place } from '../../testing/buy-setting.ts'
import { connectAliexpress } from '../../testing/connect-aliexpress.ts'
import { SHOP, shopTest, TIKTOK_SHOP } from '../../testing/shop-test.ts'

const shop = await shopTest({ env: { PLACEMENT_LANDS_MS: '1000' }, together: true })
const { sandbox, server, ask, me, settle } = shop

const Products = z.object({ products: z.array(z.object({ id: z.number() })) })
const Bought = z.object({ orders: z.array(z.object({ no: z.coerce.number(), lines: z.array(z.unknown()) })) })
const Shopify = z.object({
  orders: z.array(
    z.object({
      number: z.number(),
      body: z.object({
        fulfillments: z
          .array(
            z.object({
              numbers: z.array(z.string()),
              updates: z.number(),
              lines: z.array(z.object({ no: z.number(), quantity: z.number() })),
            }),
          )
          .default([]),
      }),
    }),
  ),
})
const Woo = z.object({
  orders: z.array(
    z.object({
      id: z.number(),
      status: z.string(),
      meta: z.array(z.object({ key: z.string(), value: z.array(z.object({ tracking_number: z.string() })) })),
      notes: z.array(z.object({ note: z.string(), customer_note: z.boolean() })),
    }),
  ),
})
const TikTok = z.object({
  orders: z.array(
    z.object({
      order_id: z.string(),
      status: z.string(),
      body: z.object({ items: z.array(z.object({ package: z.object({ tracking_number: z.string() }).optional() })) }),
    }),
  ),
})
type Channel = 'shopify' | 'woocommerce' | 'tiktok'
/** A sale of a store, bought at AliExpress and paid; the store's number of it and the supplier's. */
async function buy(channel: Channel, input: object) {
  const { number, remote_id, order_id } = await shop.sell(channel, input)
  expect((await place(server, me, [order_id])).accepted).toBe(1)
  await settle(3)
  const bought = Bought.parse(await sandbox.control('/aliexpress/books')).orders.at(-1)
  const no = bought?.no ?? 0
  await sandbox.act('aliexpress', 'pay_order', { no })
  await settle(4, 30 * 60_000)
  return { number, remote_id, order_id, no, lines: bought?.lines.length }
}

/** What was asked some minutes ago is asked again, and the store told. */
async function sync() {
  await settle(1, 11 * 60_000)
  await ask(placementCalls.syncStatus, {}, me)
  await settle()
}
const parcels = async (number: number) =>
  Shopify.parse(await sandbox.control(`/shopify/books?shop=${SHOP}`)).orders.find((one) => one.number === number)?.body
    .fulfillments ?? []
const reported = async (order_id: string) =>
  (await ask(placementCalls.getOrderInfo, { order_id }, me)).body.data?.items[0]?.store_reported

/** Two products of one AliExpress store. */
async function twoOfOneSeller() {
  const { catalog } = server.runtime.services.suppliers.shared.aliexpress ?? {}
  if (!catalog) throw new Error('AliExpress is not set up')
  const { items } = await catalog.search({ page_size: 50, ship_to: 'US' })
  const bySeller = new Map<string, Awaited<ReturnType<typeof catalog.get>>>()
  for (const { source_product_id } of items) {
    const good = await catalog.get({ product_id: source_product_id, ship_to: 'US' })
    const other = bySeller.get(good.seller?.seller_id ?? '')
    if (other) return [other, good]
    bySeller.set(good.seller?.seller_id ?? source_product_id, good)
  }
  throw new Error('no seller has two')
}

beforeAll(async () => {
  const product_ids = await shop.importGoods({ products: 2, variants: 1 })
  await connectAliexpress(server, me)
  // The shop sells what it had for something else, at a loss.
  await ask(orderSettingsCalls.updateAllOrderSettings, { min_profit: null }, me)
  const goods = await twoOfOneSeller()
  for (const [i, product_id] of product_ids.entries()) {
    const good = goods[i % 2]
    const variant = good?.variants.find(({ quantity }) => quantity === null || quantity > 20) ?? good?.variants[0]
    await server.behind.query(
      `update variant_suppliers set source = 'aliexpress', source_product_id = $2, sku_id = $3, sku_attr = $4, cost = $5,
         quantity = 50 where product_id = $1`,
      [product_id, good?.source_product_id, variant?.sku_id, variant?.sku_attr, variant?.price],
    )
  }
  await sandbox.act('tiktok', 'set_shop', { shop: TIKTOK_SHOP, review_s: 0 })
  for (const channel of ['shopify', 'woocommerce', 'tiktok'] as const)
    await shop.push(await shop.connect(channel), product_ids)
})

afterEach(() => sandbox.setFaults('shopify', []))

test('one line is sent and the other waits: the store is told that line, then the other with its own number, also with lost replies', async () => {
  const [first, second] = Products.parse(await sandbox.control(`/shopify/books?shop=${SHOP}`)).products.slice(-2)
  const sale = { product: first?.id, and_product: second?.id, quantity: 2 }
  const { number, order_id, no, lines } = await buy('shopify', sale)
  expect(lines).toBe(2)
  await sandbox.setFaults('shopify', [{ kind: 'drop_reply', endpoint: 'fulfillmentCreate', times: 1 }])
  await sandbox.act('aliexpress', 'ship_line', { no, line: 1 })
  await sync()
  await settle(8, 30_000)
  const told = await parcels(number)
  expect(told).toMatchObject([{ numbers: [`LP${no}P1`], updates: 0, lines: [{ quantity: 2 }] }])
  expect(await reported(order_id)).toMatchObject({ state: 'reported' })
  // Asked again, nothing is told again; of the other line one piece leaves, then the last.
  await sync()
  await sandbox.act('aliexpress', 'ship_line', { no, line: 2, quantity: 1 })
  await sync()
  expect((await parcels(number)).map((one) => [one.numbers, one.lines[0]?.quantity])).toEqual([
    [[`LP${no}P1`], 2],
    [[`LP${no}P2`], 1],
  ])
  await sandbox.act('aliexpress', 'ship_order', { no })
  await sync()
  await sync()
  const all = await parcels(number)
  expect(all.map((one) => [one.numbers, one.updates])).toEqual([
    [[`LP${no}P1`], 0],
    [[`LP${no}P2`], 0],
    [[`LP${no}`], 0],
  ])
  const counted = Map.groupBy(
    all.flatMap((one) => one.lines),
    (line) => line.no,
  )
  expect([...counted.values()].map((own) => own.reduce((sum, { quantity }) => sum + quantity, 0))).toEqual([2, 2])
  expect([...counted].map(([line]) => line).toSorted()).toEqual([1, 2])
})

test('WooCommerce: each parcel stands in the order, its note names the pieces, and the last one completes it', async () => {
  const { number, order_id, no } = await buy('woocommerce', { quantity: 3 })
  const atStore = async () => {
    const { orders } = Woo.parse(await sandbox.control('/woocommerce/books?site=demo'))
    const order = orders.find(({ id }) => id === number)
    return {
      status: order?.status,
      numbers: order?.meta.flatMap(({ value }) => value.map(({ tracking_number }) => tracking_number)),
      notes: order?.notes.filter(({ customer_note }) => customer_note).map(({ note }) => note),
    }
  }
  await sandbox.act('aliexpress', 'ship_line', { no, line: 1, quantity: 1 })
  await sync()
  expect(await atStore()).toEqual({
    status: 'processing',
    numbers: [`LP${no}P1`],
    notes: [expect.stringMatching(new RegExp(`LP${no}P1[^]*\\n1 × Product number`))],
  })
  await sandbox.act('aliexpress', 'ship_order', { no })
  await sync()
  await sync()
  expect(await atStore()).toEqual({
    status: 'completed',
    numbers: [`LP${no}P1`, `LP${no}`],
    notes: [expect.any(String), expect.stringMatching(new RegExp(`LP${no}\\b[^]*\\n2 × Product number`))],
  })
  expect(await reported(order_id)).toMatchObject({ state: 'reported' })
})

test('TikTok Shop: a package for each parcel with its own pieces, by the carrier that the seller named', async () => {
  const { remote_id, order_id, no } = await buy('tiktok', { quantity: 3 })
  const atStore = async () => {
    const { orders } = TikTok.parse(await sandbox.control(`/tiktok/books?shop=${TIKTOK_SHOP}`))
    const order = orders.find((one) => one.order_id === remote_id)
    const sent = order?.body.items.map((item) => item.package?.tracking_number ?? '').toSorted()
    return [order?.status, sent]
  }
  await sandbox.act('aliexpress', 'ship_line', { no, line: 1, quantity: 1 })
  await sync()
  expect(await reported(order_id)).toMatchObject({ state: 'failed', problem: 'unknown_carrier' })
  const [bought] = (await ask(placementCalls.getOrderInfo, { order_id }, me)).body.data?.items ?? []
  const supplier_order_id = bought?.supplier_order_id ?? ''
  await ask(fulfilmentCalls.syncStore, { supplier_order_id, carrier: 'YunExpress' }, me)
  await settle()
  expect(await atStore()).toEqual(['PARTIALLY_SHIPPING', ['', '', `LP${no}P1`]])
  await sandbox.act('aliexpress', 'ship_order', { no })
  await sync()
  await ask(fulfilmentCalls.syncStore, { supplier_order_id, carrier: 'YunExpress' }, me)
  await settle()
  await sync()
  expect(await atStore()).toEqual(['IN_TRANSIT', [`LP${no}`, `LP${no}`, `LP${no}P1`]])
  expect(await reported(order_id)).toMatchObject({ state: 'reported' })
})
