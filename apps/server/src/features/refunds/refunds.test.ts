/** Money back from the house supplier, judged by its books, by the ledger and by what the order says. */
import { formatMinor } from '@omni/domain/format-money.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { refundCalls as calls } from '@omni/contracts/refunds.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { enqueue } from '../../platform/jobs.ts'
import { alwaysSent } from '../../testing/always-sent.ts'
import { place, sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { countProfit } from '../analytics/count-profit.ts'
import { syncAllPlaced } from '../placement/jobs.ts'
import { readAllRefunds } from './jobs.ts'

const sandbox = await sandboxProcess(100)
const server = await testServer({ ...sandbox.env, PLACEMENT_LANDS_MS: '1000' })
const { ask } = server
const me = await server.person()
const stranger = await server.person()
let good = ''
let cjGood = ''

async function settle(rounds = 8, step_ms = 10_000) {
  for (let round = 0; round < rounds; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + step_ms)
    if ((await server.runJobs()).length === 0 && round > 0) return
  }
}
/** Everything that waits at the supplier is asked about, as it is every quarter of an hour. */
async function askSupplier() {
  server.clock.now = new Date(server.clock.now.getTime() + 900_000)
  await server.runtime.db({}).tx((tx) => enqueue(tx, syncAllPlaced, {}))
  await server.runtime.db({}).tx((tx) => enqueue(tx, readAllRefunds, {}))
  await settle()
}
const Books = z.object({
  orders: z.array(z.object({ no: z.coerce.number(), reference: z.string() })),
  payments: z.array(z.object({ order_no: z.coerce.number(), amount: z.coerce.number() })),
})
const booked = async (no: number) =>
  Books.parse(await sandbox.control('/zopi/books')).payments.filter(({ order_no }) => order_no === no)

