import type { automationCalls } from '@omni/contracts/automation.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { checkRule, isWithinLimit, matches, type OrderFigures } from '@omni/domain/automation/rules.ts'
import { dateIn, nextDay } from '@omni/domain/automation/schedule.ts'
import type { Rates } from '@omni/domain/money.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { readRates } from '../rates/read-rates.ts'
import { inDollars } from './rule-rows.ts'

const DAYS = 30
const MOST_ORDERS = 100_000
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
  /** Of the goods, US cents; null: of some line it is not known. */
  goods: number | null
  /** Why some line had no supplier. */
  reason: string | null
  /** By currency, of everything that was bought for it. */
  bought: Record<string, number> | null
}

/** The rule as it is, fed with the orders of the last 30 days in the order they came in. Writes nothing. */
export async function tryAutomationRule(ctx: Ctx, rule: Rule): Promise<Tried> {
  const problem = checkRule(rule)
  if (problem) refuse(`automation.${problem}`, { name: '' })
  return ctx.db.read(async (tx) => {
    const since = new Date(ctx.now.getTime() - DAYS * 86_400_000)
    const orders = await ordersSince(tx, ctx.workplace_id, since)
    return replay(rule, orders.slice(-MOST_ORDERS), await readRates(tx), orders.length > MOST_ORDERS)
  })
}

/** Oldest first. What was cancelled before anybody bought it would have been placed all the same: it is among them. */
async function ordersSince(tx: Tx, workplace_id: string, since: Date): Promise<PastOrder[]> {
  const { rows } = await sql<PastOrder>`
    with recent as (
      select order_id, number, ordered_at, currency, total from orders
      where workplace_id = ${workplace_id} and ordered_at > ${since}
        and financial in ('paid', 'partially_refunded', 'refunded')
      order by ordered_at desc, order_id desc limit ${MOST_ORDERS + 1}),
    lines as (
      select l.order_id, sum(l.quantity)::int as items, max(l.reason) as reason,
        case when bool_and(l.cost is not null) then sum(l.cost)::float8 end as goods
      from order_lines l join recent r using (order_id)
      where l.workplace_id = ${workplace_id} group by l.order_id),
    purchases as (
      select c.order_id, jsonb_object_agg(c.currency, c.amount) as bought from (
        select s.order_id, s.currency, sum(coalesce(s.total, s.approved)) as amount
        from supplier_orders s join recent r using (order_id)
        where s.workplace_id = ${workplace_id} and s.state not in ('failed', 'cancelled')
        group by s.order_id, s.currency) c group by c.order_id)
    select r.order_id, r.number, r.ordered_at, r.currency, r.total::float8 as total, coalesce(l.items, 0) as items,
      l.goods, l.reason, p.bought
    from recent r left join lines l using (order_id) left join purchases p using (order_id)
    order by r.ordered_at, r.order_id`.execute(tx)
  return rows
}

function figuresOf({ items, total, currency, goods, bought }: PastOrder, rates: Rates): OrderFigures {
  const value = inDollars(total, currency, rates)
  if (!bought) return { items, value, cost: goods }
  let cost: number | null = 0
  for (const [of, amount] of Object.entries(bought)) {
    const dollars = inDollars(amount, of, rates)
    cost = cost === null || dollars === null ? null : cost + dollars
  }
  return { items, value, cost }
}

/** Of one day: midnight to midnight of the rule's zone. */
interface Day {
  day: string
  until: number
  orders: number
  spent: number
}

function replay(rule: Rule, orders: readonly PastOrder[], rates: Rates, is_capped: boolean): Tried {
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
    const figures = figuresOf(order, rates)
    const day: Day = dayOf(today, new Date(order.ordered_at), rule)
    today = day
    const verdict = judge(rule, order, figures, day.spent)
    if (verdict === 'passed') {
      tried.passed++
      continue
    }
    if (verdict === 'placed') {
      const cost = figures.cost ?? 0
      tried.placed++
      tried.spent += cost
      tried.earned += (figures.value ?? 0) - cost
      if (!order.bought) tried.estimated++
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

function judge(rule: Rule, { reason }: PastOrder, figures: OrderFigures, spent: number): string {
  const answer = matches(rule, figures)
  if (answer === false) return 'passed'
  if (figures.value === null) return 'value_unknown'
  if (reason !== null) return reason
  if (figures.cost === null || answer === null) return 'cost_unknown'
  return isWithinLimit(rule, spent, figures.cost) ? 'placed' : 'daily_limit'
}
