/** A paid plan, moment by moment. That the order of the words does not matter is a property. */
import { expect, test } from 'vitest'
import { findPlan, FREE_PLAN, type Plan, PLANS } from './plan-catalogue.ts'
import {
  compare,
  dueDowngrade,
  graceEnds,
  GRACE_MS,
  handle,
  isFirstCycle,
  isLocked,
  isSold,
  pollsAt,
  newSubscription,
  planChange,
  planInForce,
  type Said,
  type Subscription,
} from './subscription.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 1)
const END = START + 30 * DAY
const said = (more: Partial<Said> = {}): Said => ({
  status: 'active',
  plan_id: 'basic_monthly',
  period: { start: START, end: END },
  next_billed_at: END,
  cancel_at: null,
  started_at: START,
  updated_at: START + MINUTE,
  ...more,
})
const row = (more: Partial<Subscription> = {}): Subscription => ({
  state: 'active',
  plan_id: 'basic_monthly',
  period_start: START,
  period_end: END,
  next_billed_at: END,
  cancel_at: null,
  next_plan_id: null,
  next_sent: false,
  past_due_since: null,
  started_at: START - 60 * DAY,
  ended_at: null,
  provider_updated_at: START,
  ...more,
})
const plan = (id: string): Plan => findPlan(id) ?? FREE_PLAN
const next = { start: END, end: END + 30 * DAY }

test('the first word starts it, and says from when to when', () => {
  expect(newSubscription(said())).toEqual(row({ started_at: START, provider_updated_at: 0 }))
  const untold = newSubscription(said({ period: null, started_at: null, next_billed_at: null }))
  const at = START + MINUTE
  expect(untold).toMatchObject({ period_start: at, period_end: at, started_at: at, next_billed_at: null })
  expect(handle(newSubscription(said()), said()).news).toEqual(['started'])
  const elsewhere = handle(newSubscription(said()), said({ plan_id: 'starter_monthly', period: next }))
  expect(elsewhere.news).toEqual(['started'])
})

test('each word of the provider, as the row and as news', () => {
  const handled = (before: Partial<Subscription>, word: Partial<Said>) => handle(row(before), said(word))
  expect(handled({}, {})).toEqual({
    subscription: row({ started_at: START, provider_updated_at: START + MINUTE }),
    news: [],
  })
  expect(handled({}, { plan_id: 'growth_tier_1_monthly' }).news).toEqual(['plan_changed'])
  expect(handled({}, { period: next }).news).toEqual(['renewed'])
  expect(handled({}, { status: 'past_due' })).toMatchObject({
    news: ['payment_failed'],
    subscription: { state: 'past_due', past_due_since: START + MINUTE },
  })
  expect(handled({}, { status: 'paused' }).news).toEqual(['payment_failed'])
  // Paid after it was due: that it came back is the news, not that a period began.
  expect(handled({ state: 'past_due', past_due_since: START }, { period: next })).toMatchObject({
    news: ['recovered'],
    subscription: { past_due_since: null },
  })
  expect(handled({ state: 'past_due' }, { status: 'past_due', period: next }).news).toEqual([])
  expect(handled({}, { status: 'canceled', next_billed_at: END, cancel_at: END })).toMatchObject({
    news: ['ended'],
    subscription: { state: 'ended', next_billed_at: null, cancel_at: null, ended_at: START + MINUTE },
  })
  expect(handled({}, { cancel_at: END }).subscription).toMatchObject({ cancel_at: END, next_billed_at: END })
})

test('what a word does not tell stays as it was; an older word changes nothing, the same moment counts', () => {
  const quiet = handle(row(), said({ period: null, started_at: null })).subscription
  expect(quiet).toMatchObject({ period_start: START, period_end: END, started_at: START - 60 * DAY })
  const old = row({ provider_updated_at: START + HOUR })
  expect(handle(old, said({ plan_id: 'starter_monthly' }))).toEqual({ subscription: old, news: [] })
  expect(handle(old, said({ plan_id: 'starter_monthly', updated_at: START + HOUR })).news).toEqual(['plan_changed'])
})

test('the plan of the next cycle: kept until its period begins, gone when it is here or all is over', () => {
  const requested = { next_plan_id: 'starter_monthly' }
  const after = (before: Partial<Subscription>, word: Partial<Said>) => handle(row(before), said(word)).subscription
  expect(after(requested, {})).toMatchObject({ plan_id: 'basic_monthly', next_plan_id: 'starter_monthly' })
  // Told to the provider, which shows it at once: it is not in force yet.
  const sent = { ...requested, next_sent: true }
  const shown = after(sent, { plan_id: 'starter_monthly' })
  expect(shown).toMatchObject({ plan_id: 'basic_monthly', next_plan_id: 'starter_monthly', next_sent: true })
  expect(after(sent, { plan_id: 'starter_monthly', period: next })).toMatchObject({
    plan_id: 'starter_monthly',
    next_plan_id: null,
    next_sent: false,
  })
  // The provider began the period with another plan all the same: there is nothing left to request.
  expect(after(sent, { period: next })).toMatchObject({ plan_id: 'basic_monthly', next_plan_id: null })
  expect(after(requested, { period: next })).toMatchObject({ next_plan_id: 'starter_monthly', next_sent: false })
  // Changed at the provider's own site, without our telling it.
  expect(after(requested, { plan_id: 'starter_monthly' })).toMatchObject({
    plan_id: 'starter_monthly',
    next_plan_id: null,
  })
  expect(after(sent, { status: 'canceled' })).toMatchObject({ next_plan_id: null, next_sent: false })
})

