import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findExtra } from './extras.ts'
import { isBuilt, isFeatureKey, usageFeatures } from './features.ts'
import { PLANS } from './plan-catalogue.ts'
import {
  basicOrHigher,
  cycleLabel,
  isBlockedInDemo,
  isChangePlanShown,
  isFree,
  isRecommended,
  planClass,
  priceLabel,
  quotaState,
  starterOrHigher,
  suggestedUpgrade,
  upgradeAction,
  useFeature,
  writingFeature,
} from './plan-rules.ts'

const limit = fc.integer({ min: -5, max: 1000 })
const others = ['PREMIUM_1', 'ADVANCED_1', 'ESSENTIAL_1', 'STARTER_1', 'X', 'PROMO_1', '']
const key = fc.constantFrom(...PLANS.map((p) => p.key), ...others)

test('a limit is never passed, however uses are cut up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.array(fc.nat(60)), (max, amounts) => {
      let usage = 0
      for (const amount of amounts) {
        const used = useFeature(max, usage, amount)
        expect(used.ok).toBe(usage + amount <= max)
        if (used.ok) {
          expect(used.value).toBe(usage + amount)
          usage = used.value
        }
      }
      expect(usage).toBeLessThanOrEqual(max)
    }),
  )
})

test('out of quota exactly when one more use is refused', () => {
  fc.assert(
    fc.property(limit, fc.nat(1200), (max, usage) => {
      expect(quotaState(max, usage)).toEqual({ isOutQuota: !useFeature(max, usage, 1).ok, limit: max, usage })
    }),
  )
})

test('-1 and -2 are unlimited, 0 allows nothing, a negative use is refused', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (usage, amount) => {
      for (const max of [-1, -2]) expect(useFeature(max, usage, amount)).toEqual({ ok: true, value: usage + amount })
      expect(useFeature(0, usage, amount)).toEqual({ ok: false, reason: 'feature_not_allowed' })
    }),
  )
  for (const amount of [-1, 0.5]) expect(useFeature(10, 5, amount)).toEqual({ ok: false, reason: 'amount_invalid' })
  expect(useFeature(10, 5)).toEqual({ ok: true, value: 6 })
  expect(useFeature(10, 10)).toEqual({ ok: false, reason: 'quota_exceeded' })
  expect(useFeature(10, 10, 0)).toEqual({ ok: true, value: 10 })
})

test('classes follow the prefix', () => {
  const keys = ['FREE_ORDER_FULFILLMENT_2', 'FREE_AO_MKT', 'DEMO_MODE', 'STARTER_X', 'PRO_ZOPI_AO_TIER_1', 'PROMO_1']
  expect(keys.map(planClass)).toEqual(['free', 'free_marketplace', 'demo', 'starter', 'pro', 'other'])
  fc.assert(
    fc.property(key, (k) => {
      expect(starterOrHigher(k)).toBe(basicOrHigher(k) || planClass(k) === 'starter')
      if (isRecommended(k)) expect(['basic', 'growth']).toContain(planClass(k))
    }),
  )
  expect(
    ['FREE_ORDER_FULFILLMENT_2', 'ESSENTIAL_1', 'FREE_AO_MKT', 'STARTER_1', 'PREMIUM_1'].map(starterOrHigher),
  ).toEqual([false, false, true, true, true])
  expect(basicOrHigher('STARTER_1')).toBe(false)
  expect([isChangePlanShown('FREE_AO_MKT'), isChangePlanShown('FREE_ORDER_FULFILLMENT_2')]).toEqual([false, true])
})

test('upgrades lead to enterprise in at most three steps and stay there', () => {
  fc.assert(
    fc.property(key, (k) => {
      const third = suggestedUpgrade(suggestedUpgrade(suggestedUpgrade(k)))
      expect(planClass(third)).toBe('enterprise')
      expect(suggestedUpgrade(third)).toBe(third)
      expect(upgradeAction(k)).toBe(planClass(k) === 'enterprise' ? 'contact_support' : 'upgrade')
    }),
  )
  expect(suggestedUpgrade('STARTER_1')).toBe('GROWTH_ZOPI_AO_TIER_1')
  expect(suggestedUpgrade('GROWTH_ZOPI_AO_TIER_1')).toBe('PRO_ZOPI_AO_TIER_1')
})

test('free looks at the order-fulfilment module, not at add-ons', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (price, addOn) => {
      const modules = [
        { type: 'ORDER_FULFILLMENT', price },
        { type: 'ADD_ON', price: addOn },
      ]
      expect(isFree(modules)).toBe(price === 0)
    }),
  )
  expect(isFree([])).toBe(true)
})

test('what is recommended, by the beginning of its key', () => {
  const keys = ['BASIC_ZOPI_AO', 'GROWTH_ZOPI_AO_TIER_1', 'STARTER_ZOPI_AO', 'NO_BASIC', 'NO_GROWTH']
  expect(keys.filter(isRecommended)).toEqual(['BASIC_ZOPI_AO', 'GROWTH_ZOPI_AO_TIER_1'])
  expect(suggestedUpgrade('GROWTH_ZOPI_AO_TIER_2')).toBe('GROWTH_ZOPI_AO_TIER_1')
  expect(suggestedUpgrade('PRO_ZOPI_AO_TIER_1')).toBe('ENTERPRISE_ZOPI_AO')
})

test('a feature is known by its key, shown if it is built, and labelled as the pricing of the seller names it', () => {
  expect(['IMPORT_PRODUCT', 'import_product', 'toString'].map(isFeatureKey)).toEqual([true, false, false])
  expect([isBuilt('IMPORT_PRODUCT'), isBuilt('AI_IMAGE_GENERATION')]).toEqual([true, false])
  expect([usageFeatures(true)[0]?.label, usageFeatures(false)[0]?.label]).toEqual([
    'ProductListing',
    'ImportedMappedProduct',
  ])
})

test('what is sold on top of a plan is found by its id', () => {
  expect(['orders_100', 'imports_500', 'ready2sale', 'nothing'].map((id) => findExtra(id)?.price)).toEqual([
    900,
    500,
    2900,
    undefined,
  ])
})

test('demo blocks import and listing only; the A/B flag moves free and starter writing', () => {
  expect([isBlockedInDemo(true, 'IMPORT_PRODUCT'), isBlockedInDemo(true, 'LISTING_PRODUCTS')]).toEqual([true, true])
  expect([isBlockedInDemo(false, 'IMPORT_PRODUCT'), isBlockedInDemo(true, 'ORDER_FULFILLMENT')]).toEqual([false, false])
  fc.assert(
    fc.property(key, fc.boolean(), (plan, is_ab) => {
      const extra = is_ab && ['free', 'starter'].includes(planClass(plan))
      expect(writingFeature({ plan, is_ab })).toBe(extra ? 'EXTRA_AI_PRODUCT_WRITING' : 'AI_PRODUCT_WRITING')
    }),
  )
})

test('price labels show one decimal, within five cents of the monthly price', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.constantFrom(30, 365), (price, cycle) => {
      const label = priceLabel(price, cycle)
      expect(label).toMatch(/^\$\d+\.\d$/)
      expect(Math.abs(Number(label.slice(1)) * 100 - price / (cycle === 30 ? 1 : 12))).toBeLessThanOrEqual(5.0001)
    }),
  )
  expect([priceLabel(2990, 30), priceLabel(0, 30)]).toEqual(['$29.9', '$0.0'])
  expect([cycleLabel(30), cycleLabel(365)]).toEqual(['monthly', 'yearly'])
})
