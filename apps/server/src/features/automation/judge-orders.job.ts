import { ruleFor } from '@omni/domain/automation/rules.ts'
import { turnOf } from '@omni/domain/automation/schedule.ts'
import type { AutomationSetting } from '@omni/domain/automation/settings.ts'
import type { Rates } from '@omni/domain/money.ts'
import type { OrderAddress } from '@omni/domain/orders/document.ts'
import { DECIDED_IN_PREVIEW } from '@omni/domain/orders/groups.ts'
import { unmendable } from '@omni/domain/orders/address.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue, type Job, work } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { readRates } from '../rates/read-rates.ts'
import { recordEvents } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { makePlan } from '../placement/preview-orders.ts'
import { tryAnotherSupplier } from './better-source.ts'
import { type Decision, undecided, writeDecisions } from './decision-rows.ts'
import { judgeOrders, sweepAutomation } from './jobs.ts'
import { inDollars, readAutomation, readRules, type RuleRow, titlesOf } from './rule-rows.ts'

/** Orders that are looked at together. */
const AT_ONCE = 200
/** An order that a store tells late is still new. */
const LATE = '30 days'

interface Candidate {
  order_id: string
  /** When it came to us. */
  created_at: string
  currency: string
  total: number
  items: number
  titles: string[]
  address: OrderAddress | null
  /** What was decided before. */
  decision: Decision | null
  /** Its purchase failed. */
  has_failed: boolean
}

interface Look {
  workplace_id: string
  rules: RuleRow[]
  setting: AutomationSetting
  rules_version: number
  rates: Rates
  now: Date
}

/** Decides which orders rules will place, and asks the suppliers about those whose turn has come. */
export const judgeOrdersJob: Job = work(judgeOrders, async (ctx, { workplace_id }) => {
  const isMore = await ctx.db.tx((tx) => look(tx, ctx, workplace_id))
  if (isMore) await ctx.db.tx((tx) => enqueue(tx, judgeOrders, { workplace_id }))
})

export const sweepAutomationJob: Job = work(sweepAutomation, async (ctx) => {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ workplace_id: string }>`select workplace_id from workplaces_with_rules()`.execute(tx),
  )
  for (const { workplace_id } of rows)
    await ctx.as({ workplace_id }).tx((tx) => enqueue(tx, judgeOrders, { workplace_id }))
})

async function look(tx: Tx, ctx: JobCtx, workplace_id: string): Promise<boolean> {
  const rules = (await readRules(tx, workplace_id)).filter(({ is_on }) => is_on)
  if (rules.length === 0) return false
  const { setting, rules_version } = await readAutomation(tx, workplace_id)
  const now = ctx.clock()
  const seen: Look = { workplace_id, rules, setting, rules_version, rates: await readRates(tx), now }
  const candidates = await candidatesOf(tx, seen)
  const names = new Map(rules.map(({ rule_id, name }) => [rule_id, name]))
  const decisions: Decision[] = []
  for (const candidate of candidates) {
    if (candidate.has_failed) decisions.push(await afterFailure(tx, seen, candidate))
    else if (await fillPhone(tx, seen, candidate)) decisions.push(decide(seen, candidate))
  }
  await planDue(tx, ctx, seen, decisions)
  await writeDecisions(tx, workplace_id, decisions, names, now)
  return candidates.length === AT_ONCE
}

/** Since it was decided about, what a rule had ordered was let go because nobody paid: it is an order like any other. */
const WAS_LET_GO = sql`exists (select from supplier_orders s where s.workplace_id = o.workplace_id
  and s.order_id = o.order_id and s.stop_because = 'unpaid' and s.settled_at > d.decided_at)`

/** Ready, or of what the preview decides about with what suppliers say. */
const IS_READY = sql`g.reasons <@ ${[...DECIDED_IN_PREVIEW]}::text[]`

/** New ones, those whose turn has come, those that the rules of before left alone, and failed purchases of rules. */
async function candidatesOf(tx: Tx, { workplace_id, rules, setting, rules_version, now }: Look): Promise<Candidate[]> {
  const since = rules.map(({ on_since }) => on_since ?? now.toISOString()).toSorted()[0]
  const { place_error } = setting.with_better_source.conditions
  const retries = setting.with_better_source.is_use && place_error.is_use
  const { rows } = await sql<Candidate>`
    select o.order_id, o.created_at, o.currency, o.total::float8 as total, o.address, to_jsonb(d) as decision,
      (select coalesce(sum(l.wanted), 0)::int from order_lines l
        where l.workplace_id = o.workplace_id and l.order_id = o.order_id) as items, ${titlesOf},
      d.outcome is not distinct from 'placed' and g.reasons @> '{failed}' as has_failed
    from order_groups g join orders o using (workplace_id, order_id)
    left join automation_decisions d using (workplace_id, order_id)
    where g.workplace_id = ${workplace_id} and g.status = 'placement' and g.sub_status in ('ready', 'needs_attention')
      and g.ordered_at > ${since}::timestamptz - ${LATE}::interval and o.created_at >= ${since}
      and case
        when d.outcome is null then ${IS_READY} or g.reasons = '{address}'
        when d.outcome = 'placed' and ${IS_READY} then ${WAS_LET_GO}
        when d.outcome = 'placed' then ${retries} and g.reasons @> '{failed}'
        when d.outcome = 'planning' then d.due_at <= ${now}
        when d.due_at <= ${now} then true
        else ${IS_READY} and d.outcome in ('passed', 'blocked') and d.rules_version < ${rules_version}
      end
    order by g.ordered_at desc, g.order_id desc limit ${AT_ONCE}`.execute(tx)
  return rows
}

