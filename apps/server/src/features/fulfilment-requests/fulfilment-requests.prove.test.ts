/** Requests of a sandbox store to its fulfilment service, judged by the store's own books. */
import { fulfilmentRequestCalls as calls } from '@omni/contracts/fulfilment-requests.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { productCenterCalls as center } from '@omni/contracts/product-center.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
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
const workers = killableWorkers(server.behind, new URL('../../testing/answering.worker.ts', import.meta.url), {
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

const act = (name: string, input: object) => sandbox.act('shopify', name, { shop: SHOP, ...input })
const Orders = z.object({ result: z.object({ orders: z.array(z.number()) }) })

/** A customer buys so many pieces; our order, once it is here. */
async function sell(quantity = 1, more: { cash?: 1 } = {}): Promise<{ number: number; order_id: string }> {
  const { orders } = Orders.parse(await act('place_orders', { quantity, ...more })).result
  const number = orders[0] ?? 0
  let order_id = ''
  await expect
    .poll(async () => {
      await settle()
      const filter = { order_status: 'all', sub_status: 'all', keyword: `#${number}` } as const
      order_id = (await ask(orderCalls.listOrders, filter, me)).body.data?.items[0]?.order_id ?? ''
      return order_id
    })
    .not.toBe('')
  return { number, order_id }
}

const requestsOf = async (order_id: string, who = me) =>
  (await ask(calls.listFulfilmentRequests, { order_id }, who)).body.data?.items ?? []

/** The newest request about the order, once it stands there. */
async function becomes(order_id: string, state: string, kind = 'fulfilment') {
  await expect
    .poll(async () => {
      await settle()
      const [newest] = await requestsOf(order_id)
      return `${newest?.kind} ${newest?.state}`
    })
    .toBe(`${kind} ${state}`)
  const [newest] = await requestsOf(order_id)
  if (!newest) throw new Error('there is one')
  return newest
}

const answer = (input: Partial<In<typeof calls.answerFulfilmentRequest>> & { request_id: string; accept: boolean }) =>
  ask(calls.answerFulfilmentRequest, { declined: [], note: '', ...input }, me)
const detail = async (order_id: string) => (await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data
const timeline = async (order_id: string) => ((await detail(order_id))?.timeline ?? []).map(({ kind }) => kind)
const groupsOf = async (order_id: string) =>
  ((await detail(order_id))?.groups ?? []).map(({ sub_status, reasons }) => ({ sub_status, reasons }))
const accepting = (fulfilment_requests: 'off' | 'ask' | 'accept') =>
  ask(productSettingsCalls.updateChannelSettings, { channel: 'shopify', fulfilment_requests }, me)

const Books = z.object({
  orders: z.array(
    z.object({
      number: z.number(),
      body: z.object({
        fulfillments: z
          .array(z.object({ service_no: z.number().optional(), numbers: z.array(z.string()) }))
          .default([]),
        service_orders: z
          .array(
            z.object({
              status: z.string(),
              request_status: z.string(),
              answers: z.array(
                z.object({
                  what: z.string(),
                  message: z.string().nullable(),
                  reason: z.string().nullable(),
                  lines: z.array(z.object({ message: z.string() })),
                }),
              ),
            }),
          )
          .default([]),
      }),
    }),
  ),
})
const atStore = async (number: number) => {
  const { orders } = Books.parse(await sandbox.control(`/shopify/books?shop=${SHOP}`))
  const body = orders.find((one) => one.number === number)?.body
  if (!body) throw new Error(`the store has no order ${number}`)
  return body
}
const saidOf = async (number: number) =>
  (await atStore(number)).service_orders.flatMap(({ answers }) => answers.map(({ what }) => what))

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
  const { url = '' } =
    (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop: 'northwind-goods' }, me)).body.data ?? {}
  const query = await allowStore(url)
  const store_id = (await ask(storeCalls.installPlatform, { platform: 'shopify', query }, me)).body.data?.id ?? ''
  await settle()
  const product_ids = items.map(({ product_id }) => product_id)
  // It goes on selling what its supplier has no more of.
  const product_listings = { is_publish: true, allow_sell_out_of_stock: true }
  await ask(listingCalls.pushToStores, { product_ids, store_ids: [store_id], product_listings }, me)
  await settle()
})

