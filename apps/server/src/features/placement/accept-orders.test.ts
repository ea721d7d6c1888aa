/** A click on more orders than are written at once: what others meet between the click and its purchases. */
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls as calls } from '@omni/contracts/placement.calls.ts'
import { moved } from '@omni/domain/ledger/postings.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { post } from '../../platform/ledger.ts'
import { preview, sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { acceptOrdersJob } from './accept-orders.job.ts'
import { planBaskets } from './plan-baskets.ts'
import { sweepPlacementJob } from './work-placement.job.ts'

const sandbox = await sandboxProcess(100)
const { SANDBOX_URL = '', ZOPI_URL = '', ZOPI_API_KEY = '' } = sandbox.env
const outside = { SANDBOX_URL, ZOPI_URL, ZOPI_API_KEY, PLACEMENT_LANDS_MS: '1000' }
const server = await testServer({ ...outside, PLACE_AT_ONCE: '2' })
const { ask, behind } = server
const me = await server.person()
let good = ''
let before = { usage: 0, payments: 0 }

beforeAll(async () => {
  await behind.query(`update users set plan_id = 'enterprise_monthly'`)
  good = await sellGood(server, me, 'zopi')
})
beforeEach(async () => {
  before = { usage: await usage(), payments: await payments() }
})

const Books = z.object({ payments: z.array(z.unknown()) })
const payments = async () => Books.parse(await sandbox.control('/zopi/books')).payments.length
const usage = async () => {
  const { rows } = await behind.query<{ usage: number }>(
    `select usage from feature_usage where workplace_id = $1 and feature = 'ORDER_FULFILLMENT'`,
    [me.workplace_id],
  )
  return Number(rows[0]?.usage ?? 0)
}
/** What was used and bought since the test began. */
const since = async () => ({ usage: (await usage()) - before.usage, payments: (await payments()) - before.payments })
const claims = async () => (await behind.query('select unnest(orders) from placement_clicks')).rows.length
const detail = async (order_id: string) => (await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data
const last = async (order_id: string) => (await detail(order_id))?.timeline.at(-1)
const standing = async (order_id: string) =>
  (await detail(order_id))?.groups.map(({ status, sub_status }) => `${status} ${sub_status}`)
const sellSome = async (n: number) => {
  const orders: string[] = []
  for (let at = 0; at < n; at++) orders.push(await sell(server, me, good))
  return orders
}
const clicked = async (n: number) => {
  const orders = await sellSome(n)
  const { plan_id, summary } = await preview(server, me, orders)
  const { body } = await ask(calls.placeOrders, { plan_id }, me)
  expect(body.data).toMatchObject({ accepted: n, left_out: [] })
  expect(await claims()).toBe(n)
  return { orders, plan_id, cost: summary.cost / n, reply: body.data }
}
const settle = async () => {
  for (let round = 0; round < 3; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + 10_000)
    await server.runJobs(2)
  }
}
/** As the worker does, at its `attempt`-th time. */
const accept = (plan_id: string, attempt = 1) => {
  const id = { workplace_id: me.workplace_id, plan_id }
  return acceptOrdersJob.run(server.runtime.jobCtx(id, 'test', attempt), id)
}
const answer = async (plan_id: string) => (await ask(calls.placeOrders, { plan_id }, me)).body.data

test('accepted at once, and claimed: another tab, another supplier, another buyer are told; each is bought once', async () => {
  const orders = await sellSome(3)
  const [order_id = ''] = orders
  const tabs = [await preview(server, me, orders), await preview(server, me, orders)]
  const both = await Promise.all(tabs.map(({ plan_id }) => ask(calls.placeOrders, { plan_id }, me)))
  expect(both.map(({ body }) => body.data?.accepted).toSorted()).toEqual([0, 3])
  expect(both.flatMap(({ body }) => body.data?.left_out ?? [])).toMatchObject(
    orders.map(() => ({ problem: 'already_placing' })),
  )
  expect([await since(), await claims()]).toEqual([{ usage: 3, payments: 0 }, 3])
  expect((await ask(calls.listPlacing, {}, me)).body.data).toMatchObject({ items: [], processing: 3 })
  const line_id = (await detail(order_id))?.lines[0]?.line_id ?? ''
  const change = await ask(calls.changeSupplier, { id: order_id, line_items: [{ line_id, supplier: null }] }, me)
  expect(change.body.success).toBe(false)
  const bought = { order_id, line_ids: [line_id], source: 'zopi' as const, order_no: 'mine', total: 1 }
  expect((await ask(calls.manuallyFulfill, bought, me)).body.success).toBe(false)
  // The same click again is the same answer.
  for (const [at, { plan_id }] of tabs.entries()) expect(await answer(plan_id)).toEqual(both[at]?.body.data)
  const { workplace_id } = me
  const planned = await server.runtime.db({ workplace_id }).read((tx) => planBaskets(tx, workplace_id, orders))
  expect(planned.get(order_id)).toMatchObject({ problems: ['already_placing'] })
  await settle()
  for (const one of orders) expect(await standing(one)).toEqual(['payment order_placed'])
  expect([await since(), await claims()]).toEqual([{ usage: 3, payments: 3 }, 0])
  const { rows } = await behind.query<{ order_id: string }>(
    'select order_id from supplier_orders where order_id = any($1) order by turn_no',
    [orders],
  )
  expect(rows.map((row) => row.order_id)).toEqual(orders)
})

test('stopped between the click and its purchases: nothing is bought, and the quota comes back', async () => {
  const { orders, plan_id } = await clicked(3)
  expect((await ask(calls.stopOrders, { source: 'cj' }, me)).body.data).toEqual({ stopped: 0 })
  expect((await ask(calls.stopOrders, {}, me)).body.data).toEqual({ stopped: 3 })
  await accept(plan_id)
  await settle()
  expect([await since(), await claims()]).toEqual([{ usage: 0, payments: 0 }, 0])
  expect(await last(orders[0] ?? '')).toMatchObject({ kind: 'buying_stopped', params: { source: 'zopi' } })
})

test('money is locked last: a click that waits for the counters of orders keeps no worker from posting', async () => {
  const { plan_id } = await clicked(3)
  const other = await behind.connect()
  try {
    await other.query('begin')
    await other.query('select from order_counters where workplace_id = $1 for update', [me.workplace_id])
    const accepting = accept(plan_id)
    const waiting = `select from pg_locks where not granted and pid in (
      select pid from pg_stat_activity where datname = current_database())`
    await expect.poll(async () => (await behind.query(waiting)).rows.length).toBeGreaterThan(0)
    const money = 'select from ledger_balances where workplace_id = $1 for update nowait'
    expect((await other.query(money, [me.workplace_id])).rows.length).toBeGreaterThan(0)
    await other.query('rollback')
    await accepting
  } finally {
    other.release()
  }
  await settle()
  expect([await since(), await claims()]).toEqual([{ usage: 3, payments: 3 }, 0])
})

test('a job that was lost is found by the sweep', async () => {
  await clicked(3)
  await behind.query('delete from jobs')
  await behind.query(`update placement_clicks set clicked_at = now() - interval '2 minutes'`)
  await sweepPlacementJob.run(server.runtime.jobCtx({}, 'test', 1), {})
  await settle()
  expect([await since(), await claims()]).toEqual([{ usage: 3, payments: 3 }, 0])
})

test('an order that cannot be written keeps no other: it is tried again, then left out and told', async () => {
  const { orders, plan_id } = await clicked(3)
  const [first = '', bad = '', third = ''] = orders
  await behind.query(`alter table supplier_orders add constraint bad check (order_id <> '${bad}')`)
  await expect(accept(plan_id)).rejects.toThrow()
  expect(await claims()).toBe(3)
  await accept(plan_id, 4)
  await behind.query('alter table supplier_orders drop constraint bad')
  expect(await last(bad)).toMatchObject({ kind: 'not_placed', params: { because: 'not_started' } })
  await settle()
  for (const one of [first, third]) expect(await standing(one)).toEqual(['payment order_placed'])
  expect([await since(), await claims()]).toEqual([{ usage: 2, payments: 2 }, 0])
})

test('edited, cancelled, gone or not payable between the click and its purchases: left out, named, told once; the rest is bought', async () => {
  const { orders, plan_id, cost, reply } = await clicked(5)
  const [edited = '', cancelled = '', gone = '', placed = '', unpaid = ''] = orders
  const address = (await detail(edited))?.address
  if (!address) return expect.fail('it has an address')
  await ask(orderCalls.updateCustomer, { order_id: edited, address: { ...address, address1: '2 Side Street' } }, me)
  await behind.query('update orders set cancelled_at = now() where order_id = $1', [cancelled])
  await behind.query('delete from orders where order_id = $1', [gone])
  const { rows } = await behind.query<{ amount: string }>(
    `select amount from ledger_balances where workplace_id = $1 and account = 'wallet_topup'`,
    [me.workplace_id],
  )
  const rest = Number(rows[0]?.amount ?? 0) - Math.round(cost * 1.5)
  const postings = moved('wallet_topup', 'clearing.sandbox', 'USD', rest)
  await server.runtime
    .db({ workplace_id: me.workplace_id })
    .tx((tx) => post(tx, [{ scope: 'test', key: 'drained', kind: 'payout', postings, effective_at: new Date() }]))
  await settle()
  expect(await answer(plan_id)).toMatchObject({
    run_id: reply?.run_id,
    accepted: 1,
    left_out: [
      { order_id: edited, problem: 'changed' },
      { order_id: cancelled, problem: 'changed' },
      { order_id: unpaid, problem: 'wallet_too_low' },
    ],
  })
  expect(await last(edited)).toMatchObject({ kind: 'not_placed', params: { because: 'changed' } })
  expect(await last(unpaid)).toMatchObject({ kind: 'not_placed', params: { because: 'wallet_too_low' } })
  expect(await standing(unpaid)).toEqual(['placement ready'])
  expect(await standing(placed)).toEqual(['payment order_placed'])
  expect([await since(), await claims()]).toEqual([{ usage: 1, payments: 1 }, 0])
  const { data } = (await ask(notificationCalls.listNotification, {}, me)).body
  expect(
    data?.items.filter(({ body }) => body.startsWith('Of 5 orders that you placed together, 4 were')),
  ).toHaveLength(1)
})
