import type { EventData } from '@omni/contracts/events.ts'
import { isWithinLimit, matches, type OrderFigures, ruleFor } from '@omni/domain/automation/rules.ts'
import { nextDay } from '@omni/domain/automation/schedule.ts'
import { isBetter, type PlanFigures, wantsBetter } from '@omni/domain/automation/settings.ts'
import type { Minor, Rates } from '@omni/domain/money.ts'
import { priceLimit } from '@omni/domain/order-settings/order-settings.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { isRefusal } from '../../platform/refuse.ts'
import { readRates } from '../rates/read-rates.ts'
import { type ProfitFacts, profitFrom, readProfitFacts, shownProfit } from '../analytics/profit-facts.ts'
import { hasFeature } from '../billing/grant-feature.ts'
import { type Basket, methodOf, totalOf } from '../placement/basket.ts'
import { quotesOf } from '../placement/judge-baskets.ts'
import { placePlan } from '../placement/place-plan.ts'
import { costOf } from '../placement/plan-view.ts'
import { profileOf } from '../placement/placing-profile.ts'
import { placingSettings } from '../placement/placing-settings.ts'
import { goBack, tryAnotherSupplier } from './better-source.ts'
import { type Decision, writeDecisions } from './decision-rows.ts'
import { judgeOrders } from './jobs.ts'
import { notifyBlocked } from './notify-blocked.ts'
import { inDollars, readAutomation, readRules, type RuleRow, spentToday, titlesOf } from './rule-rows.ts'

const HOUR_MS = 3_600_000
/** After which time something that stood in the way is looked at again. Everything else waits for a person. */
const AGAIN_MS: Record<string, number> = {
  source_unreachable: HOUR_MS / 2,
  wallet_too_low: HOUR_MS,
  out_of_stock: 6 * HOUR_MS,
  changed: 60_000,
  quota: 6 * HOUR_MS,
  no_card: 6 * HOUR_MS,
}

interface PlannedOrder {
  order_id: string
  number: string
  state: 'quoting' | 'ready' | 'stopped' | 'blocked'
  problems: string[]
  stops: string[]
  baskets: Basket[]
  currency: string
  total: number
  items: number
  titles: string[]
  country_code: string
}

interface Plan {
  workplace_id: string
  plan_id: string
  rule: RuleRow
  /** All that are on. */
  rules: RuleRow[]
  rates: Rates
  facts: ReadonlyMap<string, ProfitFacts>
  rules_version: number
  now: Date
}

/**
 * Every supplier has answered about the orders of a rule. What the rule still wants, and what its limit allows, is
 * placed in the same transaction in which that is decided: run again, it finds nothing left to decide.
 */
export async function placeQuoted(
  ctx: JobCtx,
  { workplace_id, plan_id }: EventData<'placement.quoted'>,
): Promise<void> {
  try {
    await ctx.db.tx((tx) => decidePlan(tx, ctx, workplace_id, plan_id))
  } catch (error) {
    if (!isRefusal(error)) throw error
    const because = refusedBy(error.key ?? error.code)
    await ctx.db.tx((tx) => blockAll(tx, ctx, { workplace_id, plan_id, because }))
  }
}

/** What placing refuses as a whole, in the words of the page. */
function refusedBy(key: string): string {
  if (key === 'wallet.no_card') return 'no_card'
  return key.startsWith('placement.') ? 'quota' : 'rule_changed'
}

