/** Buying with the seller's browser, played by the harness at the sandbox's shops and judged by their books. */
import type { ExtensionTaskResult, ExtensionMessage } from '@omni/contracts/extension.ts'
import { extensionCalls as calls } from '@omni/contracts/extension.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { ExtensionHarness } from '@omni/contracts/testing/extension-harness.ts'
import { EXTENSION_SOURCES, type ExtensionSource } from '@omni/domain/placement/extension.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { place, preview, sell, sellAs } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'

const sandbox = await sandboxProcess(100)
const shop = (sandbox.env.EBAY_URL ?? '').replace(/\/ebay$/, '')
const server = await testServer(sandbox.env)
const { ask } = server
const me = await server.person()
const stranger = await server.person()
const goods = new Map<ExtensionSource, string>()
const MINUTE = 60_000

const later = async (ms: number) => {
  server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + ms)
  await server.runJobs()
}

const Goods = z.object({
  goods: z.array(z.object({ product_id: z.string(), sku_id: z.string(), title: z.string(), price: z.number() })),
})
const Books = z.object({
  orders: z.array(z.object({ no: z.coerce.number(), buyer: z.string() })),
  payments: z.array(z.object({ order_no: z.coerce.number(), amount: z.coerce.number() })),
})
const books = async (source: ExtensionSource) => Books.parse(await sandbox.control(`/${source}/books`))
/** How often somebody of this name was bought for. */
async function bought(source: ExtensionSource, name: string): Promise<number> {
  const { orders, payments } = await books(source)
  const own = new Set(orders.filter(({ buyer }) => buyer === name).map(({ no }) => no))
  return payments.filter(({ order_no }) => own.has(order_no)).length
}

const info = async (order_id: string) => {
  const { data } = (await ask(placementCalls.getOrderInfo, { order_id }, me)).body
  const [row] = data?.items ?? []
  if (!row) throw new Error('nothing was placed')
  return row
}
const tasks = async (who = me) => (await ask(calls.listExtensionTasks, {}, who)).body.data?.items ?? []
const taskOf = async (order_id: string) => {
  const { supplier_order_id } = await info(order_id)
  const task = (await tasks()).find((one) => one.supplier_order_id === supplier_order_id)
  if (!task) throw new Error('there is nothing to do')
  return task
}

/** A browser with a page of ours open. `isDeaf`: the page's answers are lost. */
function browser({ buyer = `buyer ${randomUUID()}`, isDeaf = false, country = 'US' } = {}) {
  const said: ExtensionMessage[] = []
  let work: Promise<unknown> = Promise.resolve()
  const page = async (message: ExtensionMessage) => {
    if (message.is === 'may_press') {
      const { is: _, ...question } = message
      const { ask_id } = question
      const { data } = (await ask(calls.pressOrder, question, me)).body
      if (isDeaf) return
      harness.listen(
        data?.press
          ? { is: 'press', ask_id, within_ms: data.within_ms }
          : { is: 'hold_off', ask_id, because: data?.because ?? null },
      )
    } else if (message.is === 'report') {
      const { is: _, ...result } = message
      const reply = await ask(calls.reportExtensionTask, result, me)
      expect(reply.http).toBe(200)
      if (!isDeaf) harness.listen({ is: 'received', report_id: result.report_id })
    }
  }
  const harness = new ExtensionHarness({
    url: shop,
    buyer,
    country,
    send: (message) => {
      said.push(message)
      work = work.then(() => page(message))
    },
  })
  const settle = async () => {
    for (let round = 0; round < 4; round++) {
      await harness.idle()
      await work
    }
  }
  const run = async (order_id: string) => {
    harness.listen({ is: 'task', task: await taskOf(order_id) })
    await settle()
  }
  return { harness, said, settle, run }
}

let sales = 0
/** A sale to somebody of a name of his own. */
async function sold(source: ExtensionSource, limit = true) {
  const name = `Ada ${++sales}`
  const order_id = await sell(server, me, goods.get(source) ?? '', { name })
  const placed = await place(server, me, [order_id])
  expect(placed).toMatchObject({ accepted: 1, left_out: [] })
  await server.runJobs()
  // What nobody has seen yet is told by the checkout: here it is agreed to beforehand.
  if (limit)
    await server.behind.query('update supplier_orders set held = held + 100000 where order_id = $1', [order_id])
  return { name, order_id }
}

