/** What sandbox stores are told of parcels, judged by the stores' own books. */
import { fulfilmentCalls as calls } from '@omni/contracts/fulfilments.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { productCenterCalls as center } from '@omni/contracts/product-center.calls.ts'
import { productSettingsCalls as settings } from '@omni/contracts/product-settings.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../platform/embedded-postgres.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { place, sellGood } from '../../testing/buy-setting.ts'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { killableWorkers } from '../../testing/killable-workers.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { siteKeys } from '../../testing/site-keys.ts'
import { steppedTime } from '../../testing/stepped-time.ts'
import { testServer } from '../../testing/test-server.ts'

const LANDS_MS = 1000
const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const time = steppedTime((ms) => sandbox.step(ms))
const server = await testServer({ ...sandbox.env, PUBLIC_URL, LISTING_LANDS_MS: String(LANDS_MS) }, { time })
const { ask } = server
const me = await server.person()
const SHOP = 'northwind-goods.myshopify.com'
let shopify = ''

const { SECRETS_KEYS, STORAGE_DIR } = server.runtime.config
const workers = killableWorkers(server.behind, new URL('../../testing/fulfilling.worker.ts', import.meta.url), {
  ...sandbox.env,
  PUBLIC_URL,
  LISTING_LANDS_MS: String(LANDS_MS),
  DATABASE_URL: server.url,
  APP_DATABASE_URL: server.app_url,
  SECRETS_KEYS,
  STORAGE_DIR,
  MODELS_DIR: STORAGE_DIR,
})
afterAll(() => workers.killAll())

/** Time goes on by a little, and everything that is due then is done. */
async function settle(rounds = 8, step_ms = 5_000) {
  for (let round = 0; round < rounds; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + step_ms)
    if ((await server.runJobs()).length === 0 && round > 0) return
  }
}

const Orders = z.object({ result: z.object({ orders: z.array(z.number()) }) })
async function connect(platform: 'shopify' | 'woocommerce', shop: string): Promise<string> {
  if (platform === 'woocommerce') {
    const keys = await siteKeys(sandbox, 'parcels')
    return (await ask(storeCalls.connectByKeys, { ...keys, shop }, me)).body.data?.id ?? ''
  }
  const { url = '' } = (await ask(storeCalls.linkPlatform, { platform, shop }, me)).body.data ?? {}
  const done = await ask(storeCalls.installPlatform, { platform, query: await allowStore(url) }, me)
  return done.body.data?.id ?? ''
}

/** A customer of a store buys; our order, once it is here. */
async function sell(vendor: 'shopify' | 'woocommerce', input: object) {
  const { orders } = Orders.parse(await sandbox.act(vendor, 'place_orders', input)).result
  const number = orders[0] ?? 0
  let found: { order_id: string; lines: { line_id: string }[] } | undefined
  await expect
    .poll(async () => {
      await settle()
      const filter = { order_status: 'placement', sub_status: 'all', keyword: `#${number}` } as const
      found = (await ask(orderCalls.listOrders, filter, me)).body.data?.items[0]
      return found !== undefined
    })
    .toBe(true)
  return { number, order_id: found?.order_id ?? '', line_ids: (found?.lines ?? []).map(({ line_id }) => line_id) }
}

/** The seller bought it elsewhere, and types what the supplier told. */
async function buyByHand(sale: { order_id: string; line_ids: string[] }, tracking_number: string, carrier = 'DHL') {
  const bought = await ask(
    placementCalls.manuallyFulfill,
    { ...sale, source: 'alibaba', order_no: `no ${tracking_number}`, total: 500, tracking_number, carrier },
    me,
  )
  return bought.body.data?.supplier_order_id ?? ''
}

