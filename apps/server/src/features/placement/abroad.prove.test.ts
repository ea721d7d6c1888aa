/**
 * Three customers of a Shopify store buy from abroad; AliExpress and CJ deliver. From the sale to the door, judged by the
 * books of the store and of the suppliers.
 */
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { placementCalls as calls } from '@omni/contracts/placement.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../platform/embedded-postgres.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { preview } from '../../testing/buy-setting.ts'
import { connectAliexpress } from '../../testing/connect-aliexpress.ts'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { steppedTime } from '../../testing/stepped-time.ts'
import { testServer } from '../../testing/test-server.ts'
import { enqueue } from '../../platform/jobs.ts'
import { pollParcels } from '../tracking/jobs.ts'

const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const time = steppedTime((ms) => sandbox.step(ms))
const env = { ...sandbox.env, ...sandbox.tracker_env, PUBLIC_URL, PLACEMENT_LANDS_MS: '1000', LISTING_LANDS_MS: '1000' }
const server = await testServer(env, { time })
const { ask } = server
const me = await server.person()
const SHOP = 'northwind-goods.myshopify.com'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ALIEXPRESS_NUMBER = 8_190_000_000_000_000
const IOSS = 'IM2760000742'

/** Everybody's time goes on, and what is due then is done. */
async function later(ms: number): Promise<void> {
  await time.skip(ms)
  server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + ms)
  await server.runJobs()
}
async function settle(rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round++) await later(10_000)
}
/** The suppliers, the store and the tracker are asked what is new. */
async function sync(): Promise<void> {
  await later(31 * MINUTE_MS)
  await ask(calls.syncStatus, {}, me)
  await server.runtime.db({}).tx((tx) => enqueue(tx, pollParcels, {}))
  await settle()
}

const SupplierBooks = z.object({
  orders: z.array(
    z.object({
      no: z.coerce.number(),
      reference: z.string(),
      paid_at: z.string().nullable(),
      content: z.string().default('{}'),
    }),
  ),
  payments: z.array(z.object({ order_no: z.coerce.number(), amount: z.coerce.number() })),
})
const booksOf = async (source: Source, query = '') =>
  SupplierBooks.parse(await sandbox.control(`/${source}/books${query}`))
/** What the supplier was told with its newest order. */
async function told(source: Source, no: number | undefined): Promise<unknown> {
  const reference = (await booksOf(source)).orders.find((one) => one.no === no)?.reference ?? ''
  const [order] = (await booksOf(source, `?reference=${encodeURIComponent(reference)}`)).orders
  return JSON.parse(order?.content ?? '{}')
}

const ShopBooks = z.object({
  products: z.array(z.object({ id: z.coerce.number(), body: z.object({ title: z.string() }) })),
  orders: z.array(
    z.object({
      number: z.number(),
      body: z.object({
        lines: z.array(z.object({ no: z.number(), product_id: z.number() })),
        fulfillments: z
          .array(
            z.object({
              numbers: z.array(z.string()),
              lines: z.array(z.object({ no: z.number(), quantity: z.number() })),
            }),
          )
          .default([]),
      }),
    }),
  ),
})
const shop = async () => ShopBooks.parse(await sandbox.control(`/shopify/books?shop=${SHOP}`))
const fulfilments = async (number: number) =>
  (await shop()).orders.find((one) => one.number === number)?.body.fulfillments
const act = (action: string, input: object) => sandbox.act('aliexpress', action, input)
const show = (no: number | undefined, state: string, line = 0, end_reason = '') =>
  act('set_order_state', { no, line, state, end_reason })

