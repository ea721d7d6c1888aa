/** Rules buy from the sandbox's suppliers, judged by what was bought and by what the orders say. */
import { automationCalls as calls } from '@omni/contracts/automation.calls.ts'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { DEFAULT_RULE } from '@omni/domain/automation/rules.ts'
import { DEFAULT_AUTOMATION_SETTING } from '@omni/domain/automation/settings.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueue } from '../../platform/jobs.ts'
import { alwaysSent } from '../../testing/always-sent.ts'
import { sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { sweepAutomation } from './jobs.ts'

const sandbox = await sandboxProcess(100)
const server = await testServer({ ...sandbox.env, PLACEMENT_LANDS_MS: '1000' })
const { ask } = server
const me = await server.person()
const stranger = await server.person()
let good = ''
let cjGood = ''

type NewRule = CallInput<typeof calls.updateAutomationRules>['rules'][number]
const rule = (change: Partial<NewRule> = {}): NewRule => ({
  ...DEFAULT_RULE,
  name: 'Everything',
  status: 'on',
  ...change,
})
const version = async () => (await ask(calls.getAutomationRules, {}, me)).body.data?.version ?? 0
async function setRules(rules: NewRule[]) {
  const { body } = await ask(calls.updateAutomationRules, { version: await version(), rules }, me)
  if (!body.data) throw new Error(body.message)
  return body.data.rules
}
const rules = async () => (await ask(calls.getAutomationRules, {}, me)).body.data?.rules ?? []
async function setPanel(change: object) {
  const now = (await ask(calls.getAutomationPanel, {}, me)).body.data
  const { body } = await ask(
    calls.updateAutomationPanel,
    { ...DEFAULT_AUTOMATION_SETTING, ...change, version: now?.version ?? 0 },
    me,
  )
  if (!body.data) throw new Error(body.message)
  return body.data
}
/** Time goes on by a little, and everything that is due then is done. */
async function settle(rounds = 10, step_ms = 10_000) {
  for (let round = 0; round < rounds; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + step_ms)
    if (round === 0) await server.runtime.db({}).tx((tx) => enqueue(tx, sweepAutomation, {}))
    if ((await server.runJobs()).length === 0 && round > 0) return
  }
}
const detail = async (order_id: string) => (await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data
const timeline = async (order_id: string) => ((await detail(order_id))?.timeline ?? []).map(({ kind }) => kind)
const standing = async (order_id: string) =>
  ((await detail(order_id))?.groups ?? []).map(({ status, sub_status }) => `${status} ${sub_status}`)
const decisionOf = async (order_id: string) =>
  ((await ask(calls.listAutomationDecisions, { page_size: 100 }, me)).body.data?.items ?? []).find(
    (one) => one.order_id === order_id,
  )
const bought = async (order_id: string) =>
  (await ask(placementCalls.getOrderInfo, { order_id }, me)).body.data?.items ?? []

beforeAll(async () => {
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  await ask(sourceAccountCalls.connectByKey, { api_key: 'CJ2000001@api@00000000000000000000000000000002' }, me)
  good = await sellGood(server, me, 'zopi')
  cjGood = await sellGood(server, me, 'cj')
})

beforeEach(async () => {
  server.clock.now = new Date()
  await setRules([])
  await setPanel({})
})

test('a rule places a new order once; the timeline names the rule and its version; old orders are left alone', async () => {
  const old = await sell(server, me, good)
  const [made] = await setRules([rule()])
  const order_id = await sell(server, me, good)
  await settle()
  expect(await standing(order_id)).toEqual(['payment order_placed'])
  expect(await standing(old)).toEqual(['placement ready'])
  const told = (await detail(order_id))?.timeline.find(({ kind }) => kind === 'rule_placed')
  expect(told).toMatchObject({ who: 'omni', params: { rule: 'Everything', version: 1 } })
  expect(await timeline(old)).toEqual(['created_by_hand'])
  const [purchase] = await bought(order_id)
  expect(purchase).toMatchObject({ state: 'placed', source: 'zopi' })
  const [now] = await rules()
  expect(now).toMatchObject({ rule_id: made?.rule_id, status: 'on', spent_today: purchase?.total })
  expect(now?.last_activity_at).not.toBeNull()
  await settle(3)
  expect(await bought(order_id)).toHaveLength(1)
  expect(await decisionOf(order_id)).toMatchObject({ outcome: 'placed', rule_version: 1, name: 'Everything' })
})

test('conditions: pieces, value and margin at the suppliers prices of now; a rule takes what the one before leaves', async () => {
  const [{ title = '' } = {}] = (await detail(await sell(server, me, good)))?.lines ?? []
  await setRules([
    rule({ name: 'Of another name', condition: { query: [], names: ['Sofa that nobody sells'] } }),
    rule({
      name: 'Large',
      condition: { query: [{ type: 'order_item_count', operator: 'higher', value: 2 }], names: [] },
    }),
    rule({
      name: 'Poor',
      condition: { query: [{ type: 'order_profit_margin', operator: 'lower', value: 1 }], names: [] },
    }),
    rule({
      name: 'Dear',
      condition: { query: [{ type: 'order_value', operator: 'higher', value: 15_000 }], names: [] },
    }),
  ])
  const small = await sell(server, me, good)
  const dear = await sell(server, me, good, { quantity: 2 })
  const large = await sell(server, me, good, { quantity: 3 })
  await settle(12)
  expect(await bought(small)).toEqual([])
  expect(await standing(small)).toEqual(['placement ready'])
  expect(await decisionOf(dear)).toMatchObject({ outcome: 'placed', name: 'Dear' })
  expect(await decisionOf(large)).toMatchObject({ outcome: 'placed', name: 'Large' })
  const names = [title.slice(0, 8).toUpperCase()]
  expect((await setRules([rule({ condition: { query: [], names } })]))[0]?.condition.names).toEqual(names)
  const named = await sell(server, me, good)
  await settle()
  expect(await decisionOf(named)).toMatchObject({ outcome: 'placed', name: 'Everything' })
  const tried = async (own: string[]) =>
    (await ask(calls.tryAutomationRule, { ...DEFAULT_RULE, condition: { query: [], names: own } }, me)).body.data
  const all = await tried([])
  expect(await tried(names)).toMatchObject({ passed: 0, orders: all?.orders })
  expect(await tried(['Sofa that nobody sells'])).toMatchObject({ passed: all?.orders, placed: 0 })
})

test('a daily limit is never passed; what it stops waits for the next day, and the seller is told once', async () => {
  const first = await sell(server, me, good)
  const plan = await ask(placementCalls.previewOrders, { orders: [first] }, me)
  await server.runJobs()
  const { data } = (await ask(placementCalls.getPreview, { plan_id: plan.body.data?.plan_id ?? '' }, me)).body
  const cost = data?.items[0]?.cost ?? 0
  await setRules([rule({ name: 'Careful', daily_limit: Math.ceil(cost * 2.5) })])
  const orders = [await sell(server, me, good), await sell(server, me, good), await sell(server, me, good)]
  await settle()
  const outcomes = await Promise.all(orders.map(async (order_id) => (await decisionOf(order_id))?.outcome))
  expect(outcomes.toSorted()).toEqual(['blocked', 'placed', 'placed'])
  const blocked = orders[outcomes.indexOf('blocked')] ?? ''
  expect(await decisionOf(blocked)).toMatchObject({ because: 'daily_limit' })
  expect(await timeline(blocked)).toEqual(['created_by_hand', 'rule_blocked'])
  const [now] = await rules()
  expect(now?.spent_today).toBeLessThanOrEqual(now?.daily_limit ?? 0)
  const notices = (await ask(notificationCalls.listNotification, {}, me)).body.data?.items ?? []
  expect(notices.filter(({ title }) => title.includes('Careful'))).toHaveLength(1)
  server.clock.now = new Date(server.clock.now.getTime() + 86_400_000)
  await server.behind.query(
    `update supplier_orders set created_at = created_at - interval '1 day' where workplace_id = $1`,
    [me.workplace_id],
  )
  await settle()
  expect(await decisionOf(blocked)).toMatchObject({ outcome: 'placed' })
})

test('on a plan that places one order at a time, a rule that meets two places them one after the other', async () => {
  await server.behind.query(`update users set plan_id = 'free'`)
  try {
    await setRules([rule()])
    const both = [await sell(server, me, good), await sell(server, me, good)]
    await settle(20)
    for (const order_id of both) {
      expect(await bought(order_id)).toMatchObject([{ state: 'placed' }])
      expect(await timeline(order_id)).not.toContain('rule_blocked')
    }
  } finally {
    await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  }
})

test('create and send confirmation: it exists at the supplier, nothing is paid, the seller is asked whatever is switched off', async () => {
  const off = JSON.stringify({ notification: { order: { app: false } } })
  await server.behind.query('update workplaces set settings = settings || $2::jsonb where workplace_id = $1', [
    me.workplace_id,
    off,
  ])
  await setRules([
    rule({
      name: 'Ask me',
      then: { action: 'create_and_send_confirmation', payment_preference: { use: 'wallet', method: 'credit_card' } },
    }),
  ])
  const order_id = await sell(server, me, good)
  await settle()
  expect(await standing(order_id)).toEqual(['payment waiting_payment'])
  expect((await bought(order_id))[0]).toMatchObject({ state: 'created', awaits_payment: true })
  const notices = (await ask(notificationCalls.listNotification, {}, me)).body.data?.items ?? []
  expect(notices.some(({ title }) => title.includes('Ask me'))).toBe(true)
  const asked = () => server.mails.filter(({ subject }) => subject.includes('wait for your payment'))
  expect(asked()).toHaveLength(1)
  // Nobody pays for a day: it is let go, and the rule takes it again and asks again.
  const first = (await bought(order_id))[0]?.supplier_order_id
  await server.behind.query(
    "update supplier_orders set unpaid_since = unpaid_since - interval '25 hours', due_at = now() - interval '1 hour' where supplier_order_id = $1",
    [first],
  )
  await server.behind.query(`select enqueue_job('placement.sweep', '{}'::json, null, 3, null, null, 0)`)
  await settle(20)
  const tries = await bought(order_id)
  expect(tries.map(({ state }) => state).sort()).toEqual(['cancelled', 'created'])
  expect(asked()).toHaveLength(2)
  await server.behind.query("update workplaces set settings = settings - 'notification' where workplace_id = $1", [
    me.workplace_id,
  ])
})

test('a schedule is kept: the order waits, and a rule that is switched off meanwhile places nothing', async () => {
  const time_schedule = { schedule: 'after' as const, time: '2', time_zone: 'Europe/Berlin' }
  const [made] = await setRules([rule({ name: 'Later', time_schedule })])
  const order_id = await sell(server, me, good)
  await settle(2)
  expect(await decisionOf(order_id)).toMatchObject({ outcome: 'waiting' })
  server.clock.now = new Date(Date.now() + 3 * 3_600_000)
  await settle()
  expect(await decisionOf(order_id)).toMatchObject({ outcome: 'placed' })
  server.clock.now = new Date()
  const other = await sell(server, me, good)
  await settle(2)
  await setRules([rule({ ...(made && { rule_id: made.rule_id }), name: 'Later', time_schedule, status: 'off' })])
  server.clock.now = new Date(server.clock.now.getTime() + 3 * 3_600_000)
  await settle()
  expect(await bought(other)).toEqual([])
})

test("a missing phone number is filled with the seller's before a rule places", async () => {
  await setPanel({ phone_number: { is_use: true, type: 'when_missing', override: '+12175550199' } })
  await setRules([rule()])
  const order_id = await sell(server, me, good)
  await server.behind.query(`update orders set address = jsonb_set(address, '{phone}', '""') where order_id = $1`, [
    order_id,
  ])
  await settle()
  expect(await timeline(order_id)).toContain('phone_filled')
  const { rows } = await server.behind.query<{ phone: string }>(
    `select ship_to ->> 'phone' as phone from supplier_orders where order_id = $1`,
    [order_id],
  )
  expect(rows[0]?.phone).toContain('2175550199')
})

test('a supplier that cannot deliver is replaced by the next one; without one the order waits for a person', async () => {
  await setRules([rule()])
  const { rows } = await server.behind.query<{ sku_id: string }>(
    'select sku_id from variant_suppliers where variant_id = $1',
    [cjGood],
  )
  await sandbox.act('cj', 'sell_out', { sku_id: rows[0]?.sku_id ?? '' })
  await server.behind.query(
    `insert into variant_suppliers (workplace_id, product_id, variant_id, rank, source, source_product_id, sku_id,
       sku_attr, sku_name, cost, quantity)
     select c.workplace_id, c.product_id, c.variant_id, 1, z.source, z.source_product_id, z.sku_id, z.sku_attr, '', z.cost, null
     from variant_suppliers c cross join variant_suppliers z where c.variant_id = $1 and z.variant_id = $2`,
    [cjGood, good],
  )
  const order_id = await sell(server, me, cjGood)
  // What it cost then is not known, or the other's price would be a rise that a person has to agree to.
  await server.behind.query('update order_lines set cost_at_sale = null where order_id = $1', [order_id])
  await settle(14)
  await sandbox.act('cj', 'restock')
  expect(await timeline(order_id)).toContain('rule_supplier')
  expect((await bought(order_id)).map(({ source, state }) => [source, state])).toEqual([['zopi', 'placed']])
})

test('tried on the last 30 days: what it would have placed, spent and blocked; nothing is written', async () => {
  const input = { ...DEFAULT_RULE, daily_limit: 1 }
  const before = await server.behind.query('select count(*) from automation_decisions')
  const all = (await ask(calls.tryAutomationRule, DEFAULT_RULE, me)).body.data
  expect(all?.orders).toBeGreaterThan(5)
  expect(all?.placed).toBe(all?.orders)
  expect(all?.spent).toBeGreaterThan(0)
  expect(all?.busiest?.spent).toBeLessThanOrEqual(all?.spent ?? 0)
  const none = (await ask(calls.tryAutomationRule, input, me)).body.data
  expect(none).toMatchObject({ placed: 0, spent: 0, blocked: [{ because: 'daily_limit', orders: all?.orders }] })
  const few = { query: [{ type: 'order_item_count' as const, operator: 'higher' as const, value: 2 }], names: [] }
  const large = (await ask(calls.tryAutomationRule, { ...DEFAULT_RULE, condition: few }, me)).body.data
  expect(large?.placed).toBe(1)
  expect(large?.passed).toBe((all?.orders ?? 0) - 1)
  expect((await server.behind.query('select count(*) from automation_decisions')).rows).toEqual(before.rows)
  expect((await ask(calls.tryAutomationRule, DEFAULT_RULE, stranger)).body.data?.orders).toBe(0)
})

test('bad input: contradictions, hours, limits, a version that was not seen, a rule of somebody else', async () => {
  const between = (low: number, high: number) => ({
    query: [
      { type: 'order_value' as const, operator: 'higher' as const, value: low },
      { type: 'order_value' as const, operator: 'lower' as const, value: high },
    ],
    names: [],
  })
  const refused = async (change: Partial<NewRule>) =>
    (await ask(calls.updateAutomationRules, { version: await version(), rules: [rule(change)] }, me)).body
  expect((await refused({ condition: between(500, 400) })).message).toContain('Everything')
  expect((await refused({ condition: between(400, 500) })).success).toBe(true)
  expect((await refused({ daily_limit: 0 })).success).toBe(false)
  const daily = { schedule: 'daily' as const, time: '25:00', time_zone: 'UTC' }
  expect((await refused({ time_schedule: daily })).success).toBe(false)
  const stale = await ask(calls.updateAutomationRules, { version: 0, rules: [] }, me)
  expect(stale.body.success).toBe(false)
  const [mine] = await rules()
  const foreign = { version: 0, rules: [rule({ rule_id: mine?.rule_id })] }
  expect((await ask(calls.updateAutomationRules, foreign, stranger)).body.success).toBe(false)
  const panel = {
    ...DEFAULT_AUTOMATION_SETTING,
    phone_number: { is_use: true, type: 'always' as const, override: '12' },
  }
  const { body } = await ask(calls.updateAutomationPanel, { ...panel, version: 0 }, stranger)
  expect(body.errors?.['phone_number']).toBeDefined()
})

test('what was decided is read page by page, newest first, each once', async () => {
  const page = async (input: { page_size: number; cursor?: string }, as = me) => {
    const { data } = (await ask(calls.listAutomationDecisions, input, as)).body
    if (!data) throw new Error('no answer')
    return data
  }
  const all = await page({ page_size: 100 })
  expect(all.items.length).toBeGreaterThan(4)
  expect(all.total).toBe(all.items.length)
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { items, next_cursor } = await page({ page_size: 2, ...(cursor && { cursor }) })
    seen.push(...items.map(({ order_id }) => order_id))
    cursor = next_cursor
  }
  expect(seen).toEqual(all.items.map(({ order_id }) => order_id))
  const times = all.items.map(({ decided_at }) => Date.parse(decided_at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(await page({ page_size: 100 }, stranger)).toMatchObject({ items: [], total: 0, next_cursor: null })
})

test('a rule stops before a loss: nothing is bought, and the seller is told in the app and by mail', async () => {
  await setRules([rule({ name: 'Whatever it costs' })])
  await sandbox.act('zopi', 'raise_prices', { percent: 900 })
  const order_id = await sell(server, me, good)
  await settle()
  await sandbox.act('zopi', 'raise_prices', { percent: 0 })
  expect(await bought(order_id)).toEqual([])
  expect(await decisionOf(order_id)).toMatchObject({ outcome: 'blocked', because: 'loss' })
  expect((await alwaysSent(server, me)).at(-1)).toBe('loss_stopped')
})