async function decidePlan(tx: Tx, ctx: JobCtx, workplace_id: string, plan_id: string): Promise<void> {
  const decisions = await lockDecisions(tx, workplace_id, plan_id)
  const [first] = decisions
  if (!first) return
  // One at a time for each rule: two plans must not both see room below its limit.
  await sql`select from automation_rules where workplace_id = ${workplace_id} and rule_id = ${first.rule_id}
    for update`.execute(tx)
  const { setting, rules_version } = await readAutomation(tx, workplace_id)
  const rules = (await readRules(tx, workplace_id)).filter(({ is_on }) => is_on)
  const now = ctx.clock()
  const rule = rules.find(({ rule_id, version }) => rule_id === first.rule_id && version === first.rule_version)
  if (!rule) return forget(tx, workplace_id, plan_id)
  const ids = decisions.map(({ order_id }) => order_id)
  const facts = await readProfitFacts(tx, workplace_id, ids)
  const plan: Plan = { workplace_id, plan_id, rule, rules, rates: await readRates(tx), facts, rules_version, now }
  const names = new Map(rules.map(({ rule_id, name }) => [rule_id, name]))
  const buyer = { config: ctx.config, workplace_id, user_id: rule.on_by ?? '', now, rule }
  if (!(await isMember(tx, workplace_id, rule.on_by)))
    return blockAll(tx, ctx, { workplace_id, plan_id, because: 'nobody' })

  let spent = await spentToday(tx, workplace_id, rule, now, plan.rates)
  const orders = new Map((await plannedOrders(tx, workplace_id, plan_id)).map((order) => [order.order_id, order]))
  const written: Decision[] = []
  const wanted = new Map<string, Decision>()
  for (const decision of decisions) {
    const order = orders.get(decision.order_id)
    const verdict = await judge(tx, ctx, plan, decision, order, setting)
    if (verdict.outcome !== 'placed') written.push(verdict)
    else {
      const most = order ? await mostOf(tx, plan, order) : null
      if (most === null) written.push(blocked(verdict, 'cost_unknown', null))
      else if (!isWithinLimit(rule, spent, most))
        written.push(blocked(verdict, 'daily_limit', nextDay(now, rule.time_schedule.time_zone)))
      else {
        spent += most
        wanted.set(decision.order_id, verdict)
      }
    }
  }
  // Several at once need a plan with that. Without it the first is placed, and the others have a turn of their own.
  if (wanted.size > 1 && !(await hasFeature(tx, buyer.user_id, 'BULK_ORDER_FULFILLMENT', now)))
    for (const [order_id, verdict] of [...wanted].slice(1)) {
      wanted.delete(order_id)
      written.push({ ...verdict, outcome: 'waiting', because: null, due_at: now, plan_id: null })
    }
  if (wanted.size > 0) {
    const exclude = [...orders.keys()].filter((order_id) => !wanted.has(order_id))
    const { action, payment_preference } = rule.then
    const { use, method: by } = payment_preference
    const pay_later = action === 'create_and_send_confirmation'
    const { left_out } = await placePlan(tx, buyer, { plan_id, exclude, use, by, pay_later })
    for (const { order_id, problem } of left_out) {
      const verdict = wanted.get(order_id)
      if (verdict) written.push(blocked(verdict, problem, again(problem, now)))
      wanted.delete(order_id)
    }
    written.push(...wanted.values())
  }
  await writeDecisions(tx, workplace_id, written, names, now)
  await sql`update automation_rules set last_activity_at = ${now}
    where workplace_id = ${workplace_id} and rule_id = ${rule.rule_id}`.execute(tx)
  await notifyBlocked(tx, plan, written)
  if (written.some(({ outcome }) => outcome === 'waiting')) await enqueue(tx, judgeOrders, { workplace_id })
}

const again = (because: string, now: Date): Date | null => {
  const after = AGAIN_MS[because]
  return after === undefined ? null : new Date(now.getTime() + after)
}

const blocked = (decision: Decision, because: string, due_at: Date | null): Decision => ({
  ...decision,
  outcome: 'blocked',
  because,
  due_at,
  plan_id: null,
})

async function lockDecisions(tx: Tx, workplace_id: string, plan_id: string): Promise<Decision[]> {
  const { rows } = await sql<Omit<Decision, 'due_at'> & { due_at: string | null }>`
    select order_id, rule_id, rule_version, rules_version, outcome, because, due_at, plan_id, trial, tried
    from automation_decisions where workplace_id = ${workplace_id} and plan_id = ${plan_id}
    order by order_id for update`.execute(tx)
  return rows.map((row) => ({ ...row, due_at: row.due_at === null ? null : new Date(row.due_at) }))
}