test('an unpaid plan is in force for seven days, an ended one never', () => {
  expect([graceEnds({ past_due_since: null }), graceEnds({ past_due_since: START })]).toEqual([null, START + 7 * DAY])
  const unpaid = row({ state: 'past_due', past_due_since: START })
  expect(planInForce(unpaid, START + GRACE_MS - 1)).toBe('basic_monthly')
  expect(planInForce(unpaid, START + GRACE_MS)).toBe('free')
  expect(planInForce(row(), END + 90 * DAY)).toBe('basic_monthly')
  expect(planInForce(row({ state: 'ended' }), START)).toBe('free')
})

test('which plans are sold, and which of two is the larger', () => {
  const names = PLANS.filter((one) => !isSold(one)).map(({ id }) => id.replace(/_(monthly|yearly)$/, ''))
  expect(new Set(names)).toEqual(new Set(['free', 'free_marketplace', 'demo', 'enterprise']))
  expect(compare(plan('growth_tier_1_monthly'), plan('basic_yearly'))).toBeGreaterThan(0)
  expect(compare(plan('basic_yearly'), plan('basic_monthly'))).toBeGreaterThan(0)
  expect(compare(plan('basic_monthly'), plan('basic_monthly'))).toBe(0)
})

test('a request for another plan: why not, or what it means', () => {
  const change = (more: Partial<Subscription>, to: string, now = START + DAY) => {
    const answer = planChange(row(more), plan(to), now)
    return answer.ok ? answer.value : answer.reason
  }
  expect(change({}, 'growth_tier_1_monthly')).toBe('upgrade')
  expect(change({}, 'starter_monthly')).toBe('downgrade')
  expect(change({}, 'basic_monthly')).toBe('plan_is_current')
  expect(change({ next_plan_id: 'starter_monthly' }, 'basic_monthly')).toBe('keep')
  expect(change({ state: 'past_due' }, 'growth_tier_1_monthly')).toBe('plan_unpaid')
  expect(change({ cancel_at: END }, 'growth_tier_1_monthly')).toBe('plan_ends')
  expect(change({}, 'growth_tier_1_monthly', END - 45 * MINUTE)).toBe('plan_locked')
  expect(change({ started_at: START }, 'starter_monthly')).toBe('first_cycle_downgrade')
  expect(change({ started_at: START }, 'growth_tier_1_monthly')).toBe('upgrade')
  // A plan that is not sold any more counts as the smallest.
  expect(change({ plan_id: 'of long ago' }, 'starter_monthly')).toBe('upgrade')
})

test('the first cycle, and the minutes before a renewal', () => {
  const first = (period_start: number) => isFirstCycle(row({ period_start, started_at: START }))
  expect([START, START + MINUTE, START + MINUTE + 1, END].map(first)).toEqual([true, true, false, false])
  const locked = (now: number) => isLocked(row(), now)
  expect([END - 45 * MINUTE - 1, END - 45 * MINUTE, END - 1, END].map(locked)).toEqual([false, true, true, false])
  expect(isLocked(row({ next_billed_at: null }), END - 1)).toBe(false)
})

test('the provider is told of a smaller plan within the last day, and not in its last minutes', () => {
  const requested = { next_plan_id: 'starter_monthly' }
  const due = (now: number, more: Partial<Subscription> = {}) => dueDowngrade(row({ ...requested, ...more }), now)
  expect([END - DAY - 1, END - DAY, END - 45 * MINUTE - 1, END - 45 * MINUTE].map((now) => due(now))).toEqual([
    null,
    'starter_monthly',
    'starter_monthly',
    null,
  ])
  const inTime = END - HOUR
  expect(due(inTime)).toBe('starter_monthly')
  for (const more of [
    { state: 'past_due' as const },
    { next_plan_id: null },
    { next_sent: true },
    { next_billed_at: null },
    { cancel_at: END },
  ])
    expect(due(inTime, more)).toBeNull()
})

test('it is looked at again at the first moment at which something may have happened', () => {
  const looks = (more: Partial<Subscription>, now = START + DAY) => pollsAt(row(more), now)
  expect(looks({})).toBe(END + 10 * MINUTE)
  expect(looks({ state: 'ended' })).toBeNull()
  expect(looks({ next_billed_at: null })).toBe(START + 2 * DAY)
  const requested = { next_plan_id: 'starter_monthly' }
  expect(looks(requested)).toBe(END - DAY)
  expect(looks(requested, END - HOUR)).toBe(END - HOUR)
  expect(looks({ ...requested, next_sent: true })).toBe(END + 10 * MINUTE)
  expect(looks({ ...requested, next_billed_at: null })).toBe(START + 2 * DAY)
  // Unpaid: every six hours, and when the grace ends.
  const unpaid = { state: 'past_due' as const, past_due_since: START }
  expect(looks(unpaid)).toBe(START + DAY + 6 * HOUR)
  expect(looks(unpaid, START + 7 * DAY - HOUR)).toBe(START + 7 * DAY)
  // Everything was due before now: an hour later.
  expect(looks({}, END + 10 * MINUTE)).toBe(END + 10 * MINUTE + HOUR)
})
