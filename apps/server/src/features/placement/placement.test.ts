/** Buying from the sandbox's suppliers, judged by their own books. */
import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { placementCalls as calls } from '@omni/contracts/placement.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { toppedUp } from '@omni/domain/ledger/placing.ts'
import { moved } from '@omni/domain/ledger/postings.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { post } from '../../platform/ledger.ts'
import { alwaysSent } from '../../testing/always-sent.ts'
import { place, preview, sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { moveOrders } from './move-orders.ts'

const LANDS_MS = 1000
const sandbox = await sandboxProcess(100)
const server = await testServer({ ...sandbox.env, PLACEMENT_LANDS_MS: String(LANDS_MS) })
const { ask } = server
const me = await server.person()
const stranger = await server.person()
const goods = new Map<Source, string>()

/** Time goes on by a little, and everything that is due then is done. */
async function settle(rounds = 8, step_ms = 10_000) {
  for (let round = 0; round < rounds; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + step_ms)
    if ((await server.runJobs()).length === 0 && round > 0) return
  }
}

const Books = z.object({
  orders: z.array(z.object({ no: z.coerce.number(), reference: z.string(), paid_at: z.string().nullable() })),
  payments: z.array(z.object({ order_no: z.coerce.number(), amount: z.coerce.number() })),
})
let seen = { orders: 0, payments: 0 }
/** What the supplier wrote down since the test began. */
async function books(source: Source) {
  const all = Books.parse(await sandbox.control(`/${source}/books`))
  return { orders: all.orders.slice(seen.orders), payments: all.payments.slice(seen.payments) }
}
async function openBooks(source: Source) {
  const all = Books.parse(await sandbox.control(`/${source}/books`))
  seen = { orders: all.orders.length, payments: all.payments.length }
}

const info = async (order_id: string) => (await ask(calls.getOrderInfo, { order_id }, me)).body.data?.items ?? []
const standing = async (order_id: string) =>
  ((await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data?.groups ?? []).map(
    ({ status, sub_status, reasons }) => [status, sub_status, ...reasons].join(' '),
  )
const timeline = async (order_id: string) =>
  ((await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data?.timeline ?? []).map(({ kind }) => kind)
const balances = async () => {
  const { rows } = await server.behind.query<{ account: string; amount: string }>(
    'select account, amount from ledger_balances where workplace_id = $1',
    [me.workplace_id],
  )
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]))
}
const usage = async () => {
  const { rows } = await server.behind.query<{ usage: number }>(
    `select usage from feature_usage where workplace_id = $1 and feature = 'ORDER_FULFILLMENT'`,
    [me.workplace_id],
  )
  return Number(rows[0]?.usage ?? 0)
}
let topUps = 0
const top = () =>
  server.runtime
    .db({ workplace_id: me.workplace_id })
    .tx((tx) =>
      post(tx, [
        {
          scope: 'test',
          key: `top ${topUps++}`,
          kind: 'topup',
          postings: toppedUp('sandbox', 'USD', 100_000),
          effective_at: new Date(),
        },
      ]),
    )
const good = (source: Source) => goods.get(source) ?? ''

beforeAll(async () => {
  server.clock.now = new Date()
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  await ask(sourceAccountCalls.connectByKey, { api_key: 'CJ2000001@api@00000000000000000000000000000002' }, me)
  for (const source of ['zopi', 'cj'] as const) goods.set(source, await sellGood(server, me, source))
})

afterEach(async () => {
  for (const source of ['zopi', 'cj']) {
    await sandbox.setFaults(source, [])
    await sandbox.act(source, 'raise_prices', { percent: 0 })
    await sandbox.act(source, 'restock')
  }
})