/** The rule was switched off or changed meanwhile: whatever holds now is asked again. */
async function forget(tx: Tx, workplace_id: string, plan_id: string): Promise<void> {
  await sql`update automation_decisions set outcome = 'passed', plan_id = null, due_at = null, rules_version = 0
    where workplace_id = ${workplace_id} and plan_id = ${plan_id}`.execute(tx)
  await enqueue(tx, judgeOrders, { workplace_id })
}

async function isMember(tx: Tx, workplace_id: string, user_id: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('workplace_members')
    .select('user_id')
    .where('workplace_id', '=', workplace_id)
    .where('user_id', '=', user_id ?? '')
    .executeTakeFirst()
  return row !== undefined
}

async function plannedOrders(tx: Tx, workplace_id: string, plan_id: string): Promise<PlannedOrder[]> {
  const { rows } = await sql<PlannedOrder>`
    select p.order_id, o.number, p.state, p.problems, p.stops, p.baskets, o.currency, o.total::float8 as total, o.country_code,
      (select coalesce(sum(l.wanted), 0)::int from order_lines l
        where l.workplace_id = o.workplace_id and l.order_id = o.order_id) as items, ${titlesOf}
    from placement_plan_orders p join orders o using (workplace_id, order_id)
    where p.workplace_id = ${workplace_id} and p.plan_id = ${plan_id} order by p.position`.execute(tx)
  return rows
}

function figuresOf(order: PlannedOrder, { rates, facts }: Pick<Plan, 'rates' | 'facts'>): OrderFigures {
  const { order_id, items, titles, total, currency, baskets, state } = order
  const isPriced = state === 'ready' || state === 'stopped'
  const known = facts.get(order_id)
  const quotes = quotesOf(baskets, rates)
  const earned = isPriced && known && quotes.size > 0 ? profitFrom(known, WALLET_CURRENCY, quotes) : null
  return {
    items,
    titles,
    value: inDollars(total, currency, rates),
    cost: isPriced ? costOf(baskets, rates) : null,
    margin: earned && shownProfit(earned, WALLET_CURRENCY).margin,
  }
}

function planFigures(order: PlannedOrder, figures: OrderFigures): PlanFigures {
  const days = order.baskets.map((basket) => methodOf(basket)?.max_days ?? null)
  return {
    is_ready: order.state === 'ready',
    margin: figures.margin,
    max_days: days.includes(null) ? null : Math.max(0, ...days.flatMap((day) => day ?? [])),
    country_code: order.country_code,
  }
}

/** Problems that another supplier does not solve. */
const NOT_THE_SUPPLIERS: readonly string[] = ['not_open', 'already_placing', 'address', 'not_mapped', 'store_request']

