/** A supplier that sends a purchase in several parcels: each is told to the store with its own pieces, once. */
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { productCenterCalls as center } from '@omni/contracts/product-center.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../platform/embedded-postgres.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { place } from '../../testing/buy-setting.ts'
import { connectAliexpress } from '../../testing/connect-aliexpress.ts'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { steppedTime } from '../../testing/stepped-time.ts'
import { testServer } from '../../testing/test-server.ts'

const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const time = steppedTime((ms) => sandbox.step(ms))
const server = await testServer(
  { ...sandbox.env, PUBLIC_URL, LISTING_LANDS_MS: '1000', PLACEMENT_LANDS_MS: '1000' },
  { time },
)
const { ask } = server
const me = await server.person()
const SHOP = 'northwind-goods.myshopify.com'

async function settle(rounds = 8, step_ms = 5_000) {
  for (let round = 0; round < rounds; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + step_ms)
    if ((await server.runJobs()).length === 0 && round > 0) return
  }
}

const Placed = z.object({ result: z.object({ orders: z.array(z.number()) }) })
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
/** The store's order of a sale, bought at AliExpress and paid; the supplier's number of it. */
async function buy(input: object) {
  const number = Placed.parse(await sandbox.act('shopify', 'place_orders', input)).result.orders[0] ?? 0
  // A signature is good for some minutes of the shop's own time.
  server.clock.now = new Date()
  let order_id = ''
  await expect
    .poll(async () => {
      await settle()
      const filter = { order_status: 'placement', sub_status: 'all', keyword: `#${number}` } as const
      order_id = (await ask(orderCalls.listOrders, filter, me)).body.data?.items[0]?.order_id ?? ''
      return order_id
    })
    .not.toBe('')
  expect((await place(server, me, [order_id])).accepted).toBe(1)
  await settle(3)
  const bought = Bought.parse(await sandbox.control('/aliexpress/books')).orders.at(-1)
  const no = bought?.no ?? 0
  await sandbox.act('aliexpress', 'pay_order', { no })
  await settle(4, 30 * 60_000)
  return { number, order_id, no, lines: bought?.lines.length }
}

/** What was asked some minutes ago is asked again, and the store told. */
async function sync() {
  server.clock.now = new Date(server.clock.now.getTime() + 11 * 60_000)
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
  await server.app.listen({ port, host: '127.0.0.1' })
  server.clock.now = new Date()
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  await fillCatalogue(server.behind, { products: 2, variants: 1 })
  await server.behind.query(
    `update catalog_products set images = array[$1 || '/pictures/1f392_' || id || '_1_0.webp']`,
    [sandbox.url],
  )
  await connectAliexpress(server, me)
  // The shop sells what it had for something else, at a loss.
  await ask(orderSettingsCalls.updateAllOrderSettings, { min_profit: null }, me)
  await ask(sourceAccountCalls.connectByKey, { api_key: 'CJ2000001@api@00000000000000000000000000000002' }, me)
  const import_data = ['p1', 'p2'].map((product_id) => ({ source: 'cj' as const, product_id }))
  await ask(importListCalls.importAll, { import_data }, me)
  const { items = [] } = (await ask(center.listProducts, {}, me)).body.data ?? {}
  const goods = await twoOfOneSeller()
  for (const [i, { product_id }] of items.entries()) {
    const good = goods[i % 2]
    const variant = good?.variants.find(({ quantity }) => quantity === null || quantity > 20) ?? good?.variants[0]
    await server.behind.query(
      `update variant_suppliers set source = 'aliexpress', source_product_id = $2, sku_id = $3, sku_attr = $4, cost = $5,
         quantity = null where product_id = $1`,
      [product_id, good?.source_product_id, variant?.sku_id, variant?.sku_attr, variant?.price],
    )
  }
  const { url = '' } =
    (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop: 'northwind-goods' }, me)).body.data ?? {}
  const store = await ask(storeCalls.installPlatform, { platform: 'shopify', query: await allowStore(url) }, me)
  await settle()
  const product_ids = items.map(({ product_id }) => product_id)
  const store_ids = [store.body.data?.id ?? '']
  await ask(listingCalls.pushToStores, { product_ids, store_ids }, me)
  await settle()
})

afterEach(() => sandbox.setFaults('shopify', []))

test('one line is sent and the other waits: the store is told that line, then the other with its own number, also with lost replies', async () => {
  const [first, second] = Products.parse(await sandbox.control(`/shopify/books?shop=${SHOP}`)).products.slice(-2)
  const sale = { shop: SHOP, product: first?.id, and_product: second?.id, quantity: 2 }
  const { number, order_id, no, lines } = await buy(sale)
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