const info = async ({ order_id }: Sale) => (await ask(calls.getOrderInfo, { order_id }, me)).body.data?.items ?? []
const detail = async ({ order_id }: Sale) => (await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data
const standing = async (sale: Sale) =>
  ((await detail(sale))?.groups ?? []).map(({ status, sub_status, reasons }) =>
    [status, sub_status, ...reasons].join(' '),
  )
const kinds = async (sale: Sale) => ((await detail(sale))?.timeline ?? []).map(({ kind }) => kind)
const counted = async (status: 'placement' | 'payment' | 'shipment') =>
  (await ask(orderCalls.countOrderStatus, {}, me)).body.data?.groups[status]
const notices = async (sale: Sale) =>
  ((await ask(notificationCalls.listNotification, { page_size: 100 }, me)).body.data?.items ?? [])
    .map(({ title }) => title)
    .filter((title) => title.includes(`#${sale.number}`))
const balances = async () =>
  (await server.behind.query('select account, amount from ledger_balances where workplace_id = $1', [me.workplace_id]))
    .rows

interface Sale {
  number: number
  order_id: string
}
const Placed = z.object({ result: z.object({ orders: z.array(z.number()) }) })
/** A customer buys in the store; our order, once it is here. */
async function sell(
  country: string,
  product: number,
  more: { and_product?: number | undefined; quantity?: number } = {},
): Promise<Sale> {
  const { orders } = Placed.parse(
    await sandbox.act('shopify', 'place_orders', { shop: SHOP, country, product, ...more }),
  ).result
  const number = orders[0] ?? 0
  let order_id: string | undefined
  await expect
    .poll(async () => {
      await later(5_000)
      const filter = { order_status: 'placement', sub_status: 'all', keyword: `#${number}` } as const
      order_id = (await ask(orderCalls.listOrders, filter, me)).body.data?.items[0]?.order_id
      return order_id
    })
    .toBeDefined()
  return { number, order_id: order_id ?? '' }
}
/** As a person does who was asked. */
async function fillIn(sale: Sale, fields: object): Promise<void> {
  const address = { ...(await detail(sale))?.address, ...fields }
  // Read from the server a moment ago, and complete.
  const done = await ask(
    orderCalls.updateCustomer,
    { order_id: sale.order_id, address: address as never, repair: true },
    me,
  )
  expect(done.http).toBe(200)
}

/** The store's product is delivered by one that the supplier really has. */
async function deliver(title: string, source: Source, product_id: string, ship_to: string): Promise<void> {
  const good = await server.runtime.services.suppliers.shared[source]?.catalog?.get({ product_id, ship_to })
  const variant = good?.variants.find(({ quantity }) => quantity === null || quantity > 20)
  if (!variant) throw new Error(`${source} does not have ${product_id}`)
  await server.behind.query(
    `update variant_suppliers v set source = $2, source_product_id = $3, sku_id = $4, sku_attr = $5, cost = $6, quantity = null
     from products p where p.workplace_id = v.workplace_id and p.product_id = v.product_id and p.title = $1`,
    [title, source, product_id, variant.sku_id, variant.sku_attr, variant.price],
  )
}
/** Two products of one of its sellers make one order there; and one more. */
async function goodsOf(source: Source): Promise<string[]> {
  const catalog = server.runtime.services.suppliers.shared[source]?.catalog
  const { items = [] } = (await catalog?.search({ page_size: 20, ship_to: 'BR' })) ?? {}
  const found: { seller: string; product_id: string }[] = []
  for (const { source_product_id: product_id } of items) {
    const good = await catalog?.get({ product_id, ship_to: 'BR' })
    found.push({ seller: good?.seller?.seller_id ?? '', product_id })
  }
  const [pair = []] = [...Map.groupBy(found, ({ seller }) => seller).values()].filter(({ length }) => length > 1)
  return [...new Set([...pair.slice(0, 2), ...found].map(({ product_id }) => product_id))]
}

const products: number[] = []
let brazil: Sale
let korea: Sale
let germany: Sale
const costs = new Map<string, number | null>()
let numbers: { brazil: number | undefined; korea: number | undefined; germany: number | undefined }

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  server.clock.now = new Date()
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  await connectAliexpress(server, me)
  await ask(sourceAccountCalls.connectByKey, { api_key: 'CJ2000001@api@00000000000000000000000000000002' }, me)
  await fillCatalogue(server.behind, { products: 4, variants: 1 })
  await server.behind.query(
    `update catalog_products set images = array[$1 || '/pictures/1f392_' || id || '_1_0.webp']`,
    [sandbox.url],
  )
  const import_data = [1, 2, 3, 4].map((n) => ({ source: 'cj' as const, product_id: `p${n}` }))
  await ask(importListCalls.importAll, { import_data }, me)
  const { items = [] } = (await ask(productCenterCalls.listProducts, {}, me)).body.data ?? {}
  const { url = '' } =
    (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop: 'northwind-goods' }, me)).body.data ?? {}
  const query = await allowStore(url)
  const store = (await ask(storeCalls.installPlatform, { platform: 'shopify', query }, me)).body.data?.id ?? ''
  await settle()
  const product_ids = items.map(({ product_id }) => product_id)
  await ask(listingCalls.pushToStores, { product_ids, store_ids: [store] }, me)
  await settle(8)
  const [one = '', two = '', three = ''] = await goodsOf('aliexpress')
  const { items: [good] = [] } =
    (await server.runtime.services.suppliers.shared.cj?.catalog?.search({ page_size: 1, ship_to: 'DE' })) ?? {}
  const sources: [Source, string, string][] = [
    ['aliexpress', one, 'BR'],
    ['aliexpress', two, 'BR'],
    ['aliexpress', three, 'KR'],
    ['cj', good?.source_product_id ?? '', 'DE'],
  ]
  const listed = (await shop()).products
  for (const [at, [source, product_id, ship_to]] of sources.entries()) {
    const title = `Product number ${at + 1}`
    await deliver(title, source, product_id, ship_to)
    products.push(listed.find(({ body }) => body.title === title)?.id ?? 0)
  }
})

