import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOutOn } from './forecast.ts'
import { findPlan, FREE_PLAN, PLANS } from './plan-catalogue.ts'
import {
  compare,
  dueDowngrade,
  GRACE_MS,
  handle,
  isEndDue,
  isSold,
  LOCKED_MS,
  pollsAt,
  newSubscription,
  planChange,
  planInForce,
  type Said,
  type Subscription,
} from './subscription.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)
const sold = PLANS.filter(isSold)
const said = (more: Partial<Said> = {}): Said => ({
  status: 'active',
  plan_id: 'basic_monthly',
  period: { start: START, end: START + 30 * DAY },
  next_billed_at: START + 30 * DAY,
  cancel_at: null,
  started_at: START,
  updated_at: START,
  ...more,
})
const begin = (more: Partial<Said> = {}): Subscription => handle(newSubscription(said(more)), said(more)).subscription
const later = (subscription: Subscription, cycles = 1): Subscription => {
  const start = START + 30 * DAY * cycles
  const period = { start, end: start + 30 * DAY }
  return handle(subscription, said({ period, next_billed_at: period.end, updated_at: start })).subscription
}

test('whatever order the words come in, and however often: the row ends as the latest one says', () => {
  const word = fc.record({
    status: fc.constantFrom('active' as const, 'past_due' as const),
    plan: fc.constantFrom(...sold.map(({ id }) => id)),
    cycle: fc.integer({ min: 0, max: 5 }),
  })
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.infiniteStream(fc.nat()), (words, random) => {
      const all = words.map(({ status, plan, cycle }, n) => {
        const start = START + cycle * 30 * DAY
        return said({ status, plan_id: plan, period: { start, end: start + 30 * DAY }, updated_at: START + n * 1000 })
      })
      const twice = [...all, ...all]
      const shuffled = twice
        .map((item) => ({ item, at: random.next().value ?? 0 }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ item }) => item)
      const run = (list: Said[]) => list.reduce((row, item) => handle(row, item).subscription, newSubscription(said()))
      const { past_due_since: a, ...inOrder } = run(all)
      const { past_due_since: b, ...anyOrder } = run(shuffled)
      expect(anyOrder).toEqual(inOrder)
      // Since when it is unpaid depends on when we heard of it; that it is does not.
      expect(b === null).toBe(a === null)
    }),
  )
})

test('what has ended stays so, and gives the free plan', () => {
  const ended = handle(begin(), said({ status: 'canceled', updated_at: START + 1 })).subscription
  expect(ended.state).toBe('ended')
  expect(handle(ended, said({ updated_at: START + 2 * DAY }))).toEqual({ subscription: ended, news: [] })
  expect(planInForce(ended, START + 2 * DAY)).toBe(FREE_PLAN.id)
})

test('unpaid: the plan goes on for the grace period to the millisecond, and comes back when it is paid', () => {
  const failed = handle(begin(), said({ status: 'past_due', updated_at: START + 30 * DAY }))
  expect(failed.news).toEqual(['payment_failed'])
  const at = START + 30 * DAY
  expect(planInForce(failed.subscription, at + GRACE_MS - 1)).toBe('basic_monthly')
  expect(planInForce(failed.subscription, at + GRACE_MS)).toBe(FREE_PLAN.id)
  const again = handle(failed.subscription, said({ status: 'past_due', updated_at: at + DAY }))
  expect(again.subscription.past_due_since).toBe(at)
  expect(again.news).toEqual([])
  const paid = handle(again.subscription, said({ updated_at: at + 9 * DAY }))
  expect(paid.news).toEqual(['recovered'])
  expect(planInForce(paid.subscription, at + 9 * DAY)).toBe('basic_monthly')
})

test('a larger plan is an upgrade, a smaller one waits for the end of the cycle; never in the first cycle', () => {
  fc.assert(
    fc.property(fc.constantFrom(...sold), fc.constantFrom(...sold), (from, to) => {
      const first = begin({ plan_id: from.id })
      const grown: Subscription = { ...later(first), plan_id: from.id }
      const now = grown.period_start + DAY
      const answer = planChange(grown, to, now)
      if (from.id === to.id) {
        expect(answer).toEqual({ ok: false, reason: 'plan_is_current' })
        return
      }
      const isUp = compare(to, from) > 0
      expect(answer).toEqual({ ok: true, value: isUp ? 'upgrade' : 'downgrade' })
      const early = planChange(first, to, START + DAY)
      expect(early).toEqual(isUp ? answer : { ok: false, reason: 'first_cycle_downgrade' })
    }),
  )
  const enterprise = findPlan('enterprise_monthly') ?? FREE_PLAN
  expect(planChange(begin(), enterprise, START)).toEqual({ ok: false, reason: 'plan_not_sold' })
  expect(planChange(begin(), FREE_PLAN, START)).toEqual({ ok: false, reason: 'plan_not_sold' })
})

