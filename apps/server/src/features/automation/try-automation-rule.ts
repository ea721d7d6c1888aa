import type { automationCalls } from '@omni/contracts/automation.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { checkRule, isWithinLimit, matches, type OrderFigures } from '@omni/domain/automation/rules.ts'
import { dateIn, nextDay } from '@omni/domain/automation/schedule.ts'
import { addFigures } from '@omni/domain/analytics/profit-figures.ts'
import type { Rates } from '@omni/domain/money.ts'
import { type BuyingLimits, stopsOf } from '@omni/domain/placement/stops.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { type ProfitFacts, profitFrom, readProfitFacts, shownProfit } from '../analytics/profit-facts.ts'
import { readAllOrderSettings } from '../order-settings/all-order-settings.ts'
import { readRates } from '../rates/read-rates.ts'
import { inDollars } from './rule-rows.ts'

const DAYS = 30
const MOST_ORDERS = 20_000
/** Counted together: nobody else waits longer than that takes. */
const AT_ONCE = 250
const SHOWN = 20

type Tried = Out<typeof automationCalls.tryAutomationRule>
type Rule = In<typeof automationCalls.tryAutomationRule>

interface PastOrder {
  order_id: string
  number: string
  ordered_at: string
  currency: string
  total: number
  items: number
  titles: string[]
  /** Why some line had no supplier. */
  reason: string | null
  /** Something was bought for it. */
  is_bought: boolean
  figures: OrderFigures
  /** What it earned, US cents; with an unknown part at most. Null: no rate is known. */
  earned: number | null
}

/** The rule as it is, fed with the orders of the last 30 days in the order they came in. Writes nothing. */
export async function tryAutomationRule(ctx: Ctx, rule: Rule): Promise<Tried> {
  const problem = checkRule(rule)
  if (problem) refuse(`automation.${problem}`, { name: '' })
  return ctx.db.read(async (tx) => {
    const since = new Date(ctx.now.getTime() - DAYS * 86_400_000)
    const orders = await ordersSince(tx, ctx.workplace_id, since)
    const tried = orders.slice(-MOST_ORDERS)
    const rates = await readRates(tx)
    const counted: PastOrder[] = []
    for (let from = 0; from < tried.length; from += AT_ONCE)
      counted.push(...(await withFigures(tx, ctx.workplace_id, tried.slice(from, from + AT_ONCE), rates)))
    const limits = await readAllOrderSettings(tx, ctx.workplace_id)
    return replay(rule, counted, limits, orders.length > MOST_ORDERS)
  })
}

type Read = Omit<PastOrder, 'figures' | 'earned'>

/** Oldest first. What was cancelled before anybody bought it would have been placed all the same: it is among them. */
async function ordersSince(tx: Tx, workplace_id: string, since: Date): Promise<Read[]> {
  const { rows } = await sql<Read>`
    with recent as (
      select order_id, number, ordered_at, currency, total from orders
      where workplace_id = ${workplace_id} and ordered_at > ${since}
        and financial in ('paid', 'partially_refunded', 'refunded')
      order by ordered_at desc, order_id desc limit ${MOST_ORDERS + 1}),
    lines as (
      select l.order_id, sum(l.quantity)::int as items, max(l.reason) as reason,
        array_agg(distinct l.title) as titles
      from order_lines l join recent r using (order_id)
      where l.workplace_id = ${workplace_id} group by l.order_id)
    select r.order_id, r.number, r.ordered_at, r.currency, r.total::float8 as total, coalesce(l.items, 0) as items,
      coalesce(l.titles, '{}') as titles,
      l.reason, exists (select from supplier_orders s where s.workplace_id = ${workplace_id}
        and s.order_id = r.order_id and s.state not in ('failed', 'cancelled')) as is_bought
    from recent r left join lines l using (order_id)
    order by r.ordered_at, r.order_id`.execute(tx)
  return rows
}

/** As it stood when it came: what was given back since, or taken out, was not known to any rule. */
const asItCame = ({ sold, rates }: ProfitFacts): ProfitFacts => ({
  rates,
  sold: {
    ...sold,
    financial: 'paid',
    is_cancelled: false,
    refunds: [],
    lines: sold.lines.map((line) => ({ ...line, current: line.quantity })),
    purchases: sold.purchases.map((bought) => ({ ...bought, recovered: 0 })),
  },
})