afterEach(async () => {
  await sandbox.setFaults('shopify', [])
  await act('lose_webhooks', { percent: 0 })
  await accepting('ask')
})

const Calls = z.object({ calls: z.array(z.object({ operation: z.string(), calls: z.coerce.number() })) })
/** How often the store was told to make a service. */
const created = async () => {
  const { calls: paid } = Calls.parse(await sandbox.control(`/shopify/books?shop=${SHOP}`))
  return paid.find(({ operation }) => operation === 'fulfillmentServiceCreate')?.calls ?? 0
}

test('nothing is made in a store before the seller wants it; then a service once, also after a lost reply', async () => {
  const { number } = await sell()
  await settle(2, 5 * 60_000)
  await expect(act('request_fulfillment', { order: number })).rejects.toThrow()
  expect(await created()).toBe(0)
  await sandbox.setFaults('shopify', [{ kind: 'drop_reply', endpoint: 'fulfillmentServiceCreate', times: 1 }])
  await accepting('ask')
  // Within seconds, not with the next round of the store's orders.
  await settle(8, 500)
  expect(await created()).toBe(1)
  await settle(3, 5 * 60_000)
  expect(await created()).toBe(1)
})

test('accepted by the seller: told once, blocked before and ready after, and what is sent goes to that request', async () => {
  const { number, order_id } = await sell(2)
  await act('request_fulfillment', { order: number, message: 'Gift wrap, please' })
  const open = await becomes(order_id, 'open')
  expect(open).toMatchObject({
    message: 'Gift wrap, please',
    by_itself: false,
    problem: null,
    lines: [{ quantity: 2, wanted: 2, is_partial: false, declined: null }],
  })
  expect(open.lines[0]?.title).not.toBe('')
  expect(await groupsOf(order_id)).toEqual([{ sub_status: 'needs_attention', reasons: ['store_request'] }])
  const { items = [] } = (await ask(notificationCalls.listNotification, {}, me)).body.data ?? {}
  expect(items.filter(({ title }) => title === `#${number}: the store asks you to fulfil it`)).toHaveLength(1)
  // Somebody else sees nothing of it and cannot answer.
  expect(await requestsOf(order_id, stranger)).toEqual([])
  const theirs = { request_id: open.request_id, accept: true, declined: [], note: '' }
  expect((await ask(calls.answerFulfilmentRequest, theirs, stranger)).http).toBe(404)

  const clicks = await Promise.all([1, 2].map(() => answer({ request_id: open.request_id, accept: true })))
  expect(clicks.filter(({ body }) => body.success)).toHaveLength(1)
  const done = await becomes(order_id, 'accepted')
  expect(done.answered_at).not.toBeNull()
  expect(await saidOf(number)).toEqual(['accepted'])
  expect(await groupsOf(order_id)).toEqual([{ sub_status: 'ready', reasons: [] }])
  expect(await timeline(order_id)).toEqual(expect.arrayContaining(['request_received', 'request_accepted']))

  const line_ids = ((await detail(order_id))?.lines ?? []).map(({ line_id }) => line_id)
  const bought = { order_id, line_ids, source: 'alibaba' as const, order_no: 'no R1', total: 500 }
  await ask(placementCalls.manuallyFulfill, { ...bought, tracking_number: 'R1', carrier: 'DHL' }, me)
  await expect
    .poll(async () => {
      await settle()
      return (await atStore(number)).fulfillments
    })
    .toEqual([{ service_no: 1, numbers: ['R1'] }])
})

