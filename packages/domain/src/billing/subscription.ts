/**
 * A paid plan over time. The provider says what is; `hear` turns that into our row. It is a pure function of the latest
 * word: whatever order words come in, and however often, the row ends the same, because an older word changes nothing.
 *
 * spec: not shown, except that upgrades count at once, downgrades at the end of the cycle (code 4002 in the first one).
 */
import { no, ok, type Result } from '../result.ts'
import { ENTERPRISE_KEY } from './plan-keys.ts'
import { isFree } from './plan-rules.ts'
import { findPlan, FREE_PLAN, type Plan, PLANS } from './plan-catalogue.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** How long an unpaid plan goes on. The provider goes on trying for longer. */
export const GRACE_MS = 7 * DAY_MS
/** The provider locks a subscription thirty minutes before its renewal; our last word comes earlier. */
export const LOCKED_MS = 30 * MINUTE_MS
const LAST_CHANGE_MS = 45 * MINUTE_MS
/** A downgrade is told to the provider within the last day: late enough that it can be taken back before. */
const DOWNGRADE_AHEAD_MS = 24 * HOUR_MS
/** So long before its cycle is over a plan is ended by us: early enough for a provider that is down for a while. */
const END_AHEAD_MS = 2 * HOUR_MS

type SubscriptionState = 'active' | 'past_due' | 'ended'

export interface Subscription {
  state: SubscriptionState
  /** What is paid for. In force while the state allows (`planInForce`). */
  plan_id: string
  period_start: number
  period_end: number
  next_billed_at: number | null
  /** When it ends by itself, because the seller wants no more. */
  cancel_at: number | null
  /** The plan of the next cycle, where that is another one. `next_sent`: the provider has been told. */
  next_plan_id: string | null
  next_sent: boolean
  past_due_since: number | null
  started_at: number
  ended_at: number | null
  /** The provider's own time of what was heard last. */
  provider_updated_at: number
}

/** What the provider says about it now. */
export interface Said {
  status: 'active' | 'past_due' | 'paused' | 'canceled'
  plan_id: string
  period: { start: number; end: number } | null
  next_billed_at: number | null
  /** `ours`: the provider keeps no such request, and ours stands. */
  cancel_at: number | null | 'ours'
  started_at: number | null
  updated_at: number
}

/** What a person is told of. */
export type SubscriptionNews = 'started' | 'renewed' | 'plan_changed' | 'payment_failed' | 'recovered' | 'ended'

export interface Handled {
  subscription: Subscription
  news: SubscriptionNews[]
}

export const newSubscription = (said: Said): Subscription => ({
  state: 'active',
  plan_id: said.plan_id,
  period_start: said.period?.start ?? said.updated_at,
  period_end: said.period?.end ?? said.updated_at,
  next_billed_at: said.next_billed_at,
  cancel_at: null,
  next_plan_id: null,
  next_sent: false,
  past_due_since: null,
  started_at: said.started_at ?? said.updated_at,
  ended_at: null,
  provider_updated_at: 0,
})

const STATES: Record<Said['status'], SubscriptionState> = {
  active: 'active',
  past_due: 'past_due',
  // We pause nothing. What the provider paused is not paid for.
  paused: 'past_due',
  canceled: 'ended',
}

/** An older word than the one before changes nothing; the same one again neither. What has ended stays so. */
export function handle(before: Subscription, said: Said): Handled {
  if (said.updated_at < before.provider_updated_at || before.state === 'ended')
    return { subscription: before, news: [] }
  const state = STATES[said.status]
  const period_start = said.period?.start ?? before.period_start
  const isNewPeriod = period_start > before.period_start
  // A downgrade that the provider knows of counts when its period begins, not when it was told.
  const isAhead = before.next_sent && said.plan_id === before.next_plan_id && !isNewPeriod
  const plan_id = isAhead ? before.plan_id : said.plan_id
  const isDecided = before.next_plan_id === plan_id || (isNewPeriod && before.next_sent)
  const after: Subscription = {
    state,
    plan_id,
    period_start,
    period_end: said.period?.end ?? before.period_end,
    next_billed_at: state === 'ended' ? null : said.next_billed_at,
    cancel_at: state === 'ended' ? null : said.cancel_at === 'ours' ? before.cancel_at : said.cancel_at,
    next_plan_id: isDecided || state === 'ended' ? null : before.next_plan_id,
    next_sent: isDecided || state === 'ended' ? false : before.next_sent,
    past_due_since: state === 'past_due' ? (before.past_due_since ?? said.updated_at) : null,
    started_at: said.started_at ?? before.started_at,
    ended_at: state === 'ended' ? said.updated_at : null,
    provider_updated_at: said.updated_at,
  }
  return { subscription: after, news: newsOf(before, after, isNewPeriod) }
}