test('preview says what it costs and earns; one click buys it once; the money is taken', async () => {
  await openBooks('zopi')
  const order_id = await sell(server, me, good('zopi'))
  const plan = await preview(server, me, [order_id])
  const [shown] = plan.items
  const [basket] = shown?.baskets ?? []
  expect(shown).toMatchObject({ state: 'ready', problems: [], stops: [] })
  expect(basket).toMatchObject({ source: 'zopi', pays: 'wallet', problem: null })
  expect(basket?.methods.length).toBeGreaterThan(0)
  expect(basket?.total).toBe(shown?.cost)
  const amount = 10_000 - (shown?.cost ?? 0)
  expect(shown?.profit).toMatchObject({ state: 'estimated', currency: 'USD', revenue: 10_000, amount })
  expect(plan.summary).toMatchObject({ orders: 1, ready: 1, blocked: 0, quoting: 0, cost: shown?.cost, placed: false })
  const before = await balances()
  const placed = await ask(calls.placeOrders, { plan_id: plan.plan_id }, me)
  expect(placed.body.data).toMatchObject({ accepted: 1, left_out: [] })
  expect(await standing(order_id)).toEqual(['placement processing'])
  const put = () => ask(orderCalls.markArchive, { orders: [order_id] }, me)
  expect((await put()).http).toBe(422)
  expect((await balances())['hold_topup']).toBeGreaterThanOrEqual(shown?.cost ?? 0)
  expect((await ask(calls.listPlacing, {}, me)).body.data).toMatchObject({ processing: 1 })
  await settle()
  expect(await standing(order_id)).toEqual(['payment order_placed'])
  expect((await put()).body.message).toContain('cannot be archived')
  const { orders, payments } = await books('zopi')
  expect(orders).toHaveLength(1)
  expect(payments).toMatchObject([{ amount: shown?.cost }])
  const after = await balances()
  expect(after['hold_topup']).toBe(0)
  expect(after['wallet_topup']).toBe((before['wallet_topup'] ?? 0) - (shown?.cost ?? 0))
  expect(await timeline(order_id)).toEqual(['created_by_hand', 'buying_started', 'bought_created', 'bought_paid'])
  const [row] = await info(order_id)
  expect(row).toMatchObject({ state: 'placed', status: 'success', order_no: `ZO-${orders[0]?.no}`, total: shown?.cost })
  // The same click again is the same answer.
  expect((await ask(calls.placeOrders, { plan_id: plan.plan_id }, me)).body.data).toEqual(placed.body.data)
  expect((await preview(server, me, [order_id])).items[0]).toMatchObject({ problems: ['already_placing'] })
  // Foundation spec §4: placing finishes what the quick start says about orders.
  const guide = (await ask(settingsCalls.getQuickStartGuide, {}, me)).body.data
  expect(guide?.steps).toMatchObject({ FIND_READY_ORDER: true, PLACE_ORDER: true, PUSH_PRODUCT: false })
})

for (const fault of ['drop_reply', 'act_then_fail', 'act_then_refuse'])
  test(`every reply is lost or a lie (${fault}): looked up, bought once`, async () => {
    await openBooks('zopi')
    await sandbox.setFaults('zopi', [
      { kind: fault, endpoint: 'order', times: 1 },
      { kind: fault, endpoint: 'pay', times: 1 },
    ])
    const order_id = await sell(server, me, good('zopi'))
    await place(server, me, [order_id])
    await settle(20)
    expect(await standing(order_id)).toEqual(['payment order_placed'])
    const { orders, payments } = await books('zopi')
    expect([orders.length, payments.length]).toEqual([1, 1])
    const [row] = await info(order_id)
    expect(row?.evidence.some(({ source }) => source === 'look')).toBe(true)
  })

test('shipping is chosen by preference or by hand; what is not offered is refused', async () => {
  const order_id = await sell(server, me, good('zopi'))
  const { plan_id, items } = await preview(server, me, [order_id])
  const methods = items[0]?.baskets[0]?.methods ?? []
  const quickest = Math.min(...methods.map(({ max_days }) => max_days ?? Infinity))
  const shown = async () => (await ask(calls.getPreview, { plan_id }, me)).body.data?.items[0]?.baskets[0]
  await ask(calls.updateShippingMethods, { plan_id, prefer: 'fastest' }, me)
  const fastest = await shown()
  expect(methods.find(({ method }) => method === fastest?.method)?.max_days).toBe(quickest)
  const other = methods.find(({ method }) => method !== fastest?.method)
  if (!other) return expect.fail('there is a choice')
  const choose = (method: string, who = me) =>
    ask(calls.updateShippingMethods, { plan_id, choices: [{ order_id, basket: 0, method }] }, who)
  await choose(other.method)
  expect(await shown()).toMatchObject({ method: other.method, because: 'kept' })
  expect((await choose('by pigeon')).http).toBe(422)
  expect((await choose(other.method, stranger)).http).toBe(404)
})

/** Nothing is known and the supplier cannot be asked. */
async function inTheDark(order_id: string, lost: object) {
  await sandbox.setFaults('zopi', [lost, { kind: 'server_error', endpoint: 'find-order' }])
  await place(server, me, [order_id])
  await settle(6)
  const [row] = await info(order_id)
  expect(row).toMatchObject({ state: 'checking', order_no: null })
  return row?.supplier_order_id ?? ''
}

test('a person finds the number at the supplier’s: it goes on from there; another order’s number is refused', async () => {
  await openBooks('zopi')
  const order_id = await sell(server, me, good('zopi'))
  const supplier_order_id = await inTheDark(order_id, { kind: 'drop_reply', endpoint: 'order', times: 1 })
  const [mine] = (await books('zopi')).orders
  const number = (order_no: string, who = me) => ask(calls.updateOrderNo, { supplier_order_id, order_no }, who)
  expect((await number('ZO-1')).body.errors).toHaveProperty('order_no')
  expect((await number(`ZO-${(mine?.no ?? 0) - 1}`)).body.errors).toHaveProperty('order_no')
  expect((await number(`ZO-${mine?.no}`, stranger)).http).toBe(404)
  expect((await number(`ZO-${mine?.no}`)).body.data).toMatchObject({ order_no: `ZO-${mine?.no}` })
  await settle(20)
  expect(await standing(order_id)).toEqual(['payment order_placed'])
  expect((await books('zopi')).payments).toHaveLength(1)
})