test('a line that is declined declines the request and is named with its reason; asked for again it is a new request', async () => {
  const { number, order_id } = await sell()
  await act('request_fulfillment', { order: number })
  const { request_id, lines } = await becomes(order_id, 'open')
  const [line] = lines
  expect((await answer({ request_id, accept: false })).body.message).toContain('at least one line')
  const declined = [{ item_id: line?.item_id ?? '', reason: 'out_of_stock' as const }]
  expect((await answer({ request_id, accept: true, declined })).body.success).toBe(false)
  expect((await answer({ request_id, accept: false, declined, note: 'Back in May' })).body.data).toMatchObject({
    state: 'answering',
  })
  expect((await becomes(order_id, 'declined')).lines[0]).toMatchObject({ declined: 'out_of_stock' })
  expect((await atStore(number)).service_orders[0]).toMatchObject({
    status: 'OPEN',
    request_status: 'REJECTED',
    answers: [
      {
        what: 'rejected',
        message: 'Back in May',
        reason: 'INVENTORY_OUT_OF_STOCK',
        lines: [{ message: 'Out of stock' }],
      },
    ],
  })
  expect(await groupsOf(order_id)).toEqual([{ sub_status: 'needs_attention', reasons: ['store_request'] }])
  await act('request_fulfillment', { order: number })
  const again = await becomes(order_id, 'open')
  expect(again.request_id).not.toBe(request_id)
  expect(await requestsOf(order_id)).toHaveLength(2)
})

test('part of a line is declined by itself and says why, whatever the setting is', async () => {
  await accepting('accept')
  const { number, order_id } = await sell(3)
  await act('request_fulfillment', { order: number, line: 1, quantity: 1 })
  const request = await becomes(order_id, 'declined')
  expect(request).toMatchObject({
    by_itself: true,
    lines: [{ quantity: 1, wanted: 3, is_partial: true, declined: 'partial' }],
  })
  const [service] = (await atStore(number)).service_orders
  expect(service?.answers).toMatchObject([{ what: 'rejected', reason: 'OTHER' }])
  expect(service?.answers[0]?.lines[0]?.message).toContain('whole line')
  expect(await timeline(order_id)).toContain('request_declined')
})

test('the setting accepts what can be bought; what cannot is asked about', async () => {
  await accepting('accept')
  const good = await sell()
  await act('request_fulfillment', { order: good.number })
  expect(await becomes(good.order_id, 'accepted')).toMatchObject({ by_itself: true })
  expect(await saidOf(good.number)).toEqual(['accepted'])
  // More than the supplier has: what reads the order again finds the same.
  const bad = await sell(9_000)
  expect(await groupsOf(bad.order_id)).toMatchObject([{ sub_status: 'needs_attention', reasons: ['out_of_stock'] }])
  await act('request_fulfillment', { order: bad.number })
  await becomes(bad.order_id, 'open')
  expect(await saidOf(bad.number)).toEqual([])
})

test('what is paid at the door is accepted where the seller buys such orders, and asked about where not', async () => {
  await accepting('accept')
  const asked = await sell(1, { cash: 1 })
  await act('request_fulfillment', { order: asked.number })
  await becomes(asked.order_id, 'open')
  expect(await saidOf(asked.number)).toEqual([])
  await ask(orderSettingsCalls.updateAllOrderSettings, { places_cod: true }, me)
  const bought = await sell(1, { cash: 1 })
  await act('request_fulfillment', { order: bought.number })
  expect(await becomes(bought.order_id, 'accepted')).toMatchObject({ by_itself: true })
  await ask(orderSettingsCalls.updateAllOrderSettings, { places_cod: false }, me)
})

for (const fault of ['drop_reply', 'act_then_fail', 'land_late'])
  test(`a reply that is lost (${fault}): looked up in the request, answered once`, async () => {
    const { number, order_id } = await sell()
    await act('request_fulfillment', { order: number })
    const { request_id } = await becomes(order_id, 'open')
    const endpoint = 'fulfillmentOrderAcceptFulfillmentRequest'
    await sandbox.setFaults('shopify', [{ kind: fault, endpoint, times: 1 }])
    await answer({ request_id, accept: true })
    await settle(1, 0)
    expect((await requestsOf(order_id))[0]).toMatchObject({ state: 'answering' })
    await becomes(order_id, 'accepted')
    expect(await saidOf(number)).toEqual(['accepted'])
    expect((await timeline(order_id)).filter((kind) => kind === 'request_accepted')).toHaveLength(1)
  })