beforeAll(async () => {
  server.clock.now = new Date()
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  for (const source of EXTENSION_SOURCES) {
    const reply = await fetch(`${shop}/${source}/site/goods`)
    const [good] = Goods.parse(await reply.json()).goods
    if (!good) throw new Error('nothing is for sale')
    const { title, price, ...ids } = good
    goods.set(source, await sellAs(server, me, { source, name: title, ...ids, sku_attr: '', cost: price }))
  }
})

afterEach(async () => {
  for (const source of EXTENSION_SOURCES) await sandbox.setFaults(source, [])
})

for (const source of EXTENSION_SOURCES)
  test(`${source}: bought once by the browser; a second click and a second tab buy nothing`, async () => {
    const { name, order_id } = await sold(source)
    const row = await info(order_id)
    expect(row).toMatchObject({ source, state: 'queued', status: 'processing' })
    const task = await taskOf(order_id)
    expect(task).toMatchObject({ is: 'fulfil', source, ship_to: { name }, lines: [{ quantity: 1 }] })
    expect((await tasks(stranger)).map(({ supplier_order_id }) => supplier_order_id)).toEqual([])
    const [one, two] = [browser(), browser()]
    one.harness.listen({ is: 'task', task })
    one.harness.listen({ is: 'task', task })
    two.harness.listen({ is: 'task', task })
    await Promise.all([one.settle(), two.settle()])
    expect(await bought(source, name)).toBe(1)
    const placed = await info(order_id)
    expect(placed).toMatchObject({ state: 'placed', status: 'success', error_key: null, alarm: null })
    // Again, and with a page that is older than the purchase.
    await later(MINUTE)
    two.harness.listen({ is: 'task', task })
    await two.settle()
    expect(await bought(source, name)).toBe(1)
    expect((await info(order_id)).order_no).toBe(placed.order_no)
  })

test('an account that is set to another country than the delivery is warned of, and bought with all the same', async () => {
  const other = await sold('temu')
  await browser({ country: 'FR' }).run(other.order_id)
  expect(await info(other.order_id)).toMatchObject({ state: 'placed', warning_key: 'different_region' })
  const same = await sold('temu')
  await browser().run(same.order_id)
  expect(await info(same.order_id)).toMatchObject({ state: 'placed', warning_key: null })
  const { supplier_order_id, n, attempt_no } = await taskOf((await sold('temu')).order_id)
  const question = { supplier_order_id, n, attempt_no, ask_id: randomUUID(), total: 1, currency: 'USD' }
  expect((await ask(calls.pressOrder, { ...question, account_country: 'France' }, me)).http).toBe(422)
})

test('the reply is lost after the press: the order history finds it, and nothing is pressed again', async () => {
  const { name, order_id } = await sold('temu')
  await sandbox.setFaults('temu', [{ kind: 'drop_reply', endpoint: 'site-press', times: 1 }])
  const { harness, run, said } = browser()
  await run(order_id)
  await later(MINUTE)
  expect(await info(order_id)).toMatchObject({ state: 'needs_decision', question: 'exists' })
  const task = await taskOf(order_id)
  expect(task).toMatchObject({ is: 'look', order_no: null })
  expect(task.since).not.toBeNull()
  // A person who sees nothing there is too early.
  const { supplier_order_id } = task
  await ask(placementCalls.updateToFail, { supplier_order_id }, me)
  expect(await info(order_id)).toMatchObject({ state: 'needs_decision' })
  await run(order_id)
  expect(await info(order_id)).toMatchObject({ state: 'placed', alarm: null })
  expect(await bought('temu', name)).toBe(1)
  expect(said.filter(({ is }) => is === 'may_press')).toHaveLength(1)
  await harness.idle()
})

test('nothing in the history proves nothing: a person decides, and only once nothing can be on its way', async () => {
  const { name, order_id } = await sold('ebay')
  const first = browser({ isDeaf: true })
  await first.run(order_id)
  // The permission was given and its answer was lost: the browser is gone with it.
  first.harness.crash()
  expect(await info(order_id)).toMatchObject({ state: 'sending' })
  await later(3 * MINUTE)
  expect(await info(order_id)).toMatchObject({ state: 'needs_decision', question: 'exists' })
  const second = browser()
  await second.run(order_id)
  expect(second.said).toMatchObject([{ is: 'report', report: { is: 'history', orders: [] } }])
  expect(await info(order_id)).toMatchObject({ state: 'needs_decision' })
  const { supplier_order_id } = await info(order_id)
  await ask(placementCalls.updateToFail, { supplier_order_id }, me)
  expect(await info(order_id)).toMatchObject({ state: 'needs_decision' })
  await later(20 * MINUTE)
  await ask(placementCalls.updateToFail, { supplier_order_id }, me)
  expect(await info(order_id)).toMatchObject({ state: 'failed' })
  expect(await bought('ebay', name)).toBe(0)
})