test('what is missing is asked for before any money moves, and nothing is placed meanwhile', async () => {
  brazil = await sell('BR', products[0] ?? 0, { and_product: products[1] })
  korea = await sell('KR', products[2] ?? 0, { quantity: 2 })
  germany = await sell('DE', products[3] ?? 0)
  const orders = [brazil, korea, germany].map(({ order_id }) => order_id)
  const { plan_id, items } = await preview(server, me, orders)
  const choices = expect.arrayContaining(['Seoul'])
  expect(items).toMatchObject([
    { state: 'blocked', problems: ['address'], asks: [{ field: 'tax_number', says: 'missing' }] },
    { state: 'blocked', problems: ['address'], asks: [{ field: 'tax_number' }, { field: 'province', choices }] },
    { state: 'blocked', problems: ['ioss'], asks: [] },
  ])
  expect((await ask(calls.placeOrders, { plan_id }, me)).body.data).toMatchObject({ accepted: 0 })
  await settle()
  for (const source of ['aliexpress', 'cj'] as const)
    expect(await booksOf(source)).toEqual({ orders: [], payments: [] })
  // What customs ask of everybody is seen without asking a supplier, and so is a loss.
  expect(await counted('placement')).toMatchObject({ needs_attention: 3, ready: 0 })
})