test('a worker that is killed between the send and the note of it: answered once', async () => {
  const { number, order_id } = await sell()
  await act('request_fulfillment', { order: number })
  const { request_id } = await becomes(order_id, 'open')
  const endpoint = 'fulfillmentOrderAcceptFulfillmentRequest'
  await sandbox.setFaults('shopify', [{ kind: 'answer_late', endpoint, after_ms: 20_000, times: 1 }])
  await answer({ request_id, accept: true })
  await workers.start()
  await expect.poll(() => saidOf(number)).toEqual(['accepted'])
  workers.killAll()
  await becomes(order_id, 'accepted')
  expect(await saidOf(number)).toEqual(['accepted'])
})

/** What stands in the way of buying it, by a plan that is made now. */
async function problemsOf(order_id: string): Promise<string[]> {
  const plan_id = (await ask(placementCalls.previewOrders, { orders: [order_id] }, me)).body.data?.plan_id ?? ''
  await settle()
  return (await ask(placementCalls.getPreview, { plan_id }, me)).body.data?.items[0]?.problems ?? []
}

test('a cancellation is accepted while nothing is bought, and then nothing is; afterwards it is declined', async () => {
  const free = await sell()
  await act('request_fulfillment', { order: free.number })
  await answer({ request_id: (await becomes(free.order_id, 'open')).request_id, accept: true })
  await becomes(free.order_id, 'accepted')
  expect(await problemsOf(free.order_id)).not.toContain('store_request')
  await act('request_cancellation', { order: free.number })
  await becomes(free.order_id, 'accepted', 'cancellation')
  expect(await saidOf(free.number)).toEqual(['accepted', 'cancellation accepted'])
  expect(await groupsOf(free.order_id)).toEqual([{ sub_status: 'needs_attention', reasons: ['store_request'] }])
  expect(await problemsOf(free.order_id)).toEqual(['store_request'])

  const bought = await sell()
  await act('request_fulfillment', { order: bought.number })
  await answer({ request_id: (await becomes(bought.order_id, 'open')).request_id, accept: true })
  await becomes(bought.order_id, 'accepted')
  const line_ids = ((await detail(bought.order_id))?.lines ?? []).map(({ line_id }) => line_id)
  const by_hand = { order_id: bought.order_id, line_ids, source: 'alibaba' as const, order_no: 'no R2', total: 500 }
  await ask(placementCalls.manuallyFulfill, by_hand, me)
  await act('request_cancellation', { order: bought.number })
  expect(await becomes(bought.order_id, 'declined', 'cancellation')).toMatchObject({ by_itself: true })
  expect(await saidOf(bought.number)).toEqual(['accepted', 'cancellation rejected'])
  expect(await timeline(bought.order_id)).toContain('request_cancel_declined')
})

test('a ping that was lost is found with the orders; one that nobody signed is refused; a withdrawn request is over', async () => {
  const { number, order_id } = await sell()
  await act('lose_webhooks', { percent: 100 })
  await act('request_fulfillment', { order: number })
  // No time goes by: the next round of the orders may be due within seconds.
  await settle(1, 0)
  expect(await requestsOf(order_id)).toEqual([])
  await settle(3, 4 * 60_000)
  const { request_id } = await becomes(order_id, 'open')
  const [{ hook_token } = { hook_token: '' }] = (
    await server.behind.query<{ hook_token: string }>(`select hook_token from store_connections`)
  ).rows
  const forged = await fetch(`${PUBLIC_URL}/hooks/stores/${hook_token}/fulfillment_order_notification`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-hmac-sha256': 'AAAA' },
    body: '{"kind":"FULFILLMENT_REQUEST"}',
  })
  expect(forged.status).toBe(401)
  // Taken back before anybody answered, and we have not heard of it: the store refuses, and the request is over.
  await act('request_cancellation', { order: number })
  await answer({ request_id, accept: true })
  await becomes(order_id, 'withdrawn')
  expect(await saidOf(number)).toEqual([])
  expect(await timeline(order_id)).toEqual(expect.arrayContaining(['request_not_answered', 'request_withdrawn']))
  expect(await groupsOf(order_id)).toEqual([{ sub_status: 'ready', reasons: [] }])
})