test('stopped while nothing is known: a person who finds nothing there settles it, and the money comes back', async () => {
  await openBooks('zopi')
  const before = await balances()
  const order_id = await sell(server, me, good('zopi'))
  const supplier_order_id = await inTheDark(order_id, { kind: 'server_error', endpoint: 'order' })
  await ask(calls.stopOrders, { supplier_order_ids: [supplier_order_id] }, me)
  expect((await info(order_id))[0]).toMatchObject({ is_stopping: true })
  // Too early: it may still be on its way.
  expect((await ask(calls.updateToFail, { supplier_order_id }, me)).body.data).toMatchObject({ state: 'checking' })
  await settle(4, 20 * 60_000)
  expect((await info(order_id))[0]).toMatchObject({ state: 'needs_decision', question: 'exists' })
  expect(await standing(order_id)).toEqual(['placement needs_attention unclear'])
  expect((await ask(calls.updateToFail, { supplier_order_id }, stranger)).http).toBe(404)
  expect((await ask(calls.updateToFail, { supplier_order_id }, me)).body.data).toMatchObject({ state: 'cancelled' })
  expect(await balances()).toEqual({ ...before, hold_topup: 0 })
  expect(await standing(order_id)).toEqual(['placement ready'])
  expect((await books('zopi')).orders).toEqual([])
})

test('two plans, two clicks: the second is told that it is being placed', async () => {
  await openBooks('zopi')
  const order_id = await sell(server, me, good('zopi'))
  const [a, b] = [await preview(server, me, [order_id]), await preview(server, me, [order_id])]
  const both = await Promise.all([a, b].map(({ plan_id }) => ask(calls.placeOrders, { plan_id }, me)))
  expect(both.map(({ body }) => body.data?.accepted).sort()).toEqual([0, 1])
  expect(both.flatMap(({ body }) => body.data?.left_out ?? [])).toMatchObject([{ problem: 'already_placing' }])
  await settle()
  expect((await books('zopi')).payments).toHaveLength(1)
  // The supplier shows a second purchase of the same: money is out twice, and the seller hears of it whatever is off.
  const [row] = await info(order_id)
  const order = { order_no: 'ZO-990001', confirmed: true, paid: true, closed: false, total: 1000 }
  const event = { is: 'done', of: { n: 1, attempt_no: 1 }, order } as const
  const move = { supplier_order_id: row?.supplier_order_id ?? '', event }
  await server.runtime.db(me).tx((tx) => moveOrders(tx, me.workplace_id, [move], server.clock.now))
  expect(await timeline(order_id)).toContain('bought_twice')
  expect((await alwaysSent(server, me)).at(-1)).toBe('bought_twice')
})