function newsOf(before: Subscription, after: Subscription, isNewPeriod: boolean): SubscriptionNews[] {
  if (after.state === 'ended') return ['ended']
  return [
    ...(before.provider_updated_at === 0 ? (['started'] as const) : []),
    ...(before.provider_updated_at > 0 && before.plan_id !== after.plan_id ? (['plan_changed'] as const) : []),
    ...(before.state === 'active' && after.state === 'past_due' ? (['payment_failed'] as const) : []),
    ...(before.state === 'past_due' && after.state === 'active' ? (['recovered'] as const) : []),
    ...(before.provider_updated_at > 0 && isNewPeriod && before.state === 'active' && after.state === 'active'
      ? (['renewed'] as const)
      : []),
  ]
}

export const graceEnds = ({ past_due_since }: Pick<Subscription, 'past_due_since'>): number | null =>
  past_due_since === null ? null : past_due_since + GRACE_MS

/** The plan whose limits count now: unpaid ones go on for the grace period, and not longer. */
export function planInForce(subscription: Subscription, now: number): string {
  const { state, plan_id } = subscription
  if (state === 'ended') return FREE_PLAN.id
  const until = graceEnds(subscription)
  return until !== null && now >= until ? FREE_PLAN.id : plan_id
}

/** A plan that is bought here: enterprise is agreed on in person. */
export const isSold = (plan: Plan): boolean => !isFree(plan.modules) && plan.key !== ENTERPRISE_KEY

/** Which of two plans is the larger one: by its tier, then by the length of its cycle. */
export function compare(a: Plan, b: Plan): number {
  const rank = ({ key }: Plan) => PLANS.findIndex((plan) => plan.key === key)
  return rank(a) - rank(b) || a.cycle - b.cycle
}

export type ChangeKind =
  /** Paid at once, in force at once. */
  | 'upgrade'
  /** Kept pending until shortly before the renewal. */
  | 'downgrade'
  /** The plan one has: takes back what was planned for the next cycle. */
  | 'keep'

export type ChangeRefusal =
  | 'plan_not_sold'
  | 'plan_is_current'
  | 'plan_unpaid'
  | 'plan_ends'
  | 'plan_locked'
  | 'first_cycle_downgrade'

/** What a request for another plan means now. */
export function planChange(subscription: Subscription, to: Plan, now: number): Result<ChangeKind, ChangeRefusal> {
  if (!isSold(to)) return no('plan_not_sold')
  if (subscription.state === 'past_due') return no('plan_unpaid')
  if (subscription.cancel_at !== null) return no('plan_ends')
  const from = findPlan(subscription.plan_id) ?? FREE_PLAN
  if (to.id === from.id && subscription.next_plan_id === null) return no('plan_is_current')
  if (isLocked(subscription, now)) return no('plan_locked')
  if (to.id === from.id) return ok('keep')
  if (compare(to, from) > 0) return ok('upgrade')
  return isFirstCycle(subscription) ? no('first_cycle_downgrade') : ok('downgrade')
}

/** Code 4002: the first cycle is paid for as it was bought. */
export const isFirstCycle = ({ period_start, started_at }: Subscription): boolean =>
  period_start <= started_at + MINUTE_MS

export const isLocked = ({ next_billed_at }: Subscription, now: number): boolean =>
  next_billed_at !== null && next_billed_at > now && next_billed_at - now <= LAST_CHANGE_MS

/** Whether the provider is told of the next cycle's plan now. Null: not yet, not any more, or nothing is requested. */
export function dueDowngrade(subscription: Subscription, now: number): string | null {
  const { state, next_plan_id, next_sent, next_billed_at, cancel_at } = subscription
  if (state !== 'active' || next_plan_id === null || next_sent || next_billed_at === null || cancel_at !== null)
    return null
  const left = next_billed_at - now
  return left <= DOWNGRADE_AHEAD_MS && left > LAST_CHANGE_MS ? next_plan_id : null
}

/**
 * Whether a plan that ends with its cycle is ended now, where the provider cannot do that by itself. Also late: what was
 * billed meanwhile is then ended at once.
 */
export const isEndDue = ({ state, cancel_at }: Subscription, now: number): boolean =>
  state !== 'ended' && cancel_at !== null && cancel_at - now <= END_AHEAD_MS

/** When this subscription is looked at next although nobody told us anything. */
export function pollsAt(subscription: Subscription, now: number): number | null {
  if (subscription.state === 'ended') return null
  if (dueDowngrade(subscription, now) !== null) return now
  const { next_billed_at, next_plan_id, next_sent } = subscription
  const until = graceEnds(subscription)
  const moments = [
    next_billed_at === null ? now + DAY_MS : next_billed_at + 10 * MINUTE_MS,
    next_plan_id !== null && !next_sent && next_billed_at !== null ? next_billed_at - DOWNGRADE_AHEAD_MS : null,
    until,
    subscription.cancel_at === null ? null : subscription.cancel_at - END_AHEAD_MS,
    subscription.state === 'past_due' ? now + 6 * HOUR_MS : null,
  ].filter((moment): moment is number => moment !== null)
  const due = moments.filter((moment) => moment > now)
  return due.length > 0 ? Math.min(...due) : now + HOUR_MS
}
