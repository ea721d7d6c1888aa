import { expect, test } from 'vitest'
import { FEATURES } from './features.ts'
import { findPlan, findPlanByKey, FREE_PLAN, type Plan, PLANS, PRICING } from './plan-catalogue.ts'
import { isFree, isUnlimited, suggestedUpgrade } from './plan-rules.ts'

const rank = (limit: number) => (isUnlimited(limit) ? Number.POSITIVE_INFINITY : limit)
const sold = (cycle: number): Plan[] => PLANS.filter((p) => p.price > 0 && p.cycle === cycle)

test('ids are unique, every feature is answered, and each plan is found by its id and key', () => {
  expect(new Set(PLANS.map((p) => p.id)).size).toBe(PLANS.length)
  for (const plan of PLANS) {
    expect(findPlan(plan.id)).toBe(plan)
    expect(findPlanByKey(plan.key, plan.cycle)).toBe(plan)
    expect(Object.keys(plan.features).sort()).toEqual([...FEATURES].sort())
    expect(plan.modules.reduce((sum, m) => sum + m.price, 0)).toBe(plan.price)
    expect(isFree(plan.modules)).toBe(plan.price === 0)
  }
})

test('five plans monthly and yearly; a dearer plan never gives less', () => {
  for (const cycle of [30, 365]) {
    const plans = sold(cycle)
    expect(plans).toHaveLength(5)
    for (const [i, plan] of plans.entries()) {
      const before = i === 0 ? FREE_PLAN : plans[i - 1]
      if (!before) throw new Error('unreachable')
      expect(plan.price).toBeGreaterThan(before.price)
      for (const f of FEATURES) {
        expect(rank(plan.features[f].limit), `${plan.id} ${f}`).toBeGreaterThanOrEqual(rank(before.features[f].limit))
      }
    }
  }
})

test('a year costs less than twelve months and gives the same', () => {
  for (const yearly of sold(365)) {
    const monthly = findPlanByKey(yearly.key)
    expect(yearly.price).toBeLessThan((monthly?.price ?? 0) * 12)
    expect(yearly.features).toEqual(monthly?.features)
  }
})

test('free gives 20 orders and 2 workplaces; demo can neither import nor list', () => {
  expect(FREE_PLAN.key).toBe('FREE_ORDER_FULFILLMENT_2')
  expect([FREE_PLAN.features.ORDER_FULFILLMENT.limit, FREE_PLAN.features.WORKPLACE_LIMIT.limit]).toEqual([20, 2])
  const demo = findPlan('demo')
  expect([demo?.features.IMPORT_PRODUCT.limit, demo?.features.LISTING_PRODUCTS.limit]).toEqual([0, 0])
})

test('the pricing page offers free and the five plans, and every suggestion is on it', () => {
  const offered = Object.values(PRICING).flat()
  expect(offered).toHaveLength(11)
  for (const plan of PLANS) expect(offered.map((p) => p.key)).toContain(suggestedUpgrade(plan.key))
})
