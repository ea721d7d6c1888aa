/** Sales that are taken back in the sandbox's stores, judged by the stores' own books. */
import { fulfilmentCalls as calls } from '@omni/contracts/fulfilments.calls.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { killableWorkers } from '../../testing/killable-workers.ts'
import { SHOP, shopTest } from '../../testing/shop-test.ts'

const { env, sandbox, ask, me, server, settle, importGoods, connect, push, sell } = await shopTest()
const stranger = await server.person()
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
  const product_ids = await importGoods()
  await push(await connect('shopify'), product_ids)
})

afterEach(async () => {
  await sandbox.setFaults('shopify', [])
})

test('Shopify: cancelled with its reason, paid back, once; the timeline says who asked and that it was done', async () => {
  const { number, order_id } = await sell('shopify')
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
    const { number, order_id } = await sell('shopify')
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
  const { number, order_id } = await sell('shopify')
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
  const { number, order_id } = await sell('shopify')
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
  const { order_id } = await sell('shopify')
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