/** A customer without a phone number gets the seller's. False: the address has to be repaired by a person first. */
async function fillPhone(
  tx: Tx,
  { workplace_id, setting: { phone_number }, now }: Look,
  { order_id, address }: Candidate,
): Promise<boolean> {
  if (!address) return false
  const { is_use, type, override } = phone_number
  const problems = unmendable(address)
  const isWanted = is_use && override !== '' && address.phone !== override
  if (!isWanted || !(type === 'always' || problems.some(({ field }) => field === 'phone'))) return problems.length === 0
  const filled = { ...address, phone: override }
  await sql`update orders set address = ${JSON.stringify(filled)}::jsonb, updated_at = ${now}
    where workplace_id = ${workplace_id} and order_id = ${order_id}`.execute(tx)
  await recordEvents(tx, workplace_id, order_id, [{ kind: 'phone_filled', who: 'omni', happened_at: now }])
  await regroupOrders(tx, workplace_id, [order_id], { replan: true })
  await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
  return unmendable(filled).length === 0
}

/** Which rule takes it, and when. What it costs is not known yet: a margin is looked at when suppliers have answered. */
function decide({ rules, rules_version, rates, now }: Look, candidate: Candidate): Decision {
  const { order_id, created_at, items, titles, decision } = candidate
  const before = decision ?? undecided(order_id)
  const own = rules.filter(({ on_since }) => on_since !== null && on_since <= created_at)
  const value = inDollars(candidate.total, candidate.currency, rates)
  // A rule that was chosen by what suppliers said keeps the order, as long as it is the same rule.
  const kept = own.find(
    ({ rule_id, version }) => rule_id === before.rule_id && version === before.rule_version && before.due_at !== null,
  )
  const rule = kept ?? ruleFor(own, { items, titles, value, cost: null, margin: null })?.rule
  const nothing = { rule_id: null, rule_version: null, rules_version, because: null, due_at: null, plan_id: null }
  if (!rule) return { ...before, ...nothing, outcome: 'passed' }
  const turn = turnOf(rule.time_schedule, new Date(created_at))
  const chosen = { ...before, rule_id: rule.rule_id, rule_version: rule.version, rules_version, plan_id: null }
  if (value === null) return { ...chosen, outcome: 'blocked', because: 'value_unknown', due_at: null }
  return { ...chosen, outcome: 'waiting', because: null, due_at: turn > now ? turn : now }
}

/** The supplier refused what a rule had placed: another one is tried, each once. */
async function afterFailure(
  tx: Tx,
  { workplace_id, setting, rules_version, now }: Look,
  candidate: Candidate,
): Promise<Decision> {
  const { order_id, decision } = candidate
  const before = decision ?? undecided(order_id)
  const figures = { is_ready: false, margin: null, max_days: null, country_code: '' }
  const next = await tryAnotherSupplier(tx, { workplace_id, order_id, setting, now }, before.tried)
  if (!next) return { ...before, outcome: 'blocked', because: 'failed', due_at: null, plan_id: null, rules_version }
  const trial = { because: 'place_error' as const, before: figures, lines: next.lines }
  return {
    ...before,
    outcome: 'waiting',
    because: null,
    due_at: now,
    plan_id: null,
    trial,
    tried: next.tried,
    rules_version,
  }
}

/** One plan for each rule whose turn it is. The plan is placed when every supplier has answered (place-quoted.ts). */
async function planDue(tx: Tx, ctx: JobCtx, { workplace_id, rules, setting, now }: Look, decisions: Decision[]) {
  const due = decisions.filter(({ outcome, due_at }) => outcome === 'waiting' && due_at !== null && due_at <= now)
  const prefer = setting.with_current_source.type
  for (const [rule_id, some] of Map.groupBy(due, (decision) => decision.rule_id)) {
    const rule = rules.find((one) => one.rule_id === rule_id)
    if (!rule || rule.on_by === null) continue
    const orders = some.map(({ order_id }) => order_id)
    const buyer = { config: ctx.config, workplace_id, user_id: rule.on_by, now }
    const desired = { orders, prefer: prefer === 'as_set' ? undefined : prefer, keeps_suppliers: true }
    const plan_id = await makePlan(tx, buyer, desired)
    for (const decision of some) Object.assign(decision, { outcome: 'planning', plan_id, due_at: lostAt(now) })
  }
}

/** A plan whose answer never comes, or that was thrown away, is made again. */
const lostAt = (now: Date): Date => new Date(now.getTime() + 30 * 60_000)