test('a tab that closes before the press leaves it as it was; one that closes after it is looked for', async () => {
  const { name, order_id } = await sold('amazon')
  const task = await taskOf(order_id)
  const of = { supplier_order_id: task.supplier_order_id, n: task.n, attempt_no: task.attempt_no }
  const press = (ask_id: string, total = 100) => ask(calls.pressOrder, { ...of, ask_id, total, currency: 'USD' }, me)
  const report = (one: ExtensionTaskResult['report'], who = me) =>
    ask(calls.reportExtensionTask, { ...of, report_id: randomUUID(), report: one }, who)
  const [asked, other] = [randomUUID(), randomUUID()]
  expect((await ask(calls.pressOrder, { ...of, ask_id: asked, total: 100, currency: 'USD' }, stranger)).http).toBe(404)
  expect((await press(asked)).body.data).toMatchObject({ press: true, because: null })
  expect((await press(asked)).body.data).toMatchObject({ press: false, because: 'pressed' })
  expect((await press(other)).body.data).toMatchObject({ press: false, because: 'pressed' })
  // Who was not given the permission says nothing about the press of somebody else.
  await report({ is: 'not_pressed', ask_id: other })
  expect(await info(order_id)).toMatchObject({ state: 'sending' })
  expect((await report({ is: 'not_pressed', ask_id: asked }, stranger)).http).toBe(404)
  await report({ is: 'not_pressed', ask_id: asked })
  expect(await info(order_id)).toMatchObject({ state: 'queued' })
  // The same word again, when another press is under way.
  expect((await press(other)).body.data).toMatchObject({ press: true })
  await report({ is: 'not_pressed', ask_id: asked })
  expect(await info(order_id)).toMatchObject({ state: 'sending' })
  await report({ is: 'unknown', ask_id: other })
  await later(MINUTE)
  expect(await info(order_id)).toMatchObject({ state: 'needs_decision', question: 'exists' })
  // A late answer, twice.
  const number = { order_no: 'AM-LATE', paid: true, closed: false, total: 100, currency: 'USD' }
  await report({ is: 'bought', ...number })
  await report({ is: 'bought', ...number })
  expect(await info(order_id)).toMatchObject({ state: 'placed', order_no: 'AM-LATE', alarm: null })
  expect(await bought('amazon', name)).toBe(0)
})

test('dearer than agreed: nothing is pressed until a person says so; what is stopped is never pressed', async () => {
  const { name, order_id } = await sold('temu', false)
  const first = browser()
  await sandbox.act('temu', 'raise_prices', { percent: 200 })
  await first.run(order_id)
  const { supplier_order_id, total, approved } = await info(order_id)
  expect(await info(order_id)).toMatchObject({ state: 'needs_decision', question: 'price' })
  expect(total ?? 0).toBeGreaterThan(approved)
  expect(await bought('temu', name)).toBe(0)
  await ask(placementCalls.decideOrder, { supplier_order_id, says: 'accept_price' }, me)
  await first.run(order_id)
  expect(await info(order_id)).toMatchObject({ state: 'placed', total })
  expect(await bought('temu', name)).toBe(1)
  await sandbox.act('temu', 'raise_prices', { percent: 0 })

  const other = await sold('temu')
  const task = await taskOf(other.order_id)
  await ask(placementCalls.stopOrders, { supplier_order_ids: [task.supplier_order_id] }, me)
  first.harness.listen({ is: 'task', task })
  await first.settle()
  expect(await info(other.order_id)).toMatchObject({ state: 'cancelled' })
  expect(await bought('temu', other.name)).toBe(0)
})