async function withFigures(tx: Tx, workplace_id: string, orders: readonly Read[], rates: Rates): Promise<PastOrder[]> {
  const facts = await readProfitFacts(
    tx,
    workplace_id,
    orders.map(({ order_id }) => order_id),
  )
  return orders.map((order) => {
    const { order_id, items, titles, total, currency } = order
    const known = facts.get(order_id)
    const profit = known ? profitFrom(asItCame(known), WALLET_CURRENCY) : null
    const isCostKnown = profit?.stated.every(({ part, state }) => part !== 'supplier_goods' || state !== 'unknown')
    const { cost } = addFigures(profit?.parts ?? [])
    const value = inDollars(total, currency, rates)
    const shown = profit && shownProfit(profit, WALLET_CURRENCY)
    return {
      ...order,
      figures: { items, titles, value, cost: isCostKnown ? cost : null, margin: shown?.margin ?? null },
      earned: shown?.amount ?? null,
    }
  })
}

/** Of one day: midnight to midnight of the rule's zone. */
interface Day {
  day: string
  until: number
  orders: number
  spent: number
}

function replay(rule: Rule, orders: readonly PastOrder[], limits: BuyingLimits, is_capped: boolean): Tried {
  const tried: Tried = {
    days: DAYS,
    orders: orders.length,
    is_capped,
    placed: 0,
    spent: 0,
    earned: 0,
    estimated: 0,
    passed: 0,
    blocked: [],
    busiest: null,
    examples: [],
  }
  const blocked = new Map<string, number>()
  let today: Day | null = null
  for (const order of orders) {
    const { figures } = order
    const day: Day = dayOf(today, new Date(order.ordered_at), rule)
    today = day
    const verdict = judge(rule, order, { spent: day.spent, limits })
    if (verdict === 'passed') {
      tried.passed++
      continue
    }
    if (verdict === 'placed') {
      const cost = figures.cost ?? 0
      tried.placed++
      tried.spent += cost
      tried.earned += order.earned ?? 0
      if (!order.is_bought) tried.estimated++
      day.orders++
      day.spent += cost
      if (day.spent > (tried.busiest?.spent ?? 0))
        tried.busiest = { day: day.day, orders: day.orders, spent: day.spent }
    } else blocked.set(verdict, (blocked.get(verdict) ?? 0) + 1)
    const { order_id, number, ordered_at } = order
    const { items, value, cost } = figures
    const outcome = verdict === 'placed' ? ('placed' as const) : ('blocked' as const)
    tried.examples.push({
      order_id,
      number,
      ordered_at,
      items,
      value,
      cost,
      outcome,
      because: outcome === 'placed' ? null : verdict,
    })
    if (tried.examples.length > SHOWN) tried.examples.shift()
  }
  tried.examples.reverse()
  tried.blocked = [...blocked].map(([because, count]) => ({ because, orders: count }))
  tried.blocked.sort((a, b) => b.orders - a.orders)
  return tried
}

function dayOf(today: Day | null, at: Date, { time_schedule: { time_zone } }: Rule): Day {
  if (today && at.getTime() < today.until) return today
  return { day: dateIn(at, time_zone), until: nextDay(at, time_zone).getTime(), orders: 0, spent: 0 }
}

function judge(
  rule: Rule,
  { reason, figures, earned }: PastOrder,
  { spent, limits }: { spent: number; limits: BuyingLimits },
): string {
  const answer = matches(rule, figures)
  if (answer === false) return 'passed'
  if (figures.value === null) return 'value_unknown'
  if (reason !== null) return reason
  if (figures.cost === null) return 'cost_unknown'
  if (answer === null) return 'profit_unknown'
  const now = { profit: earned, goods_at_sale: null, goods: 0, is_price_held: false }
  const [stop] = stopsOf(now, limits)
  if (stop !== undefined) return stop
  return isWithinLimit(rule, spent, figures.cost) ? 'placed' : 'daily_limit'
}