test('filled in, it is placed; the suppliers get what their rules ask for; no money of ours moves', async () => {
  await fillIn(brazil, { tax_number: '529.982.247-25' })
  await fillIn(korea, { tax_number: 'P123456789012', province: 'Seoul' })
  const ioss = { source: 'cj', version: 0, ioss_mode: 'own', ioss: IOSS } as const
  expect((await ask(orderSettingsCalls.updateOrderSettings, ioss, me)).http).toBe(200)
  const before = await balances()
  const { plan_id, items } = await preview(
    server,
    me,
    [brazil, korea, germany].map(({ order_id }) => order_id),
  )
  // The shop sells what it had for something else: each is bought at a loss, and only by a yes of its own.
  expect(items.map(({ state, asks }) => [state, asks])).toEqual([1, 2, 3].map(() => ['stopped', []]))
  for (const { order_id, cost, profit } of items) {
    const { data } = (await ask(analyticsCalls.getOrderProfit, { order_id }, me)).body
    expect(data?.profit).toEqual(profit)
    await ask(calls.acceptOrder, { plan_id, order_id }, me)
    costs.set(order_id, cost)
  }
  expect((await ask(calls.placeOrders, { plan_id }, me)).body.data).toMatchObject({ accepted: 3, left_out: [] })
  await settle(8)
  const { orders } = await booksOf('aliexpress')
  const cj = await booksOf('cj')
  expect([orders.length, cj.orders.length]).toEqual([2, 1])
  const noOf = async (sale: Sale) => Number((await info(sale))[0]?.order_no) - ALIEXPRESS_NUMBER
  numbers = { brazil: await noOf(brazil), korea: await noOf(korea), germany: cj.orders[0]?.no }
  expect(await told('aliexpress', numbers.brazil)).toMatchObject({
    logistics_address: {
      phone_country: '55',
      mobile_no: '11987654321',
      province: 'Sao Paulo',
      city: 'Sao Paulo',
      cpf: '52998224725',
    },
    product_items: [{ product_count: 1 }, { product_count: 1 }],
  })
  expect(await told('aliexpress', numbers.korea)).toMatchObject({
    logistics_address: { phone_country: '82', mobile_no: '1012345678', province: 'Seoul', tax_number: 'P123456789012' },
  })
  expect(await told('cj', numbers.germany)).toMatchObject({
    shippingProvince: 'Bayern',
    shippingPhone: '+4989123456',
    iossType: 2,
    iossNumber: IOSS,
  })
  // CJ is paid from its own balance; AliExpress waits for the seller. Our ledger has no part in either.
  const cost = costs.get(germany.order_id)
  expect(cj.payments).toEqual([{ order_no: numbers.germany, amount: cost }])
  expect((await booksOf('aliexpress')).payments).toEqual([])
  expect(await info(germany)).toMatchObject([{ state: 'placed', total: cost, supplier_status: 'paid' }])
  for (const sale of [brazil, korea]) expect(await standing(sale)).toEqual(['payment waiting_payment'])
  expect(await standing(germany)).toEqual(['payment order_placed'])
  expect(await counted('payment')).toMatchObject({ waiting_payment: 2, order_placed: 1 })
  expect(await balances()).toEqual(before)
})

test('one of two lines is cancelled there, the other is sent: the store hears of that one alone', async () => {
  const no = numbers.brazil
  await act('pay_order', { no })
  await sync()
  const { payments } = await booksOf('aliexpress')
  expect(payments).toEqual([{ order_no: no, amount: costs.get(brazil.order_id) }])
  expect(await info(brazil)).toMatchObject([{ state: 'placed', total: payments[0]?.amount, supplier_status: 'paid' }])
  await show(no, 'FINISH', 1, 'cancel_order_close_trade')
  await sync()
  expect(await info(brazil)).toMatchObject([{ state: 'placed', supplier_status: 'paid', shipments: [] }])
  expect(await fulfilments(brazil.number)).toEqual([])
  await sync()
  expect(await notices(brazil)).toEqual([`AliExpress cancelled a part of order #${brazil.number}`])
  await act('ship_order', { no })
  await show(no, 'SELLER_PART_SEND_GOODS')
  await show(no, 'WAIT_BUYER_ACCEPT_GOODS', 2)
  await sync()
  expect(await info(brazil)).toMatchObject([
    { supplier_status: 'shipped', shipments: [{ tracking_number: `LP${no}` }] },
  ])
  expect(await fulfilments(brazil.number)).toEqual([{ numbers: [`LP${no}`], lines: [{ no: 2, quantity: 1 }] }])
  expect((await kinds(brazil)).filter((kind) => kind === 'shipped')).toHaveLength(1)
  for (const line of [0, 2]) await show(no, 'FINISH', line)
  await sync()
  expect((await info(brazil))[0]?.supplier_status).toBe('shipped')
  await show(no, 'FINISH', 2, 'buyer_accept_goods')
  await sync()
  expect(await info(brazil)).toMatchObject([{ supplier_status: 'delivered' }])
  expect((await kinds(brazil)).filter((kind) => kind === 'delivered')).toHaveLength(1)
  expect(await info(korea)).toMatchObject([{ state: 'created' }])
})