/** `placed` stands for: it may be, as far as its limit reaches. */
async function judge(
  tx: Tx,
  ctx: JobCtx,
  { workplace_id, rule, rules, rates, facts, rules_version, now }: Plan,
  decision: Decision,
  order: PlannedOrder | undefined,
  setting: Awaited<ReturnType<typeof readAutomation>>['setting'],
): Promise<Decision> {
  const next: Decision = { ...decision, plan_id: null, due_at: null, because: null, rules_version }
  const { order_id } = decision
  if (!order) return blocked(next, 'not_open', null)
  const figures = figuresOf(order, { rates, facts })
  const seen = planFigures(order, figures)
  if (next.trial && !isBetter(next.trial.because, next.trial.before, seen)) {
    const { because } = next.trial
    const more = await tryAnotherSupplier(tx, { workplace_id, order_id, setting, now }, next.tried)
    if (more) return { ...next, outcome: 'waiting', due_at: now, tried: more.tried }
    await goBack(tx, workplace_id, order_id, next.trial)
    if (because === 'place_error') return blocked({ ...next, trial: null }, order.problems[0] ?? 'failed', null)
    if (because === 'current_source_off') return blocked({ ...next, trial: null }, because, null)
    // Nobody is better: the supplier it had is asked again, and not compared with others any more.
    return { ...next, outcome: 'waiting', due_at: now, trial: null }
  }
  const isTried = next.tried.length > 0
  const why = isTried && seen.is_ready ? null : wantsBetter(setting, seen)
  const mayHelp = !order.problems.some((problem) => NOT_THE_SUPPLIERS.includes(problem))
  if (why && mayHelp && !next.trial) {
    const another = await tryAnotherSupplier(tx, { workplace_id, order_id, setting, now }, next.tried)
    if (another) {
      const trial = { because: why, before: seen, lines: another.lines }
      return { ...next, outcome: 'waiting', due_at: now, trial, tried: another.tried }
    }
  }
  const problem = order.problems[0]
  if (problem !== undefined) return blocked(next, problem, again(problem, now))
  if (!setting.with_current_source.is_use && !next.trial) return blocked(next, 'current_source_off', null)
  return { ...(await byRule(ctx, { rule, rules, now }, next, order, figures)), trial: null }
}

async function byRule(
  ctx: JobCtx,
  { rule, rules, now }: Pick<Plan, 'rule' | 'rules' | 'now'>,
  next: Decision,
  { baskets, stops }: PlannedOrder,
  figures: OrderFigures,
): Promise<Decision> {
  if (matches(rule, figures) === false) {
    const other = ruleFor(rules, figures)?.rule
    if (!other) return { ...next, outcome: 'passed', rule_id: null, rule_version: null }
    // The other rule has its own schedule and its own way to pay.
    return { ...next, outcome: 'waiting', rule_id: other.rule_id, rule_version: other.version, due_at: now }
  }
  if (figures.cost === null) return blocked(next, 'cost_unknown', null)
  if (matches(rule, figures) === null) return blocked(next, 'profit_unknown', null)
  // A person says yes to it, or nobody.
  const [stop] = stops
  if (stop !== undefined) return blocked(next, stop, null)
  const isPaidAtOnce = baskets.some(({ source }) => profileOf(ctx.config, source).pay === 'with_create')
  if (rule.then.action === 'create_and_send_confirmation' && isPaidAtOnce) return blocked(next, 'pays_at_once', null)
  return { ...next, outcome: 'placed' }
}

/** What an order may cost at most without a person being asked, US cents. */
async function mostOf(tx: Tx, { workplace_id, rates }: Plan, { baskets }: PlannedOrder): Promise<Minor | null> {
  let most = 0
  for (const basket of baskets) {
    const total = totalOf(basket)
    if (total === null) return null
    const limit = priceLimit(total, await placingSettings(tx, workplace_id, basket.source))
    const dollars = inDollars(limit, basket.quote?.currency ?? '', rates)
    if (dollars === null) return null
    most += dollars
  }
  return most
}

/** Placing refused all of it: nothing was written, and that is noted. */
async function blockAll(
  tx: Tx,
  ctx: JobCtx,
  { workplace_id, plan_id, because }: { workplace_id: string; plan_id: string; because: string },
): Promise<void> {
  const now = ctx.clock()
  const decisions = await lockDecisions(tx, workplace_id, plan_id)
  const rules = await readRules(tx, workplace_id)
  const rule = rules.find(({ rule_id }) => rule_id === decisions[0]?.rule_id)
  const written = decisions.map((decision) => blocked(decision, because, again(because, now)))
  await writeDecisions(tx, workplace_id, written, new Map(rules.map(({ rule_id, name }) => [rule_id, name])), now)
  if (!rule) return
  const { rules_version } = await readAutomation(tx, workplace_id)
  const plan: Plan = { workplace_id, plan_id, rule, rules, rates: {}, facts: new Map(), rules_version, now }
  await notifyBlocked(tx, plan, written)
}