test('a price that nobody believes, seen since the click: nothing is pressed until that is answered', async () => {
  const { name, order_id } = await sold('temu')
  const { rows } = await server.behind.query<{ product_id: string; variant_id: string }>(
    'select product_id, variant_id from order_lines where order_id = $1',
    [order_id],
  )
  await server.behind.query(
    `insert into auto_update_questions (workplace_id, source, reason, items) values ($1, 'temu', 'factor', $2)`,
    [me.workplace_id, JSON.stringify(rows.map((line) => ({ ...line, rank: 0, source: 'temu' })))],
  )
  const first = browser()
  await first.run(order_id)
  expect(await info(order_id)).toMatchObject({ state: 'queued' })
  expect(await bought('temu', name)).toBe(0)
  await server.behind.query(`update auto_update_questions set answer = 'confirm', answered_at = now()`)
  await browser().run(order_id)
  expect(await info(order_id)).toMatchObject({ state: 'placed' })
  expect(await bought('temu', name)).toBe(1)
})

test('without an extension the seller buys it and types the number: nothing is left to press', async () => {
  const { name, order_id } = await sold('amazon')
  const task = await taskOf(order_id)
  const { supplier_order_id } = await info(order_id)
  const typed = await ask(placementCalls.updateOrderNo, { supplier_order_id, order_no: 'AM-BY-HAND' }, me)
  expect(typed.body.success, JSON.stringify(typed.body)).toBe(true)
  expect(await info(order_id)).toMatchObject({ state: 'placed', order_no: 'AM-BY-HAND', alarm: null })
  // A browser that still has the task asks before it presses.
  const { harness, settle } = browser()
  harness.listen({ is: 'task', task })
  await settle()
  expect(await bought('amazon', name)).toBe(0)
  expect(await info(order_id)).toMatchObject({ state: 'placed', order_no: 'AM-BY-HAND', alarm: null })
})

test('an equal order without a number keeps the next one from being pressed', async () => {
  const order = await sold('ebay')
  const twin_id = await sell(server, me, goods.get('ebay') ?? '', { name: order.name })
  await place(server, me, [twin_id])
  await server.behind.query('update supplier_orders set held = held + 100000 where order_id = $1', [twin_id])
  const press = async (order_id: string) => {
    const { supplier_order_id, n, attempt_no } = await taskOf(order_id)
    const ask_id = randomUUID()
    const question = { supplier_order_id, n, attempt_no, ask_id, total: 100, currency: 'USD' }
    return (await ask(calls.pressOrder, question, me)).body.data
  }
  expect(await press(order.order_id)).toMatchObject({ press: true })
  expect(await press(twin_id)).toMatchObject({ press: false, because: 'twin' })
  await later(3 * MINUTE)
  expect(await press(twin_id)).toMatchObject({ press: false, because: 'twin' })
  const { supplier_order_id } = await info(order.order_id)
  await ask(placementCalls.updateOrderNo, { supplier_order_id, order_no: 'EB-TYPED' }, me)
  expect(await info(order.order_id)).toMatchObject({ state: 'placed', order_no: 'EB-TYPED' })
  expect(await press(twin_id)).toMatchObject({ press: true })
})

test('what cannot be ordered fails with its reason; nobody signed in is said; what was sent is followed', async () => {
  const { name, order_id } = await sold('ebay')
  const task = await taskOf(order_id)
  const nobody = new ExtensionHarness({ url: '', buyer: null, send: (message) => said.push(message) })
  const said: ExtensionMessage[] = []
  nobody.listen({ is: 'task', task })
  await nobody.idle()
  expect(said).toEqual([{ is: 'sign_in', source: 'ebay' }])
  await sandbox.act('ebay', 'sell_out', { sku_id: task.lines[0]?.sku_id })
  const one = browser()
  await one.run(order_id)
  expect(await info(order_id)).toMatchObject({ state: 'failed', error_key: 'product_sold_out' })
  expect(await bought('ebay', name)).toBe(0)
  await sandbox.act('ebay', 'restock')
  // It can be placed again, as another attempt.
  expect((await preview(server, me, [order_id])).items[0]).toMatchObject({ state: 'ready' })

  const sent = await sold('ebay')
  await one.run(sent.order_id)
  const { order_no } = await info(sent.order_id)
  await sandbox.act('ebay', 'ship_order', { no: Number(order_no?.slice(3)) })
  await later(7 * 60 * MINUTE)
  expect(await taskOf(sent.order_id)).toMatchObject({ is: 'read', order_no, ship_to: null })
  await one.run(sent.order_id)
  expect(await info(sent.order_id)).toMatchObject({ supplier_status: 'shipped' })
  const { groups } = (await ask(orderCalls.getOrderDetail, { order_id: sent.order_id }, me)).body.data ?? {}
  expect(groups).toMatchObject([{ status: 'shipment' }])
})