test('CJ sends it, the carrier proves that it arrived', async () => {
  const no = numbers.germany
  await sandbox.act('cj', 'ship_order', { no })
  await sandbox.act('17track', 'plan', { number: `CJT${no}`, kind: 'silent', hours_ago: 0 })
  await sync()
  expect(await info(germany)).toMatchObject([{ supplier_status: 'shipped', store_reported: { state: 'reported' } }])
  expect(await fulfilments(germany.number)).toEqual([{ numbers: [`CJT${no}`], lines: [{ no: 1, quantity: 1 }] }])
  expect(await kinds(germany)).not.toContain('delivered')
  await sandbox.act('17track', 'move', { number: `CJT${no}`, sub_status: 'Delivered_Other' })
  await expect.poll(async () => (await sync(), kinds(germany))).toContain('delivered')
  expect(await info(germany)).toMatchObject([{ total: costs.get(germany.order_id) }])
  expect((await booksOf('cj')).payments).toHaveLength(1)
})

test('nobody paid for a day: it was not bought, the seller is told, and it can be placed again', async () => {
  const before = await balances()
  await later(20 * HOUR_MS)
  await sync()
  await later(5 * HOUR_MS)
  await sync()
  expect((await info(korea))[0]).toMatchObject({ state: 'cancelled', total: expect.anything() })
  expect((await booksOf('aliexpress')).payments).toHaveLength(1)
  expect(await balances()).toEqual(before)
  expect(await notices(korea)).toEqual([expect.stringContaining('was not paid in time')])
  // It was sold for less than it costs by now.
  expect(await standing(korea)).toEqual(['placement needs_attention loss'])
  const { plan_id, items } = await preview(server, me, [korea.order_id])
  expect(items).toMatchObject([{ state: 'stopped', problems: [] }])
  await ask(calls.acceptOrder, { plan_id, order_id: korea.order_id }, me)
  expect((await ask(calls.placeOrders, { plan_id }, me)).body.data).toMatchObject({ accepted: 1 })
  await settle(8)
  const no = (await booksOf('aliexpress')).orders.at(-1)?.no
  expect((await booksOf('aliexpress')).orders).toHaveLength(3)
  await act('pay_order', { no })
  await sync()
  expect((await booksOf('aliexpress')).payments.at(-1)).toEqual({ order_no: no, amount: items[0]?.cost })
  // One piece leaves, the other some days later: the store is told each with the parcel that carries it.
  const first = { numbers: [`LP${no}P1`], lines: [{ no: 1, quantity: 1 }] }
  await act('ship_line', { no, line: 1, quantity: 1 })
  await sync()
  expect(await fulfilments(korea.number)).toEqual([first])
  await act('ship_order', { no })
  await sync()
  expect(await fulfilments(korea.number)).toEqual([first, { numbers: [`LP${no}`], lines: [{ no: 1, quantity: 1 }] }])
  await show(no, 'FINISH', 0, 'buyer_accept_goods')
  await sync()
  expect(await info(korea)).toContainEqual(expect.objectContaining({ state: 'placed', supplier_status: 'delivered' }))
  expect(await counted('shipment')).toEqual({ all: 3 })
})