test('an order that changed after the preview is left out, and named', async () => {
  const order_id = await sell(server, me, good('zopi'))
  const { plan_id } = await preview(server, me, [order_id])
  const detail = (await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data
  if (!detail?.address) return expect.fail('it has an address')
  await ask(orderCalls.updateCustomer, { order_id, address: { ...detail.address, address1: '2 Side Street' } }, me)
  const placed = await ask(calls.placeOrders, { plan_id }, me)
  expect(placed.body.data).toMatchObject({ accepted: 0, left_out: [{ order_id, problem: 'changed' }] })
})

test('the price jumps between creating and paying: a person decides; accepted, it is paid once', async () => {
  await openBooks('zopi')
  const order_id = await sell(server, me, good('zopi'))
  // Created and not told: the price has time to jump before it is paid.
  await sandbox.setFaults('zopi', [{ kind: 'drop_reply', endpoint: 'order', times: 1 }])
  await place(server, me, [order_id])
  await server.runJobs()
  await sandbox.act('zopi', 'raise_prices', { percent: 50 })
  await settle(20)
  expect(await standing(order_id)).toEqual(['placement needs_attention price_jumped'])
  const [row] = await info(order_id)
  expect(row).toMatchObject({ state: 'needs_decision', question: 'price', status: 'error' })
  expect((await books('zopi')).payments).toEqual([])
  const other = { supplier_order_id: row?.supplier_order_id ?? '', says: 'accept_price' as const }
  expect((await ask(calls.decideOrder, other, stranger)).http).toBe(404)
  expect((await ask(calls.decideOrder, other, me)).body.data).toMatchObject({ question: null })
  await settle(20)
  expect(await standing(order_id)).toEqual(['payment order_placed'])
  // Who said yes to what: half as dear again as when it was sold.
  const { timeline = [] } = (await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data ?? {}
  const { profit } = (await ask(analyticsCalls.getOrderProfit, { order_id }, me)).body.data ?? {}
  expect(timeline.filter(({ kind }) => kind === 'price_accepted')).toMatchObject([
    {
      who: 'person',
      params: { stops: 'price_rise', source: 'zopi', amount: row?.total, currency: 'USD', profit: profit?.amount },
    },
  ])
  expect((await books('zopi')).payments).toMatchObject([{ amount: row?.total }])
  expect((await balances())['hold_topup']).toBe(0)
})

test('stopped before its turn: nothing is bought, money and quota come back; it can be placed again', async () => {
  await openBooks('zopi')
  const [before, used] = [await balances(), await usage()]
  const order_id = await sell(server, me, good('zopi'))
  await place(server, me, [order_id])
  expect(await usage()).toBe(used + 1)
  expect((await ask(calls.stopOrders, { source: 'zopi' }, stranger)).body.data).toEqual({ stopped: 0 })
  expect((await ask(calls.stopOrders, { source: 'zopi' }, me)).body.data).toEqual({ stopped: 1 })
  await settle()
  expect(await standing(order_id)).toEqual(['placement ready'])
  expect([await balances(), await usage()]).toEqual([{ ...before, hold_topup: 0 }, used])
  expect((await info(order_id))[0]).toMatchObject({ state: 'cancelled', error_key: 'cancel_order' })
  expect((await books('zopi')).orders).toEqual([])
  await place(server, me, [order_id])
  await settle()
  expect((await books('zopi')).payments).toHaveLength(1)
})

test('sold out in the preview is said; sold out at the purchase ends as failed, with the money back', async () => {
  await openBooks('zopi')
  const order_id = await sell(server, me, good('zopi'))
  const { plan_id } = await preview(server, me, [order_id])
  const { rows } = await server.behind.query<{ sku_id: string }>(
    'select sku_id from variant_suppliers where workplace_id = $1 and variant_id = $2',
    [me.workplace_id, good('zopi')],
  )
  const before = await balances()
  await sandbox.act('zopi', 'sell_out', { sku_id: rows[0]?.sku_id })
  expect((await preview(server, me, [order_id])).items[0]).toMatchObject({
    state: 'blocked',
    problems: ['out_of_stock'],
  })
  await ask(calls.placeOrders, { plan_id }, me)
  await settle(20)
  expect(await standing(order_id)).toEqual(['placement needs_attention failed'])
  expect((await info(order_id))[0]).toMatchObject({ state: 'failed', error_key: 'out_of_stock' })
  // Refused for good, as what the supplier does not know, it says that another supplier is needed.
  await server.behind.query(`update supplier_orders set error_key = 'not_found' where order_id = $1`, [order_id])
  expect((await info(order_id))[0]).toMatchObject({ state: 'failed', error_key: 'NEED_CHANGE_SUPPLIER' })
  expect(await balances()).toEqual({ ...before, hold_topup: 0 })
  expect((await books('zopi')).orders).toEqual([])
})

test('what the wallet does not reach for is left out; the rest is placed', async () => {
  await openBooks('zopi')
  const orders = [await sell(server, me, good('zopi')), await sell(server, me, good('zopi'))]
  const plan = await preview(server, me, orders)
  const cost = plan.items[0]?.cost ?? 0
  const { wallet_topup = 0 } = await balances()
  const postings = moved('wallet_topup', 'clearing.sandbox', 'USD', wallet_topup - Math.round(cost * 1.5))
  await server.runtime
    .db({ workplace_id: me.workplace_id })
    .tx((tx) => post(tx, [{ scope: 'test', key: 'drained', kind: 'payout', postings, effective_at: new Date() }]))
  const placed = await ask(calls.placeOrders, { plan_id: plan.plan_id }, me)
  expect(placed.body.data).toMatchObject({ accepted: 1, left_out: [{ problem: 'wallet_too_low' }] })
  await settle()
  expect((await books('zopi')).payments).toHaveLength(1)
})

test('cj: the balance there is too low: it waits and says so; topped up and paid again, it is bought once', async () => {
  await openBooks('cj')
  const setBalance = (balance: number) => sandbox.act('cj', 'set_balance', { account: '2000001', balance })
  await setBalance(1)
  const order_id = await sell(server, me, good('cj'))
  await place(server, me, [order_id])
  await settle(20)
  const [row] = await info(order_id)
  expect(row).toMatchObject({ state: 'needs_decision', question: 'pay', error_key: 'balance_too_low' })
  expect((await alwaysSent(server, me)).at(-1)).toBe('payment_failed')
  expect((await books('cj')).payments).toEqual([])
  await setBalance(100_000_000)
  await ask(calls.decideOrder, { supplier_order_id: row?.supplier_order_id ?? '', says: 'again' }, me)
  await settle(20)
  expect(await standing(order_id)).toEqual(['payment order_placed'])
  expect((await books('cj')).payments).toHaveLength(1)
})

const BERLIN = {
  city: 'Berlin',
  province: '',
  province_code: '',
  zip: '10119',
  country_code: 'DE',
  phone: '+4930123456',
}

test('cj: an order into the EU waits until somebody says how import tax is declared; then it is bought', async () => {
  await openBooks('cj')
  const order_id = await sell(server, me, good('cj'), { address: BERLIN })
  expect((await preview(server, me, [order_id])).items[0]).toMatchObject({ state: 'blocked', problems: ['ioss'] })
  await ask(orderSettingsCalls.updateOrderSettings, { source: 'cj', version: 0, ioss_mode: 'supplier' }, me)
  await place(server, me, [order_id])
  await settle(20)
  expect(await standing(order_id)).toEqual(['payment order_placed'])
  expect((await books('cj')).payments).toHaveLength(1)
})

test('cj: its own declaration is not switched on at CJ: refused, and the sentence names the setting', async () => {
  await openBooks('cj')
  const fjord = await server.person()
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  await ask(sourceAccountCalls.connectByKey, { api_key: 'CJ2000002@api@00000000000000000000000000000003' }, fjord)
  await ask(orderSettingsCalls.updateOrderSettings, { source: 'cj', version: 0, ioss_mode: 'supplier' }, fjord)
  const order_id = await sell(server, fjord, await sellGood(server, fjord, 'cj'), { address: BERLIN })
  await place(server, fjord, [order_id])
  await settle(20)
  const row = (await ask(calls.getOrderInfo, { order_id }, fjord)).body.data?.items[0]
  expect(row).toMatchObject({ state: 'failed', error_key: 'needs_ioss' })
  expect((await books('cj')).orders).toEqual([])
})

test('cj: made and held back: nothing is paid, the seller reads why, and goes on when it is mended', async () => {
  await openBooks('cj')
  await sandbox.act('cj', 'hold_orders', { reason: 'The address is incomplete' })
  const order_id = await sell(server, me, good('cj'))
  await place(server, me, [order_id])
  await settle(20)
  const [row] = await info(order_id)
  expect(row).toMatchObject({
    state: 'needs_decision',
    question: 'pay',
    error_key: 'held_back',
    vendor_word: 'The address is incomplete',
  })
  expect((await books('cj')).payments).toEqual([])
  await sandbox.act('cj', 'hold_orders', {})
  const again = { supplier_order_id: row?.supplier_order_id ?? '', says: 'again' as const }
  expect((await ask(calls.decideOrder, again, me)).body.data).toMatchObject({ state: 'created', question: null })
  await settle(20)
  expect(await standing(order_id)).toEqual(['payment order_placed'])
  expect((await books('cj')).payments).toHaveLength(1)
})

test('cj: created, confirmed and paid from the seller’s own account, whatever gets lost', async () => {
  await openBooks('cj')
  await sandbox.setFaults('cj', [{ kind: 'drop_reply', endpoint: 'order/createOrderV2', times: 1 }])
  const order_id = await sell(server, me, good('cj'))
  const before = await balances()
  const plan = await preview(server, me, [order_id])
  expect(plan.items[0]?.baskets[0]).toMatchObject({ source: 'cj', pays: 'account', problem: null })
  await ask(calls.placeOrders, { plan_id: plan.plan_id }, me)
  await settle(20)
  expect(await standing(order_id)).toEqual(['payment order_placed'])
  const { orders, payments } = await books('cj')
  expect([orders.length, payments.length]).toEqual([1, 1])
  expect(await balances()).toEqual(before)
})

test('after it was bought: sent, cancelled by the supplier; asked for when somebody wants to know', async () => {
  await openBooks('zopi')
  const orders = [await sell(server, me, good('zopi')), await sell(server, me, good('zopi'))]
  await top()
  await place(server, me, orders)
  await settle()
  const [first, second] = (await books('zopi')).orders
  await sandbox.act('zopi', 'ship_order', { no: first?.no })
  await sandbox.act('zopi', 'cancel_order', { no: second?.no })
  expect((await ask(calls.getSyncStatus, {}, me)).body.data?.open).toBeGreaterThanOrEqual(2)
  expect((await ask(calls.syncStatus, {}, stranger)).body.data).toEqual({ accounts: 0 })
  const source_orders = [`ZO-${first?.no}`]
  await ask(calls.syncSourceStatus, { source_type: 'zopi', source_orders }, me)
  await ask(calls.syncStatus, { source: 'zopi' }, me)
  const asked = async () =>
    ((await ask(calls.getSyncStatus, {}, me)).body.data?.items ?? [])
      .filter(({ order_id }) => orders.includes(order_id))
      .map(({ status, error_key }) => `${status} ${error_key}`)
  expect(await asked()).toEqual(['processing null', 'processing null'])
  // Stopped before its turn, nothing is asked; another asking is another matter.
  expect((await ask(calls.stopSync, {}, stranger)).body.data).toEqual({ stopped: 0 })
  expect((await ask(calls.stopSync, { source: 'cj' }, me)).body.data).toEqual({ stopped: 0 })
  await ask(calls.stopSync, { source: 'zopi' }, me)
  await settle(1)
  expect(await asked()).toEqual(['error cancel_order', 'error cancel_order'])
  expect((await Promise.all(orders.map(standing))).flat()).toEqual(['payment order_placed', 'payment order_placed'])
  // A supplier that is down is told as that, on the order too, until it answers.
  await sandbox.setFaults('zopi', [{ kind: 'server_error', endpoint: 'read-order' }])
  await ask(calls.syncStatus, { source: 'zopi' }, me)
  await server.runJobs().catch(() => undefined)
  expect(await asked()).toEqual(['error sync_order_status_fail', 'error sync_order_status_fail'])
  expect((await info(orders[0] ?? ''))[0]).toMatchObject({ state: 'placed', error_key: 'sync_order_status_fail' })
  await sandbox.setFaults('zopi', [])
  await ask(calls.syncStatus, { source: 'zopi' }, me)
  await settle()
  expect(await asked()).toEqual(['success null', 'success null'])
  expect((await info(orders[0] ?? ''))[0]?.error_key).toBeNull()
  const standings = await Promise.all(orders.map(standing))
  expect(standings.flat().sort()).toEqual(['cancelled source', 'shipment all'])
  const shipped = (await Promise.all(orders.map(info))).flat().find((one) => one.supplier_status === 'shipped')
  expect(shipped?.shipments).toMatchObject([{ tracking_number: `ZT${first?.no}` }])
  const orderId = shipped?.order_id ?? ''
  const panel = (await ask(calls.getOrderPanel, { orderId }, me)).body.data
  expect(panel).toMatchObject({ order: { order_id: orderId }, purchases: [{ supplier_status: 'shipped' }] })
  const trackingId = `ZT${first?.no}`
  expect((await ask(calls.getOrderTracking, { orderId, trackingId }, me)).body.data).toMatchObject({ source: 'zopi' })
  expect((await ask(calls.getOrderTracking, { orderId, trackingId: 'other' }, me)).http).toBe(404)
  expect((await ask(calls.getShipmentLog, { orderId }, me)).body.data?.items).toMatchObject([{ kind: 'shipped' }])
  expect((await ask(calls.getShipmentLog, { orderId }, stranger)).http).toBe(404)
})

test('the customer’s address changes while it is bought: it is stopped; bought already, the seller is told', async () => {
  await openBooks('zopi')
  await top()
  const move = async (order_id: string, address1: string) => {
    const address = (await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data?.address
    if (!address) return expect.fail('it has an address')
    await ask(orderCalls.updateCustomer, { order_id, address: { ...address, address1 } }, me)
  }
  const waiting = await sell(server, me, good('zopi'))
  await place(server, me, [waiting])
  await server.behind.query(`update supplier_orders set due_at = now() + interval '1 day' where order_id = $1`, [
    waiting,
  ])
  await move(waiting, '5 New Road')
  await settle(2)
  expect((await info(waiting))[0]).toMatchObject({ state: 'cancelled' })
  expect(await standing(waiting)).toEqual(['placement ready'])
  const bought = await sell(server, me, good('zopi'))
  await place(server, me, [bought])
  await settle()
  await move(bought, '6 New Road')
  await settle(2)
  const { rows } = await server.behind.query(
    `select message_key from notifications where workplace_id = $1 and message_key like '%after_buying'`,
    [me.workplace_id],
  )
  expect(rows).toEqual([{ message_key: 'changed_after_buying' }])
})

test('another supplier for one order, and lines that were bought without us', async () => {
  await openBooks('zopi')
  await top()
  const order_id = await sell(server, me, good('cj'))
  const { rows } = await server.behind.query<{ source_product_id: string; sku_id: string; price: string }>(
    `select source_product_id, sku_id, cost as price from variant_suppliers where variant_id = $1`,
    [good('zopi')],
  )
  const [link] = rows
  if (!link) return expect.fail('zopi sells it')
  await server.behind.query(
    `with made as (
       insert into catalog_products (source, source_product_id, name, description, price_min, price_max, rsp_price, profit, total_variants,
         status, images, options, content_hash, product_link)
       values ('zopi', $1, 'A good', '', $3, $3, 0, 0, 1, 'full', '{}', '[]', '\\x00', '') returning id)
     insert into catalog_variants (product_id, position, sku_id, sku_property, price, quantity)
     select id, 0, $2, '[]', $3, 100 from made`,
    [link.source_product_id, link.sku_id, link.price],
  )
  const lines = async () => (await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data?.lines ?? []
  const [line] = await lines()
  const supplier = { source: 'zopi' as const, source_product_id: link.source_product_id, sku_id: link.sku_id }
  const change = (one: typeof supplier | null, who = me) =>
    ask(calls.changeSupplier, { id: order_id, line_items: [{ line_id: line?.line_id ?? '', supplier: one }] }, who)
  expect((await change({ ...supplier, sku_id: 'none' })).http).toBe(422)
  expect((await change(supplier, stranger)).http).toBe(404)
  expect((await change(supplier)).body.data).toEqual({ changed: 1 })
  expect((await lines())[0]).toMatchObject({ sources: ['zopi'], reason: null })
  await place(server, me, [order_id])
  await settle()
  expect((await books('zopi')).payments).toHaveLength(1)
  expect((await change(null)).http).toBe(422)
  const other = await sell(server, me, good('cj'))
  const [bare] = (await ask(orderCalls.getOrderDetail, { order_id: other }, me)).body.data?.lines ?? []
  const input = {
    order_id: other,
    line_ids: [bare?.line_id ?? ''],
    source: 'temu' as const,
    order_no: 'PO-7',
    total: 900,
  }
  expect((await ask(calls.manuallyFulfill, input, stranger)).http).toBe(404)
  expect((await ask(calls.manuallyFulfill, input, me)).body.data).toMatchObject({ state: 'placed', order_no: 'PO-7' })
  expect((await ask(calls.manuallyFulfill, input, me)).http).toBe(422)
  expect(await standing(other)).toEqual(['payment order_placed'])
})

test('as the seller set it: fastest, a message, paid later; then paid, once', async () => {
  await openBooks('zopi')
  await top()
  const set = async (change: object) => {
    const source = 'zopi' as const
    const { version = 0 } = (await ask(orderSettingsCalls.getOrderSettings, { source }, me)).body.data ?? {}
    return (await ask(orderSettingsCalls.updateOrderSettings, { source, version, ...change }, me)).http
  }
  expect(await set({ preference: 'fastest', note: 'No invoice', pay_mode: 'later' })).toBe(200)
  const order_id = await sell(server, me, good('zopi'))
  const plan = await preview(server, me, [order_id])
  expect(plan.items[0]?.baskets[0]).toMatchObject({ because: 'fastest' })
  const before = await balances()
  await ask(calls.placeOrders, { plan_id: plan.plan_id }, me)
  await settle()
  expect(await standing(order_id)).toEqual(['payment waiting_payment'])
  expect(await balances()).toEqual(before)
  const [row] = await info(order_id)
  expect(row).toMatchObject({ state: 'created', awaits_payment: true, status: 'success' })
  const supplier_order_ids = [row?.supplier_order_id ?? '']
  const other = await sell(server, me, good('zopi'))
  await place(server, me, [other])
  await settle()
  const [unwanted] = await info(other)
  await ask(calls.stopOrders, { supplier_order_ids: [unwanted?.supplier_order_id ?? ''] }, me)
  await settle()
  expect(await standing(other)).toEqual(['placement ready'])
  expect((await sandbox.control('/zopi/books')) as object).toMatchObject({
    orders: expect.arrayContaining([expect.objectContaining({ cancelled_at: expect.any(String), paid_at: null })]),
  })
  expect((await ask(calls.payOrders, { supplier_order_ids }, stranger)).body.data).toEqual({ paying: 0, left_out: [] })
  expect((await ask(calls.payOrders, { supplier_order_ids }, me)).body.data).toEqual({ paying: 1, left_out: [] })
  await settle()
  expect(await standing(order_id)).toEqual(['payment order_placed'])
  expect((await books('zopi')).payments).toHaveLength(1)
  await set({ preference: 'cheapest', pay_mode: 'now' })
})

test('where the seller agreed to it, the house supplier goes first among the suppliers of a line', async () => {
  const variant_id = await sellGood(server, me, 'cj', 1)
  const { rows } = await server.behind.query<{ product_id: string }>(
    `insert into variant_suppliers (workplace_id, product_id, variant_id, rank, source, source_product_id, sku_id, cost)
     select l.workplace_id, l.product_id, l.variant_id, 1, z.source, z.source_product_id, z.sku_id, z.cost
     from variant_suppliers l, variant_suppliers z
     where l.variant_id = $1 and z.variant_id = $2 returning product_id`,
    [variant_id, good('zopi')],
  )
  expect(rows).toHaveLength(1)
  const order_id = await sell(server, me, variant_id)
  const source = async () => (await preview(server, me, [order_id])).items[0]?.baskets.map((basket) => basket.source)
  expect(await source()).toEqual(['cj'])
  await ask(orderSettingsCalls.viewZopiFulfilment, {}, me)
  await ask(orderSettingsCalls.interactZopiFulfilment, {}, me)
  await ask(orderSettingsCalls.confirmZopiFulfilment, { fulfillment: 'zopi' }, me)
  expect(await source()).toEqual(['zopi'])
  await ask(orderSettingsCalls.confirmZopiFulfilment, { fulfillment: 'origin' }, me)
})

test('nothing chosen is refused, and orders of another workplace are not planned', async () => {
  expect((await ask(calls.previewOrders, { orders: [] }, me)).http).toBe(422)
  const order_id = await sell(server, me, good('zopi'))
  expect((await ask(calls.previewOrders, { orders: [order_id] }, stranger)).body.data).toMatchObject({ orders: 0 })
})

test('a supplier whose account is not connected blocks with its reason', async () => {
  const variant_id = await sellGood(server, stranger, 'cj')
  const order_id = await sell(server, stranger, variant_id)
  expect((await preview(server, stranger, [order_id])).items[0]).toMatchObject({
    state: 'blocked',
    problems: ['source_not_connected'],
  })
  expect(
    (await ask(calls.getPreview, { plan_id: (await preview(server, me, [order_id])).plan_id }, me)).body.data,
  ).toMatchObject({ items: [] })
})

test("the balance at the supplier is shown beside what it has to pay, as the supplier's own books have it", async () => {
  await sandbox.act('cj', 'set_balance', { account: '2000001', balance: 1234 })
  const order_id = await sell(server, me, good('cj'))
  const { summary, items } = await preview(server, me, [order_id])
  expect(summary.accounts).toEqual([{ source: 'cj', available: 1234, needed: items[0]?.cost }])
  await sandbox.act('cj', 'set_balance', { account: '2000001', balance: 10_000_000 })
})

test('what two suppliers sell is put into baskets the way the seller picks, with the difference shown before', async () => {
  await top()
  const [both, alone] = [await sellGood(server, me, 'zopi', 2), good('cj')]
  await server.behind.query(
    `insert into variant_suppliers (workplace_id, product_id, variant_id, rank, source, source_product_id, sku_id,
      sku_attr, sku_name, cost, quantity)
     select b.workplace_id, b.product_id, b.variant_id, 1, c.source, c.source_product_id, c.sku_id, c.sku_attr, '', c.cost, null
     from variant_suppliers b, variant_suppliers c where b.variant_id = $1 and c.variant_id = $2`,
    [both, alone],
  )
  const address = {
    name: 'Ada Lovelace',
    address1: '1 Main Street',
    city: 'Springfield',
    province: 'Illinois',
    province_code: 'IL',
    zip: '62701',
    country_code: 'US',
    phone: '+12175550100',
  }
  const lines = [both, alone].map((variant_id) => ({ variant_id, quantity: 1, unit_price: 10_000 }))
  const customer = { name: 'Ada Lovelace', email: 'ada@example.test', phone: '' }
  const { order_id = '' } =
    (await ask(orderCalls.createOrder, { customer, address, lines, currency: 'USD' }, me)).body.data ?? {}
  const { plan_id, items, summary } = await preview(server, me, [order_id])
  const sources = (some: typeof items) => some[0]?.baskets.map(({ source }) => source).sort()
  expect(sources(items)).toEqual(['cj', 'zopi'])
  const way = (name: string) => summary.ways.find((one) => one.way === name)
  expect(way('fewest')).toMatchObject({ parcels: 1 })
  expect(way('cheapest')?.cost).toBeLessThanOrEqual(Math.min(summary.cost, way('fewest')?.cost ?? 0))
  expect(way('fastest')?.days).toBeLessThanOrEqual(way('cheapest')?.days ?? 0)

  const picked = (await ask(calls.updateShippingMethods, { plan_id, prefer: 'fewest' }, me)).body.data
  expect(picked).toMatchObject({ prefer: 'fewest', cost: way('fewest')?.cost })
  const after = (await ask(calls.getPreview, { plan_id }, me)).body.data?.items ?? []
  expect(sources(after)).toEqual(['cj'])
  expect(after[0]?.baskets[0]?.lines).toHaveLength(2)
  const bought = async () => Books.parse(await sandbox.control('/zopi/books')).orders.length
  const before = await bought()
  await openBooks('cj')
  await ask(calls.placeOrders, { plan_id }, me)
  await settle()
  expect((await books('cj')).orders).toHaveLength(1)
  expect(await bought()).toBe(before)
})