test('a downgrade is told to the provider in the last day, never in the locked minutes, and counts from the new period', () => {
  const requested: Subscription = { ...later(begin()), next_plan_id: 'starter_monthly' }
  const due = requested.next_billed_at ?? 0
  fc.assert(
    fc.property(fc.integer({ min: -40 * DAY, max: DAY }), (offset) => {
      const now = due + offset
      if (dueDowngrade(requested, now) === null) return true
      return due - now > LOCKED_MS && due - now <= DAY
    }),
  )
  expect(dueDowngrade(requested, due - DAY / 2)).toBe('starter_monthly')
  const sent: Subscription = { ...requested, next_sent: true }
  expect(dueDowngrade(sent, due - DAY / 2)).toBeNull()
  const period = { start: requested.period_start, end: requested.period_end }
  const told = handle(sent, said({ plan_id: 'starter_monthly', period, next_billed_at: due, updated_at: due - DAY }))
  expect(told.subscription).toMatchObject({ plan_id: 'basic_monthly', next_plan_id: 'starter_monthly' })
  const renewed = handle(
    told.subscription,
    said({ plan_id: 'starter_monthly', period: { start: due, end: due + 30 * DAY }, updated_at: due }),
  )
  expect(renewed.subscription).toMatchObject({ plan_id: 'starter_monthly', next_plan_id: null, next_sent: false })
  expect(renewed.news).toEqual(['plan_changed', 'renewed'])
})

test('a quota that goes on as it did ends on the day of its limit; what lasts the cycle has no such day', () => {
  const since = new Date(START)
  const until = new Date(START + 30 * DAY)
  const now = new Date(START + 10 * DAY)
  const use = (usage: number, limit = 100) => runsOutOn('ORDER_FULFILLMENT', { limit, usage, since, until }, now)
  expect(use(50)).toBe('2026-01-21')
  expect(use(30)).toBeNull()
  expect(use(100)).toBe('2026-01-11')
  expect(use(0)).toBeNull()
  expect(use(50, -1)).toBeNull()
  expect([use(-1), use(1, 0), use(1, -5)]).toEqual([null, null, null])
  expect(use(140)).toBe('2026-01-11')
  // A third of the limit in a third of the cycle lasts exactly to its end.
  expect(use(30, 90)).toBeNull()
  expect(use(31, 90)).toBe('2026-01-30')
  // What was used in the first hour is counted as a day's.
  const early = new Date(START + DAY / 24)
  expect(runsOutOn('ORDER_FULFILLMENT', { limit: 100, usage: 10, since, until }, early)).toBe('2026-01-10')
  expect(runsOutOn('LISTING_PRODUCTS', { limit: 100, usage: 50, since, until }, now)).toBeNull()
})

test('where the provider keeps no request to end, ours stands through every word until it ends, and comes due before the bill', () => {
  const HOUR = 3_600_000
  const word = {
    status: 'active' as const,
    plan_id: 'basic_monthly',
    period: { start: 0, end: 720 * HOUR },
    next_billed_at: 720 * HOUR,
    cancel_at: 'ours' as const,
    started_at: null,
    updated_at: 1,
  }
  const begun = handle(newSubscription(word), word).subscription
  expect(begun.cancel_at).toBeNull()
  const requested = { ...begun, cancel_at: 720 * HOUR }
  const after = handle(requested, { ...word, updated_at: 2 }).subscription
  expect(after.cancel_at).toBe(720 * HOUR)
  expect([isEndDue(after, 717 * HOUR), isEndDue(after, 718 * HOUR), isEndDue(after, 721 * HOUR)]).toEqual([
    false,
    true,
    true,
  ])
  expect(pollsAt(after, 0)).toBe(718 * HOUR)
  const ended = handle(after, { ...word, status: 'canceled', updated_at: 3 }).subscription
  expect(ended.cancel_at).toBeNull()
  expect(isEndDue(ended, 721 * HOUR)).toBe(false)
})
