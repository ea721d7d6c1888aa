/** What would be bought at a loss, for much more than when it was sold, or at a price nobody believes, is not bought with others. */
import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { automationCalls } from '@omni/contracts/automation.calls.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls as calls } from '@omni/contracts/placement.calls.ts'
import { DEFAULT_RULE } from '@omni/domain/automation/rules.ts'
import { toppedUp } from '@omni/domain/ledger/placing.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { place, preview, sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { post } from '../../platform/ledger.ts'

const sandbox = await sandboxProcess(100)
const server = await testServer({ ...sandbox.env, PLACEMENT_LANDS_MS: '1000' })
const { ask } = server
const me = await server.person()
let good = ''

const timeline = async (order_id: string) =>
  ((await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data?.timeline ?? []).map(({ kind }) => kind)
const bought = async (order_id: string) =>
  ((await ask(calls.getOrderInfo, { order_id }, me)).body.data?.items ?? []).length
const setTotal = (order_id: string, total: number) =>
  server.behind.query(
    `update orders set total = $2::int, document = document || jsonb_build_object('total', $2::int, 'subtotal', $2::int)
     where order_id = $1`,
    [order_id, total],
  )

beforeAll(async () => {
  server.clock.now = new Date()
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  good = await sellGood(server, me, 'zopi')
  await server.runtime
    .db({ workplace_id: me.workplace_id })
    .tx((tx) =>
      post(tx, [
        {
          scope: 'test',
          key: 'top',
          kind: 'topup',
          postings: toppedUp('sandbox', 'USD', 1_000_000),
          effective_at: new Date(),
        },
      ]),
    )
})
afterEach(() => sandbox.act('zopi', 'raise_prices', { percent: 0 }))

test('an order at a loss is left out of the click and named; a yes of its own buys it, and the timeline keeps that', async () => {
  const [loss, fine] = [await sell(server, me, good), await sell(server, me, good)]
  await setTotal(loss, 100)
  const plan = await preview(server, me, [loss, fine])
  expect(plan.summary).toMatchObject({ ready: 1, stopped: 1 })
  const card = plan.items.find(({ order_id }) => order_id === loss)
  expect(card).toMatchObject({ state: 'stopped', stops: ['loss'], profit: { amount: 100 - (card?.cost ?? 0) } })
  const placed = (await ask(calls.placeOrders, { plan_id: plan.plan_id }, me)).body.data
  expect(placed).toMatchObject({ accepted: 1, left_out: [{ order_id: loss, problem: 'stopped' }] })
  expect([await bought(loss), await bought(fine)]).toEqual([0, 1])
  const again = await preview(server, me, [loss])
  const accepted = await ask(calls.acceptOrder, { plan_id: again.plan_id, order_id: loss }, me)
  expect(accepted.body.data).toMatchObject({ ready: 1, stopped: 0 })
  expect((await ask(calls.placeOrders, { plan_id: again.plan_id }, me)).body.data).toMatchObject({ accepted: 1 })
  expect(await bought(loss)).toBe(1)
  expect(await timeline(loss)).toEqual(expect.arrayContaining(['price_accepted', 'buying_started']))
  // Not one cent above what was agreed to.
  const [row] = (await ask(calls.getOrderInfo, { order_id: loss }, me)).body.data?.items ?? []
  const { rows } = await server.behind.query<{ held: number }>(
    'select held::int from supplier_orders where supplier_order_id = $1',
    [row?.supplier_order_id],
  )
  expect(rows).toEqual([{ held: row?.approved }])
})

test("a yes is for that plan: another one asks again, and a stranger's yes is for nothing", async () => {
  const order_id = await sell(server, me, good)
  await setTotal(order_id, 100)
  const { plan_id } = await preview(server, me, [order_id])
  const stranger = await server.person()
  expect((await ask(calls.acceptOrder, { plan_id, order_id }, stranger)).http).toBe(404)
  await ask(calls.acceptOrder, { plan_id, order_id }, me)
  expect(await place(server, me, [order_id])).toMatchObject({ accepted: 0, left_out: [{ problem: 'stopped' }] })
})

test('goods that cost much more than at the sale stop it, also where it still earns', async () => {
  const order_id = await sell(server, me, good)
  await sandbox.act('zopi', 'raise_prices', { percent: 60 })
  expect((await preview(server, me, [order_id])).items).toMatchObject([{ state: 'stopped', stops: ['price_rise'] }])
  await sandbox.act('zopi', 'raise_prices', { percent: 10 })
  expect((await preview(server, me, [order_id])).items).toMatchObject([{ state: 'ready', stops: [] }])
})

test('how much dearer is a setting: another one, another verdict, and no supplier charges more by itself', async () => {
  const order_id = await sell(server, me, good)
  const verdict = async (max_price_rise: number | null, percent: number) => {
    await ask(orderSettingsCalls.updateAllOrderSettings, { max_price_rise }, me)
    await sandbox.act('zopi', 'raise_prices', { percent })
    const [item] = (await preview(server, me, [order_id])).items
    return item?.stops
  }
  expect(await verdict(30, 60)).toEqual(['price_rise'])
  expect(await verdict(100, 60)).toEqual([])
  expect(await verdict(null, 60)).toEqual([])
  expect(await verdict(5, 10)).toEqual(['price_rise'])
  expect(await verdict(0, 0)).toEqual([])
  // Its goods cost what they cost at the sale: nothing is left for a rise after the click.
  expect(await place(server, me, [order_id])).toMatchObject({ accepted: 1 })
  const { rows } = await server.behind.query<{ more: number }>(
    'select (held - approved)::int as more from supplier_orders where order_id = $1',
    [order_id],
  )
  expect(rows).toEqual([{ more: 0 }])
  await ask(orderSettingsCalls.updateAllOrderSettings, { max_price_rise: 30 }, me)
})

test('a price that auto-update holds stops it until it is answered', async () => {
  const order_id = await sell(server, me, good)
  const { rows } = await server.behind.query<{ product_id: string; variant_id: string }>(
    'select product_id, variant_id from order_lines where order_id = $1',
    [order_id],
  )
  const items = JSON.stringify(rows.map((line) => ({ ...line, rank: 0, source: 'zopi' })))
  await server.behind.query(
    `insert into auto_update_questions (workplace_id, source, reason, items) values ($1, 'zopi', 'factor', $2)`,
    [me.workplace_id, items],
  )
  expect((await preview(server, me, [order_id])).items).toMatchObject([{ state: 'stopped', stops: ['price_held'] }])
  await server.behind.query(`update auto_update_questions set answer = 'confirm', answered_at = now()`)
  expect((await preview(server, me, [order_id])).items).toMatchObject([{ state: 'ready', stops: [] }])
})

test('a rule does not buy it either, and its trial says so', async () => {
  const order_id = await sell(server, me, good)
  await setTotal(order_id, 100)
  const { data } = (await ask(automationCalls.tryAutomationRule, DEFAULT_RULE, me)).body
  expect(data?.blocked.find(({ because }) => because === 'loss')?.orders).toBeGreaterThan(0)
})

test('the preview, the order and analytics say the same profit', async () => {
  const order_id = await sell(server, me, good, { quantity: 2 })
  const [shown] = (await preview(server, me, [order_id])).items
  const { data } = (await ask(analyticsCalls.getOrderProfit, { order_id }, me)).body
  expect(data?.profit).toEqual(shown?.profit)
  const told = data?.parts.filter(({ part }) => part !== 'tax').reduce((sum, { amount }) => sum + amount, 0)
  expect(told).toBe(shown?.profit?.amount)
  server.clock.now = new Date(Date.now() + 10_000)
  await server.runJobs()
  const behind = (await ask(analyticsCalls.getAnalysesPreview, { page_size: 100 }, me)).body.data
  expect(behind?.items.find((item) => item.order_id === order_id)).toMatchObject({
    profit: shown?.profit?.amount,
    state: 'estimated',
  })
})

test('a bundle of which one part is bought: the rest of it still costs something', async () => {
  const bundle = await sellGood(server, me, 'zopi')
  await server.behind.query(
    `insert into variant_suppliers select (jsonb_populate_record(v, '{"component": 1, "rank": 1}')).* from variant_suppliers v
     where workplace_id = $1 and variant_id = $2`,
    [me.workplace_id, bundle],
  )
  const order_id = await sell(server, me, bundle)
  await setTotal(order_id, 20_000)
  expect(await place(server, me, [order_id])).toMatchObject({ accepted: 1 })
  const read = async () => (await ask(analyticsCalls.getOrderProfit, { order_id }, me)).body.data
  const whole = await read()
  expect(whole?.parts.find(({ part }) => part === 'supplier_goods')).toMatchObject({ source: 'agreed' })
  await server.behind.query(
    `delete from supplier_order_lines where component = 1 and supplier_order_id in (
       select supplier_order_id from supplier_orders where order_id = $1)`,
    [order_id],
  )
  const { rows } = await server.behind.query<{ rest: number }>(
    `select (components ->> '1')::int as rest from order_lines where order_id = $1`,
    [order_id],
  )
  const part = await read()
  const goods = (parts = part?.parts) => parts?.find((one) => one.part === 'supplier_goods')?.amount ?? 0
  expect(rows[0]?.rest).toBeGreaterThan(0)
  expect(goods()).toBe(goods(whole?.parts) - (rows[0]?.rest ?? 0))
})
