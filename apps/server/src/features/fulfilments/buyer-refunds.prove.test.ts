/** Buyers who are paid back through the sandbox's stores, judged by the stores' own books. */
import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { fulfilmentCalls as calls } from '@omni/contracts/fulfilments.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { killableWorkers } from '../../testing/killable-workers.ts'
import { SHOP, shopTest } from '../../testing/shop-test.ts'

const shop = await shopTest()
const { env, sandbox, ask, me, server, settle } = shop
const stranger = await server.person()
const SITE = 'paidback'
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

const VENDORS = ['shopify', 'woocommerce'] as const
type Vendor = (typeof VENDORS)[number]
const PLACES = { shopify: { shop: SHOP }, woocommerce: { site: SITE } }
/** What the store is asked for, as faults are aimed at it. */
const ENDPOINTS = { shopify: 'refundCreate', woocommerce: 'orders.refunds.create' }

/** A customer of a store buys two pieces; our order, once it is here. */
const sell = (vendor: Vendor, input: object = {}) => shop.sell(vendor, { ...PLACES[vendor], quantity: 2, ...input })

const view = async (order_id: string) => {
  const { data } = (await ask(calls.getBuyerRefunds, { order_id }, me)).body
  if (!data) throw new Error('the order is not there')
  return data
}
const detail = async (order_id: string) => (await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data
const timeline = async (order_id: string) => ((await detail(order_id))?.timeline ?? []).map(({ kind }) => kind)
const times = async (order_id: string, kind: string) => (await timeline(order_id)).filter((one) => one === kind).length
const stateOf = async (order_id: string) => (await view(order_id)).items[0]?.state
const becomes = (order_id: string, state: string) =>
  expect
    .poll(async () => {
      await settle()
      return stateOf(order_id)
    })
    .toBe(state)
/** The order shows so much as paid back: it is read from the store alone. */
const shows = (order_id: string, refunded: number) =>
  expect
    .poll(async () => {
      await settle()
      return (await detail(order_id))?.refunded
    })
    .toBe(refunded)

async function ofProfit(order_id: string) {
  const { data } = (await ask(analyticsCalls.getOrderProfit, { order_id }, me)).body
  return data?.parts.find(({ part }) => part === 'refunds')?.amount
}

type Asked = Omit<In<typeof calls.refundBuyer>, 'order_id' | 'lines' | 'note' | 'notify' | 'by_hand'>
const refund = (order_id: string, asked: Asked & Partial<In<typeof calls.refundBuyer>>) =>
  ask(calls.refundBuyer, { order_id, ...asked }, me)
const suggest = async (order_id: string, quantity: number) => {
  const { lines } = await view(order_id)
  const pieces = lines.slice(0, 1).map(({ remote_line_id }) => ({ remote_line_id, quantity }))
  return { pieces, ...(await ask(calls.suggestBuyerRefund, { order_id, lines: pieces }, me)).body.data }
}

const ByApp = z.object({ notify: z.boolean(), restocked: z.array(z.object({ no: z.number(), quantity: z.number() })) })
const Shopify = z.object({
  orders: z.array(
    z.object({
      number: z.number(),
      body: z.object({
        financial: z.string(),
        refunds: z.array(z.object({ amount: z.string(), note: z.string(), by_app: ByApp.optional() })),
      }),
    }),
  ),
})
const Woo = z.object({
  orders: z.array(
    z.object({
      id: z.number(),
      status: z.string(),
      refunds: z.array(
        z.object({
          amount: z.string(),
          reason: z.string(),
          by_api: z.object({ paid: z.boolean(), restocked: z.boolean() }).optional(),
        }),
      ),
    }),
  ),
})
/** Every refund of an order in its store's own books. */
async function inBooks(vendor: Vendor, number: number): Promise<{ amount: string }[]> {
  if (vendor === 'shopify') {
    const { orders } = Shopify.parse(await sandbox.control(`/shopify/books?shop=${SHOP}`))
    return orders.find((one) => one.number === number)?.body.refunds ?? []
  }
  const { orders } = Woo.parse(await sandbox.control(`/woocommerce/books?site=${SITE}`))
  return orders.find(({ id }) => id === number)?.refunds ?? []
}

beforeAll(async () => {
  const product_ids = await shop.importGoods()
  await sandbox.act('woocommerce', 'make_site', { site: SITE })
  await sandbox.act('woocommerce', 'stock_shop', { site: SITE, count: 8 })
  await shop.push(await shop.connect('shopify'), product_ids)
  await shop.push(await shop.connect('woocommerce', SITE), product_ids)
})

afterEach(async () => {
  for (const vendor of VENDORS) await sandbox.setFaults(vendor, [])
})

for (const vendor of VENDORS) {
  test(`${vendor}: one piece is paid back with its reason, once; order, profit and timeline agree with the store`, async () => {
    const { number, order_id } = await sell(vendor)
    const before = await view(order_id)
    expect(before).toMatchObject({ because: null, refunded: 0, items: [], asks_notice: vendor === 'shopify' })
    const { pieces, amount = 0, most, by_store } = await suggest(order_id, 1)
    expect([most, by_store]).toEqual([before.most, vendor === 'shopify'])
    expect(amount).toBeGreaterThan(0)
    expect(amount * 2).toBeLessThanOrEqual(before.most)
    const asked = { lines: pieces, amount, reason: 'item_unavailable', restock: true, notify: true } as const
    const begun = await refund(order_id, asked)
    expect(begun.body.data).toMatchObject({ because: 'under_way', items: [{ state: 'sending', amount }] })
    // A second click, and somebody who does not own it.
    expect((await refund(order_id, asked)).body.success).toBe(false)
    expect((await ask(calls.refundBuyer, { order_id, ...asked }, stranger)).http).toBe(404)
    await becomes(order_id, 'done')
    await shows(order_id, amount)
    const [made, ...more] = await inBooks(vendor, number)
    expect(more).toEqual([])
    expect(Math.round(Number(made?.amount) * 100)).toBe(amount)
    expect(made).toMatchObject(
      vendor === 'shopify'
        ? { note: expect.stringContaining('Item unavailable'), by_app: { notify: true, restocked: [{ quantity: 1 }] } }
        : { reason: 'Item unavailable', by_api: { paid: true, restocked: true } },
    )
    expect([await times(order_id, 'buyer_refund_asked'), await times(order_id, 'refunded_by_store')]).toEqual([1, 1])
    expect(await view(order_id)).toMatchObject({ because: null, refunded: amount, most: before.most - amount })
    expect((await view(order_id)).lines[0]?.left).toBe((before.lines[0]?.left ?? 0) - 1)
    expect(await ofProfit(order_id)).toBeLessThan(0)
  })

  for (const fault of [{ kind: 'drop_reply' }, { kind: 'act_then_fail' }, { kind: 'land_late', after_ms: 400 }])
    test(`${vendor}: a reply that is lost (${fault.kind}) is looked up; paid back once`, async () => {
      const { number, order_id } = await sell(vendor)
      await sandbox.setFaults(vendor, [{ ...fault, endpoint: ENDPOINTS[vendor], times: 1 }])
      await refund(order_id, { amount: 300, reason: 'other', restock: false })
      // It lands within the time that stores are given for it: that time is not made up here.
      await expect
        .poll(async () => {
          await settle(1, 0)
          return inBooks(vendor, number)
        })
        .toMatchObject([{ amount: '3.00' }])
      await becomes(order_id, 'done')
      expect(await inBooks(vendor, number)).toHaveLength(1)
      await shows(order_id, 300)
      expect(await times(order_id, 'refunded_by_store')).toBe(1)
    })

  test(`${vendor}: it lands later than a store promises, when it counts as unclear already: another try finds it`, async () => {
    const { number, order_id } = await sell(vendor)
    await sandbox.setFaults(vendor, [{ kind: 'land_late', after_ms: 6000, endpoint: ENDPOINTS[vendor], times: 1 }])
    await refund(order_id, { amount: 300, reason: 'other', restock: false })
    await becomes(order_id, 'failed')
    expect((await view(order_id)).items[0]).toMatchObject({ problem: 'unclear' })
    await expect.poll(() => inBooks(vendor, number)).toMatchObject([{ amount: '3.00' }])
    // The store's own word about it comes later still: a person asks for the same once more.
    await refund(order_id, { amount: 300, reason: 'other', restock: false })
    await expect
      .poll(async () => {
        await settle()
        return (await view(order_id)).items[0]?.problem
      })
      .toBe('paid_before')
    await shows(order_id, 300)
    expect(await inBooks(vendor, number)).toHaveLength(1)
  })

  test(`${vendor}: a worker that is killed between the send and the note of it: paid back once, the message before us`, async () => {
    const { number, order_id } = await sell(vendor)
    await sandbox.setFaults(vendor, [{ kind: 'answer_late', endpoint: ENDPOINTS[vendor], after_ms: 20_000, times: 1 }])
    await refund(order_id, { amount: 250, reason: 'customer_changed_or_cancelled_order', restock: false })
    await workers.start()
    await expect.poll(async () => (await inBooks(vendor, number)).length).toBe(1)
    workers.killAll()
    await becomes(order_id, 'done')
    await shows(order_id, 250)
    await settle()
    expect(await inBooks(vendor, number)).toHaveLength(1)
    expect(await times(order_id, 'refunded_by_store')).toBe(1)
  })

  test(`${vendor}: never more than was paid: the merchant was faster, and the store's no is said in its words`, async () => {
    const { number, order_id } = await sell(vendor)
    const { most } = await view(order_id)
    expect((await refund(order_id, { amount: most + 1, reason: 'other', restock: false })).body.success).toBe(false)
    // The merchant pays a piece back himself, and we have not heard of it yet.
    if (vendor === 'shopify') await sandbox.act(vendor, 'lose_webhooks', { shop: SHOP, percent: 100 })
    await sandbox.act(vendor, 'refund_line', { ...PLACES[vendor], order: number })
    const begun = await refund(order_id, { amount: most, reason: 'other', restock: false })
    expect(begun.body.success).toBe(true)
    await becomes(order_id, 'failed')
    if (vendor === 'shopify') await sandbox.act(vendor, 'lose_webhooks', { shop: SHOP, percent: 0 })
    expect((await view(order_id)).items[0]).toMatchObject({
      problem: vendor === 'shopify' ? 'refused' : 'unclear',
      problem_text: expect.stringMatching(vendor === 'shopify' ? /not so much left/ : /Invalid refund amount/),
    })
    expect(await timeline(order_id)).toContain('buyer_refund_refused')
    const { items = [] } = (await ask(notificationCalls.listNotification, {}, me)).body.data ?? {}
    expect(items.some(({ title }) => title.includes('was not paid back'))).toBe(true)
    // What is left can go, all of it, and no cent more.
    await expect
      .poll(async () => {
        await settle()
        return (await view(order_id)).most
      })
      .toBeLessThan(most)
    const rest = (await view(order_id)).most
    await refund(order_id, { amount: rest, reason: 'other', restock: false })
    await becomes(order_id, 'done')
    await shows(order_id, most)
    const books = await inBooks(vendor, number)
    expect(books.reduce((sum, one) => sum + Math.round(Number(one.amount) * 100), 0)).toBe(most)
    expect((await view(order_id)).because).toBe('all_back')
  })
}

test('a bank transfer is not paid back by the shop itself: it says so, and the seller writes it down', async () => {
  const { number, order_id } = await sell('woocommerce', { unpaid: true })
  expect((await view(order_id)).because).toBe('not_paid')
  await sandbox.act('woocommerce', 'set_order_status', { site: SITE, order: number, status: 'processing' })
  await expect
    .poll(async () => {
      await settle()
      return (await view(order_id)).because
    })
    .toBeNull()
  await refund(order_id, { amount: 200, reason: 'other', restock: false })
  await becomes(order_id, 'failed')
  expect((await view(order_id)).items[0]?.problem_text).toContain('automatic refunds')
  await refund(order_id, { amount: 200, reason: 'other', restock: false, by_hand: true })
  await becomes(order_id, 'done')
  expect(await inBooks('woocommerce', number)).toMatchObject([{ amount: '2.00', by_api: { paid: false } }])
})