const Zopi = z.object({ orders: z.array(z.object({ no: z.coerce.number() })) })
const Shopify = z.object({
  orders: z.array(
    z.object({
      number: z.number(),
      body: z.object({
        fulfillments: z
          .array(
            z.object({
              company: z.string(),
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
const parcels = async (number: number) =>
  Shopify.parse(await sandbox.control(`/shopify/books?shop=${SHOP}`)).orders.find((one) => one.number === number)?.body
    .fulfillments
const told = async (order_id: string) =>
  ((await ask(placementCalls.getOrderInfo, { order_id }, me)).body.data?.items ?? []).map(
    ({ store_reported }) => store_reported,
  )
const timeline = async (order_id: string) =>
  ((await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data?.timeline ?? []).map(({ kind }) => kind)

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  server.clock.now = new Date()
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  await fillCatalogue(server.behind, { products: 2, variants: 2 })
  await server.behind.query(
    `update catalog_products set images = array[$1 || '/pictures/1f392_' || id || '_1_0.webp']`,
    [sandbox.url],
  )
  await ask(sourceAccountCalls.connectByKey, { api_key: 'CJ2000001@api@00000000000000000000000000000002' }, me)
  await ask(importListCalls.importAll, { import_data: [{ source: 'cj', product_id: 'p1' }] }, me)
  const { items = [] } = (await ask(center.listProducts, {}, me)).body.data ?? {}
  shopify = await connect('shopify', 'northwind-goods')
  await settle()
  const product_ids = items.map(({ product_id }) => product_id)
  await ask(listingCalls.pushToStores, { product_ids, store_ids: [shopify] }, me)
  await settle()
})

afterEach(async () => {
  await sandbox.setFaults('shopify', [])
  await sandbox.setFaults('woocommerce', [])
})

test('a number that is typed reaches the store once; another number is an update of the same parcel', async () => {
  const sale = await sell('shopify', { shop: SHOP, quantity: 2 })
  const began = Date.now()
  const id = await buyByHand(sale, 'ZX1')
  expect(await told(sale.order_id)).toMatchObject([{ state: 'waiting', problem: null }])
  await settle()
  expect(Date.now() - began).toBeLessThan(60_000)
  expect(await parcels(sale.number)).toMatchObject([
    { company: 'DHL', numbers: ['ZX1'], updates: 0, lines: [{ no: 1, quantity: 2 }] },
  ])
  expect(await told(sale.order_id)).toEqual([{ state: 'reported', problem: null, problem_text: null }])
  const [row] = (await ask(orderCalls.listOrders, { order_status: 'shipment' }, me)).body.data?.items ?? []
  expect(row?.source_orders).toMatchObject([{ reported: 'reported', tracking: [{ number: 'ZX1', carrier: 'DHL' }] }])
  await ask(placementCalls.updateTracking, { supplier_order_id: id, tracking_number: 'ZX2', carrier: 'DHL' }, me)
  await settle()
  expect(await parcels(sale.number)).toMatchObject([{ numbers: ['ZX2'], updates: 1 }])
  // What we told it ourselves is no news from the store.
  const kinds = ['bought_by_hand', 'received', 'shipped', 'shipped', 'store_reported', 'store_reported']
  expect((await timeline(sale.order_id)).toSorted()).toEqual(kinds)
})

test('bought at a supplier: the number that it tells reaches the store, with its carrier and its pieces, once', async () => {
  // The product that the store sells is delivered by one that the house supplier really has.
  const variant_id = await sellGood(server, me, 'zopi')
  await server.behind.query(
    `update variant_suppliers v set source = 'zopi', source_product_id = z.source_product_id, sku_id = z.sku_id,
       sku_attr = z.sku_attr, cost = z.cost, quantity = null
     from variant_suppliers z where z.variant_id = $1 and v.variant_id <> $1`,
    [variant_id],
  )
  // The shop sells what it had for something else, at a loss.
  await ask(orderSettingsCalls.updateAllOrderSettings, { min_profit: null }, me)
  const sale = await sell('shopify', { shop: SHOP, quantity: 3 })
  expect((await place(server, me, [sale.order_id])).accepted).toBe(1)
  await settle()
  const { orders } = Zopi.parse(await sandbox.control('/zopi/books'))
  const no = orders.at(-1)?.no
  // zopi's messages carry the true time.
  server.clock.now = new Date()
  await sandbox.act('zopi', 'ship_order', { no })
  await expect
    .poll(async () => {
      // Nobody asks the supplier and no time goes by: its message alone brings the number to the store.
      await server.runJobs()
      return parcels(sale.number)
    })
    .toMatchObject([{ numbers: [`ZT${no}`], lines: [{ no: 1, quantity: 3 }] }])
  expect((await parcels(sale.number))?.[0]?.company).not.toBe('')
  // The supplier is asked again and again; the store is told once.
  server.clock.now = new Date(server.clock.now.getTime() + 11 * 60_000)
  await ask(placementCalls.syncStatus, {}, me)
  await settle()
  expect(await parcels(sale.number)).toMatchObject([{ updates: 0 }])
  expect((await timeline(sale.order_id)).filter((kind) => kind === 'store_reported')).toHaveLength(1)
})

for (const fault of ['drop_reply', 'act_then_fail', 'land_late'])
  test(`a reply that is lost (${fault}): looked up, told once`, async () => {
    const sale = await sell('shopify', { shop: SHOP })
    await sandbox.setFaults('shopify', [{ kind: fault, endpoint: 'fulfillmentCreate', times: 1 }])
    await buyByHand(sale, `ZL-${fault}`)
    await settle(1, 0)
    expect(await told(sale.order_id)).toMatchObject([{ state: 'waiting', problem: 'checking' }])
    await settle(12)
    // What landed after the store was asked is found when it is tried again, a minute later.
    if (fault === 'land_late') await settle(4, 61_000)
    expect(await told(sale.order_id)).toMatchObject([{ state: 'reported' }])
    expect(await parcels(sale.number)).toHaveLength(1)
  })

test('a worker that is killed between the send and the note of it: told once', async () => {
  const sale = await sell('shopify', { shop: SHOP })
  await sandbox.setFaults('shopify', [
    { kind: 'answer_late', endpoint: 'fulfillmentCreate', after_ms: 20_000, times: 1 },
  ])
  await buyByHand(sale, 'ZK1')
  await workers.start()
  await expect.poll(async () => (await parcels(sale.number))?.length).toBe(1)
  workers.killAll()
  const { rows } = await server.behind.query(
    `select state from attempts where subject_kind = 'fulfilment.shopify' order by created_at desc limit 1`,
  )
  expect(rows).toEqual([{ state: 'sending' }])
  await settle(12)
  expect(await told(sale.order_id)).toMatchObject([{ state: 'reported' }])
  expect(await parcels(sale.number)).toHaveLength(1)
})

test('a store that is down is told later; one that is disconnected is told when it is back', async () => {
  const sale = await sell('shopify', { shop: SHOP })
  await sandbox.setFaults('shopify', [{ kind: 'server_error', endpoint: 'order', percent: 100 }])
  await buyByHand(sale, 'ZD1')
  await settle(2, 1_000)
  expect(await told(sale.order_id)).toMatchObject([{ state: 'waiting', problem: 'unreachable' }])
  await sandbox.setFaults('shopify', [])
  await settle(4, 120_000)
  expect(await told(sale.order_id)).toMatchObject([{ state: 'reported' }])

  const second = await sell('shopify', { shop: SHOP })
  await ask(storeCalls.uninstallPlatform, { platform: 'shopify', shop: SHOP }, me)
  await buyByHand(second, 'ZD2')
  await settle()
  expect(await told(second.order_id)).toMatchObject([{ state: 'waiting', problem: 'disconnected' }])
  expect(await connect('shopify', 'northwind-goods')).toBe(shopify)
  await settle()
  expect(await told(second.order_id)).toMatchObject([{ state: 'reported' }])
  expect([await parcels(sale.number), await parcels(second.number)]).toMatchObject([
    [{ numbers: ['ZD1'] }],
    [{ numbers: ['ZD2'] }],
  ])
})

test('what the merchant sent himself is skipped; what the store refuses is told to a person, and can be sent again', async () => {
  const sale = await sell('shopify', { shop: SHOP })
  await sandbox.act('shopify', 'cancel_order', { shop: SHOP, order: sale.number })
  const skipped = await buyByHand(sale, 'ZR0')
  await settle()
  expect(await told(sale.order_id)).toMatchObject([{ state: 'skipped', problem: 'already_sent' }])
  expect(skipped).not.toBe('')

  const refused = await sell('shopify', { shop: SHOP })
  await sandbox.setFaults('shopify', [
    { kind: 'rate_limit', endpoint: 'fulfillmentCreate', times: 1, retry_after_s: 1 },
  ])
  await sandbox.act('shopify', 'take_scope_away', { shop: SHOP, scope: 'write_merchant_managed_fulfillment_orders' })
  const id = await buyByHand(refused, 'ZR1')
  await settle()
  expect(await told(refused.order_id)).toMatchObject([{ state: 'failed', problem: 'refused' }])
  expect(await timeline(refused.order_id)).toContain('store_not_reported')
  const { items = [] } = (await ask(notificationCalls.listNotification, {}, me)).body.data ?? {}
  expect(items[0]).toMatchObject({ title: expect.stringContaining('was not told of the parcel') })
  await ask(storeCalls.uninstallPlatform, { platform: 'shopify', shop: SHOP }, me)
  await connect('shopify', 'northwind-goods')
  await settle()
  expect((await ask(calls.syncStore, { supplier_order_id: id }, me)).body.data).toMatchObject({ state: 'waiting' })
  await settle()
  expect(await told(refused.order_id)).toMatchObject([{ state: 'reported' }])
  expect(await parcels(refused.number)).toHaveLength(1)
})

test('a channel that is not to be told is left alone until somebody says so', async () => {
  await ask(settings.updateChannelSettings, { channel: 'shopify', sync_tracking: false }, me)
  const sale = await sell('shopify', { shop: SHOP })
  const supplier_order_id = await buyByHand(sale, 'ZO1')
  await settle()
  expect(await told(sale.order_id)).toMatchObject([{ state: 'skipped', problem: 'switched_off' }])
  expect(await parcels(sale.number)).toEqual([])
  await ask(settings.updateChannelSettings, { channel: 'shopify', sync_tracking: true }, me)
  await ask(calls.syncStore, { supplier_order_id, carrier: 'Hermes' }, me)
  await settle()
  expect(await parcels(sale.number)).toMatchObject([{ company: 'Hermes', numbers: ['ZO1'] }])
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

test('WooCommerce: the number stands in the order, the buyer is told once, the order is completed, also with lost replies', async () => {
  // A signature is good for some minutes of the shop's own time.
  server.clock.now = new Date()
  await sandbox.act('woocommerce', 'make_site', { site: 'parcels' })
  await sandbox.act('woocommerce', 'stock_shop', { site: 'parcels', count: 2 })
  await connect('woocommerce', `${sandbox.url}/woocommerce/parcels`)
  await settle()
  const sale = await sell('woocommerce', { site: 'parcels' })
  await sandbox.setFaults('woocommerce', [
    { kind: 'drop_reply', endpoint: 'orders.update', times: 1 },
    { kind: 'drop_reply', endpoint: 'orders.notes.create', times: 1 },
  ])
  await buyByHand(sale, 'ZW1')
  await expect
    .poll(async () => {
      await settle(2, 30_000)
      return (await told(sale.order_id))[0]?.state
    })
    .toBe('reported')
  const order = Woo.parse(await sandbox.control('/woocommerce/books?site=parcels')).orders.find(
    ({ id }) => id === sale.number,
  )
  expect(order).toMatchObject({ status: 'completed', meta: [{ value: [{ tracking_number: 'ZW1' }] }] })
  expect(order?.notes.filter(({ note, customer_note }) => customer_note && note.includes('ZW1'))).toHaveLength(1)
})