/** Somebody buys, we buy, and the supplier has been paid. */
async function bought(what = good) {
  const order_id = await sell(server, me, what)
  await place(server, me, [order_id])
  await settle()
  const [purchase] = (await ask(placementCalls.getOrderInfo, { order_id }, me)).body.data?.items ?? []
  if (purchase?.state !== 'placed' || purchase.total === null) throw new Error('it was not bought')
  const no = Number(purchase.order_no?.replace(/\D/g, ''))
  return { order_id, no, supplier_order_id: purchase.supplier_order_id, total: purchase.total }
}
async function sent() {
  const purchase = await bought()
  await sandbox.act('zopi', 'ship_order', { no: purchase.no })
  await askSupplier()
  return purchase
}
const offers = async (order_id: string) => (await ask(calls.getRequestType, { order_id }, me)).body.data?.items ?? []
const refundsOf = async (order_id: string) => (await offers(order_id)).flatMap(({ refunds }) => refunds)
const detail = async (order_id: string) => (await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data
const standing = async (order_id: string) =>
  ((await detail(order_id))?.groups ?? []).map(({ status, sub_status }) => `${status} ${sub_status}`)
const wallet = async () => (await ask(walletCalls.getWallet, {}, me)).body.data?.total_balance ?? 0
const refundNo = async (order_id: string) => Number((await refundsOf(order_id))[0]?.refund_no?.slice(3))

beforeAll(async () => {
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  good = await sellGood(server, me, 'zopi')
  await ask(sourceAccountCalls.connectByKey, { api_key: 'CJ2000003@api@00000000000000000000000000000004' }, me)
  cjGood = await sellGood(server, me, 'cj')
})

test('a refund is asked for once, accepted and paid: the wallet has it, the order and the statement say so', async () => {
  const { order_id, supplier_order_id, total, no } = await sent()
  expect(await offers(order_id)).toMatchObject([{ type: 'refund', most: total, because: null, until: null }])
  const before = await wallet()
  const requested = { supplier_order_id, reason: 'damaged_item' as const, amount: total - 100, text: 'It broke.' }
  const both = await Promise.all([ask(calls.requestRefund, requested, me), ask(calls.requestRefund, requested, me)])
  expect(both.map(({ body }) => body.success).toSorted()).toEqual([false, true])
  await settle()
  expect(await refundsOf(order_id)).toMatchObject([{ state: 'pending', asked: total - 100, reason: 'damaged_item' }])
  expect(await standing(order_id)).toEqual(['refund pending'])
  await sandbox.act('zopi', 'answer_refund', {
    no: await refundNo(order_id),
    state: 'accepted',
    percent: 100,
    note: 'Sorry.',
  })
  await askSupplier()
  expect(await standing(order_id)).toEqual(['refund accepted'])
  expect(await wallet()).toBe(before)
  await sandbox.act('zopi', 'pay_refund', { no: await refundNo(order_id) })
  await askSupplier()
  await askSupplier()
  expect(await standing(order_id)).toEqual(['refund completed'])
  expect(await wallet()).toBe(before + total - 100)
  expect(await booked(no)).toMatchObject([{ amount: total }, { amount: 100 - total }])
  const kinds = ((await detail(order_id))?.timeline ?? []).map(({ kind }) => kind)
  expect(kinds.slice(-3)).toEqual(['refund_requested', 'refund_accepted', 'refund_completed'])
  expect((await alwaysSent(server, me)).slice(-2)).toEqual(['refund_accepted', 'refund_completed'])
  const logs = (await ask(walletCalls.listTransactionLogs, {}, me)).body.data?.items ?? []
  expect(logs[0]).toMatchObject({ kind: 'supplier_refund' })
  expect(await offers(order_id)).toMatchObject([{ type: 'refund', most: 100 }])
})

test('a lost reply is looked up before anything is asked again: one request at the supplier', async () => {
  const { order_id, supplier_order_id } = await sent()
  await sandbox.setFaults('zopi', [{ kind: 'drop_reply', endpoint: 'refund', percent: 100 }])
  await ask(calls.requestRefund, { supplier_order_id, reason: 'item_not_received' }, me)
  await settle(12)
  await sandbox.setFaults('zopi', [])
  await settle(12)
  expect(await refundsOf(order_id)).toMatchObject([{ state: 'pending' }])
  const { rows } = await server.behind.query(
    `select from attempt_sends s join attempts a using (attempt_id)
    join refund_requests r on r.refund_id::text = a.subject_id where r.supplier_order_id = $1`,
    [supplier_order_id],
  )
  expect(rows).toHaveLength(1)
})

test('what nobody answered within a day is counted, found and marked', async () => {
  const { order_id, supplier_order_id } = await sent()
  await ask(calls.requestRefund, { supplier_order_id, reason: 'damaged_item' }, me)
  await settle()
  const late = async () => {
    const input = { order_status: 'refund' as const, sub_status: 'all' as const, overdue: true }
    const found = (await ask(orderCalls.listOrders, input, me)).body.data?.items ?? []
    const counted = (await ask(orderCalls.countOrderStatus, {}, me)).body.data?.groups.refund['overdue']
    return { counted, found: found.filter((row) => row.order_id === order_id).length }
  }
  const before = await late()
  expect(before.found).toBe(0)
  await server.behind.query(
    `update refund_requests set requested_at = requested_at - interval '2 days' where supplier_order_id = $1`,
    [supplier_order_id],
  )
  expect(await late()).toEqual({ counted: (before.counted ?? 0) + 1, found: 1 })
})

test('refused: the seller is told why, nothing is posted, and may ask again', async () => {
  const { order_id, supplier_order_id } = await sent()
  const before = await wallet()
  await ask(calls.requestRefund, { supplier_order_id, reason: 'defective_item' }, me)
  await settle()
  await sandbox.act('zopi', 'answer_refund', {
    no: await refundNo(order_id),
    state: 'rejected',
    percent: 1,
    note: 'No photo.',
  })
  await askSupplier()
  expect(await standing(order_id)).toEqual(['refund rejected'])
  expect((await refundsOf(order_id))[0]).toMatchObject({ note: 'No photo.', granted: null })
  expect(await wallet()).toBe(before)
  expect(await offers(order_id)).toMatchObject([{ type: 'refund' }])
})

test('what was not sent yet is cancelled, and all of it comes back', async () => {
  const before = await wallet()
  const { order_id, supplier_order_id, total } = await bought()
  expect(await offers(order_id)).toMatchObject([{ type: 'cancel', most: total }])
  await ask(calls.requestRefund, { supplier_order_id, cancel_reason: 6 }, me)
  await settle()
  await askSupplier()
  expect(await wallet()).toBe(before)
  expect(await standing(order_id)).toEqual(['cancelled source'])
  expect(await refundsOf(order_id)).toMatchObject([
    { type: 'cancel', state: 'completed', granted: total, is_ours: true, cancel_reason: 6 },
  ])
})

test('money that the supplier gives back without being asked is found and posted once', async () => {
  const before = await wallet()
  const { order_id, no, total } = await bought()
  expect(await wallet()).toBe(before - total)
  await sandbox.act('zopi', 'cancel_order', { no })
  await askSupplier()
  await askSupplier()
  expect(await wallet()).toBe(before)
  expect(await refundsOf(order_id)).toMatchObject([{ state: 'completed', is_ours: false, granted: total }])
})

test('what the buyer got back and the supplier still has is listed, with what can be done', async () => {
  const { order_id, total } = await sent()
  expect((await ask(calls.listUnrecovered, {}, me)).body.data?.items).toEqual([])
  await server.behind.query(`update orders set financial = 'refunded' where order_id = $1`, [order_id])
  const { data } = (await ask(calls.listUnrecovered, {}, me)).body
  expect(data?.items).toMatchObject([{ order_id, paid: total, recovered: 0, type: 'refund', days_left: null }])
  expect(data?.sums).toEqual([{ source: 'zopi', currency: 'USD', amount: total, orders: 1 }])
  expect((await ask(calls.listUnrecovered, {}, stranger)).body.data?.items).toEqual([])
})

test('bad input: too much, no reason, after 30 days, an order of somebody else', async () => {
  const { order_id, supplier_order_id, total } = await sent()
  const requested = { supplier_order_id, reason: 'damaged_item' as const }
  const refused = async (input: object, as = me) =>
    (await ask(calls.requestRefund, { ...requested, ...input }, as)).body
  expect((await refused({ amount: total + 1 })).errors?.['amount']?.[0]).toContain(formatMinor(total, 'USD', 'en'))
  expect((await refused({ reason: undefined })).errors?.['reason']).toBeDefined()
  expect((await refused({}, stranger)).success).toBe(false)
  expect((await ask(calls.getRequestType, { order_id }, stranger)).body.success).toBe(false)
  await server.behind.query(`update supplier_orders set supplier_status = 'delivered' where supplier_order_id = $1`, [
    supplier_order_id,
  ])
  await server.behind.query(
    `insert into order_events (workplace_id, order_id, kind, who, happened_at)
     values ($1, $2, 'delivered', 'supplier', $3)`,
    [me.workplace_id, order_id, new Date(server.clock.now.getTime() - 31 * 86_400_000)],
  )
  expect(await offers(order_id)).toMatchObject([{ type: null, because: 'too_late' }])
  expect((await refused({})).message).toContain('30 days')
})

/** Opens a dispute about all of it, as the panel does. */
async function dispute(supplier_order_id: string) {
  const { data } = (await ask(calls.getDisputeOptions, { supplier_order_id }, me)).body
  const reason = data?.reasons.find(({ name }) => name === 'Product Damaged')
  if (!data || !reason) throw new Error('nothing can be claimed')
  const lines = data.lines.map(({ line_no, quantity, price }) => ({ line_no, quantity, price }))
  const asked = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  const claim = { supplier_order_id, expect: 'refund' as const, text: 'It broke.', lines }
  const requested = { ...claim, reason_no: reason.reason_no, reason_name: reason.name }
  return { requested, asked }
}

test('cj: a dispute is opened once though its reply is lost, won, and its money counted as given back', async () => {
  const { order_id, supplier_order_id, total } = await bought(cjGood)
  expect(await offers(order_id)).toMatchObject([{ type: null, because: 'not_house', disputable: total }])
  const { requested, asked } = await dispute(supplier_order_id)
  const before = await wallet()
  await sandbox.setFaults('cj', [{ kind: 'drop_reply', endpoint: 'disputes/create', times: 1 }])
  const both = await Promise.all([ask(calls.openDispute, requested, me), ask(calls.openDispute, requested, me)])
  expect(both.map(({ body }) => body.success).toSorted()).toEqual([false, true])
  await settle(16)
  await sandbox.setFaults('cj', [])
  expect(await refundsOf(order_id)).toMatchObject([
    { type: 'dispute', state: 'pending', asked, reason_name: 'Product Damaged', refund_no: expect.any(String) },
  ])
  expect(await standing(order_id)).toEqual(['refund pending'])
  const no = Number((await refundsOf(order_id))[0]?.refund_no)
  await sandbox.act('cj', 'answer_refund', { no, state: 'accepted', percent: 50, note: '' })
  await sandbox.act('cj', 'pay_refund', { no })
  await askSupplier()
  const half = Math.round(asked / 2)
  expect(await refundsOf(order_id)).toMatchObject([{ state: 'completed', granted: half }])
  // The balance there is the seller's own.
  expect(await wallet()).toBe(before)
  await server.runtime.db({ workplace_id: me.workplace_id }).tx((tx) => countProfit(tx, me.workplace_id, [order_id]))
  const { rows } = await server.behind.query<{ recovered: string }>(
    `select sum(recovered) as recovered from order_profits where order_id = $1`,
    [order_id],
  )
  expect(Number(rows[0]?.recovered)).toBe(half)
})

test('cj: a dispute is taken back, and may be opened again; a stranger can do neither', async () => {
  const { order_id, supplier_order_id } = await bought(cjGood)
  const { requested } = await dispute(supplier_order_id)
  expect((await ask(calls.openDispute, requested, stranger)).body.success).toBe(false)
  expect((await ask(calls.getDisputeOptions, { supplier_order_id }, stranger)).body.success).toBe(false)
  await ask(calls.openDispute, requested, me)
  await settle(16)
  expect((await ask(calls.getDisputeOptions, { supplier_order_id }, me)).body.success).toBe(false)
  const [open] = await refundsOf(order_id)
  const refund_id = open?.refund_id ?? ''
  expect((await ask(calls.cancelDispute, { refund_id }, stranger)).body.success).toBe(false)
  await ask(calls.cancelDispute, { refund_id }, me)
  await settle(16)
  expect(await refundsOf(order_id)).toMatchObject([{ state: 'withdrawn' }])
  expect(await standing(order_id)).toEqual(['payment order_placed'])
  expect((await dispute(supplier_order_id)).requested.lines).toHaveLength(1)
})
