/** Sales that are taken back in the sandbox's stores, judged by the stores' own books. */
import { fulfilmentCalls as calls } from '@omni/contracts/fulfilments.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { productCenterCalls as center } from '@omni/contracts/product-center.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../platform/embedded-postgres.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { killableWorkers } from '../../testing/killable-workers.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'

const LANDS_MS = 1000
const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const env = { ...sandbox.env, PUBLIC_URL, LISTING_LANDS_MS: String(LANDS_MS) }
const server = await testServer(env)
const { ask } = server
const me = await server.person()
const stranger = await server.person()
const SHOP = 'northwind-goods.myshopify.com'
const { SECRETS_KEYS, STORAGE_DIR } = server.runtime.config
const workers = killableWorkers(server.behind, new URL('../../testing/fulfilling.worker.ts', import.meta.url), {
  ...env,
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

async function connect(platform: 'shopify', shop: string): Promise<string> {
  const { url = '' } = (await ask(storeCalls.linkPlatform, { platform, shop }, me)).body.data ?? {}
  const done = await ask(storeCalls.installPlatform, { platform, query: await allowStore(url) }, me)
  return done.body.data?.id ?? ''
}

/** A customer of a store buys; our order, once it is here. */
async function sell(): Promise<{ number: number; order_id: string }> {
  const { orders } = Orders.parse(await sandbox.act('shopify', 'place_orders', { shop: SHOP })).result
  const number = orders[0] ?? 0
  let order_id = ''
  await expect
    .poll(async () => {
      await settle()
      const filter = { order_status: 'placement', sub_status: 'all', keyword: `#${number}` } as const
      order_id = (await ask(orderCalls.listOrders, filter, me)).body.data?.items[0]?.order_id ?? ''
      return order_id
    })
    .not.toBe('')
  return { number, order_id }
}

const view = async (order_id: string) => (await ask(calls.getSaleCancellation, { order_id }, me)).body.data
const timeline = async (order_id: string) =>
  ((await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data?.timeline ?? []).map(({ kind }) => kind)
const becomes = (order_id: string, state: string) =>
  expect
    .poll(async () => {
      await settle()
      return (await view(order_id))?.latest?.state
    })
    .toBe(state)

const Shopify = z.object({
  orders: z.array(
    z.object({
      number: z.number(),
      body: z.object({
        cancelled_at: z.string().nullable(),
        cancel_reason: z.string().nullable(),
        financial: z.string(),
      }),
    }),
  ),
})
const atShopify = async (number: number) =>
  Shopify.parse(await sandbox.control(`/shopify/books?shop=${SHOP}`)).orders.find((one) => one.number === number)?.body
/** How often the store cancelled anything: it says so each time. */
const cancelled = async () =>
  (await sandbox.events('shopify')).filter(({ kind, name }) => kind === 'webhook' && name === 'orders/cancelled').length

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  await fillCatalogue(server.behind, { products: 1, variants: 2 })
  await server.behind.query(
    `update catalog_products set images = array[$1 || '/pictures/1f392_' || id || '_1_0.webp']`,
    [sandbox.url],
  )
  await ask(sourceAccountCalls.connectByKey, { api_key: 'CJ2000001@api@00000000000000000000000000000002' }, me)
  await ask(importListCalls.importAll, { import_data: [{ source: 'cj', product_id: 'p1' }] }, me)
  const { items = [] } = (await ask(center.listProducts, {}, me)).body.data ?? {}
  const store_id = await connect('shopify', 'northwind-goods')
  await settle()
  const product_ids = items.map(({ product_id }) => product_id)
  await ask(listingCalls.pushToStores, { product_ids, store_ids: [store_id] }, me)
  await settle()
})

afterEach(async () => {
  await sandbox.setFaults('shopify', [])
})

test('Shopify: cancelled with its reason, paid back, once; the timeline says who asked and that it was done', async () => {
  const { number, order_id } = await sell()
  expect(await view(order_id)).toEqual({ because: null, pays_back: true, parts: 1, bought: 0, latest: null })
  const begun = await ask(calls.cancelSale, { order_id, reason: 1 }, me)
  expect(begun.body.data).toMatchObject({ because: 'under_way', latest: { reason: 1, state: 'sending' } })
  // A second click, and somebody who does not own it.
  expect((await ask(calls.cancelSale, { order_id, reason: 4 }, me)).body.success).toBe(false)
  expect((await ask(calls.cancelSale, { order_id, reason: 4 }, stranger)).http).toBe(404)
  await becomes(order_id, 'done')
  expect(await atShopify(number)).toMatchObject({ cancel_reason: 'INVENTORY', financial: 'REFUNDED' })
  expect((await atShopify(number))?.cancelled_at).not.toBeNull()
  await settle()
  const kinds = await timeline(order_id)
  expect(kinds.filter((kind) => kind === 'cancel_asked' || kind === 'cancelled').toSorted()).toEqual([
    'cancel_asked',
    'cancelled',
  ])
  expect(await view(order_id)).toMatchObject({ because: 'cancelled', latest: { state: 'done' } })
  expect(await cancelled()).toBe(1)
})

for (const fault of ['drop_reply', 'act_then_fail', 'land_late'])
  test(`a reply that is lost (${fault}): looked up in the order, cancelled once`, async () => {
    const { number, order_id } = await sell()
    await sandbox.setFaults('shopify', [{ kind: fault, endpoint: 'orderCancel', times: 1 }])
    await ask(calls.cancelSale, { order_id, reason: 4 }, me)
    await settle(1, 0)
    expect(await view(order_id)).toMatchObject({ latest: { state: 'sending' } })
    await becomes(order_id, 'done')
    expect(await atShopify(number)).toMatchObject({ cancel_reason: 'CUSTOMER' })
    await settle()
    expect((await timeline(order_id)).filter((kind) => kind === 'cancelled')).toHaveLength(1)
  })

test('a worker that is killed between the send and the note of it: cancelled once', async () => {
  const { number, order_id } = await sell()
  await sandbox.setFaults('shopify', [{ kind: 'answer_late', endpoint: 'orderCancel', after_ms: 20_000, times: 1 }])
  const before = await cancelled()
  await ask(calls.cancelSale, { order_id, reason: 12 }, me)
  await workers.start()
  await expect.poll(async () => (await atShopify(number))?.cancelled_at ?? null).not.toBeNull()
  workers.killAll()
  await becomes(order_id, 'done')
  expect(await atShopify(number)).toMatchObject({ cancel_reason: 'FRAUD' })
  expect((await cancelled()) - before).toBe(1)
})

test('what the store refuses is said in its words, told to who asked, and can be tried again', async () => {
  const { number, order_id } = await sell()
  // The merchant sends it himself, and we have not heard of it yet.
  await sandbox.act('shopify', 'lose_webhooks', { shop: SHOP, percent: 100 })
  await sandbox.act('shopify', 'send_order', { shop: SHOP, order: number })
  await ask(calls.cancelSale, { order_id, reason: 14 }, me)
  await becomes(order_id, 'failed')
  await sandbox.act('shopify', 'lose_webhooks', { shop: SHOP, percent: 0 })
  expect((await view(order_id))?.latest).toMatchObject({
    problem: 'refused',
    problem_text: expect.stringContaining('fulfilled'),
  })
  expect(await timeline(order_id)).toContain('cancel_refused')
  expect((await atShopify(number))?.cancelled_at).toBeNull()
  const { items = [] } = (await ask(notificationCalls.listNotification, {}, me)).body.data ?? {}
  expect(items.some(({ title }) => title.includes('was not cancelled'))).toBe(true)
  // The order was read again: it was sent, so the store is not asked once more.
  await settle()
  expect((await view(order_id))?.because).toBe('sent')
})

test('an order that a person typed, and one that was sent, are not asked for', async () => {
  const { order_id } = await sell()
  const detail = (await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data
  const line_ids = (detail?.lines ?? []).map(({ line_id }) => line_id)
  const bought = { order_id, line_ids, source: 'alibaba' as const, order_no: 'no C1', total: 500 }
  await ask(placementCalls.manuallyFulfill, { ...bought, tracking_number: 'C1', carrier: 'DHL' }, me)
  await expect
    .poll(async () => {
      await settle()
      return (await view(order_id))?.because
    })
    .toBe('sent')
  expect((await view(order_id))?.bought).toBe(1)
  expect((await ask(calls.cancelSale, { order_id, reason: 4 }, me)).body.message).toContain('sent')
})
