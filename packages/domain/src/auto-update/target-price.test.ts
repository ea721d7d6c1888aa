import { expect, test } from 'vitest'
import type { CurrencyRule, SellingPrice } from '../pricing/price-rule.ts'
import { steadyRate, steadyRates } from './steady-rate.ts'
import { floorPrice, isBelowFloor, type PriceSetting, targetPrice } from './target-price.ts'

/** Twice the cost, nothing rounded, no fees, no floor. */
const doubled = (rounding: 'none' | '99'): CurrencyRule => ({
  ranges: [{ from: 0, to: null, kind: 'multiplier', value: 2, formula: '' }],
  compare_at: { kind: 'multiplier', value: 1.5, formula: '' },
  rounding,
})
const rule = (more: Partial<SellingPrice> = {}, rounding: 'none' | '99' = 'none'): SellingPrice => ({
  apply_on_import: true,
  currency: 'USD',
  ship_to: 'US',
  include_shipping: false,
  rules: { USD: doubled(rounding) },
  channel_fee_percent: 0,
  payment_fee_percent: 0,
  payment_fee_fixed: 0,
  tax_percent: 0,
  duty_percent: 0,
  floor: { min_profit: null, min_margin: null },
  ...more,
})
const setting = (more: Partial<SellingPrice> = {}, rounding: 'none' | '99' = 'none'): PriceSetting => ({
  rule: rule(more, rounding),
  shipping: null,
  currency: 'USD',
  rates: { USD: 1 },
})
const at = { price: 3_000, compare_at_price: 4_500, cost: 1_000 }
const floor = (min_profit: number | null, min_margin: number | null) => ({ floor: { min_profit, min_margin } })

test('by the rule, or as large a part of the price as before', () => {
  const target = { floored: false, below_floor: false }
  expect(targetPrice('apply_rule', at, 1_200, setting())).toEqual({ ...target, price: 2_400, compare_at_price: 3_600 })
  expect(targetPrice('keep_margin', at, 1_200, setting())).toEqual({ ...target, price: 3_600, compare_at_price: 5_400 })
  const bare = { ...at, compare_at_price: null }
  expect(targetPrice('keep_margin', bare, 1_200, setting())).toMatchObject({ price: 3_600, compare_at_price: null })
  // What a sale costs besides is part of it.
  const sent = { ...setting({ payment_fee_fixed: 100 }), shipping: 400 }
  expect(targetPrice('keep_margin', at, 2_500, sent)).toMatchObject({ price: 6_000 })
})

test('there is no price where there is no part to keep, no rule, no rate, or no room', () => {
  for (const wrong of [{ cost: 0 }, { price: 0 }, { price: -5 }])
    expect(targetPrice('keep_margin', { ...at, ...wrong }, 1_200, setting())).toBeNull()
  const nowhere = { ...setting(), currency: 'EUR' }
  expect(targetPrice('keep_margin', at, 1_200, nowhere)).toBeNull()
  expect(targetPrice('apply_rule', at, 1_200, nowhere)).toBeNull()
  expect(targetPrice('keep_margin', at, 0, setting())).toBeNull()
  const most = 100_000_000_00
  const dear = (price: number) => targetPrice('keep_margin', { ...at, cost: 1_000, price }, 1_000, setting())
  expect([dear(most)?.price, dear(most + 1)]).toEqual([most, null])
})

test('a price to compare with is above the price, and no larger than there may be', () => {
  const compared = (compare_at_price: number) =>
    targetPrice('keep_margin', { ...at, compare_at_price }, 1_000, setting())?.compare_at_price
  expect([compared(3_001), compared(3_000), compared(2_000)]).toEqual([3_001, null, null])
  expect([compared(100_000_000_00), compared(100_000_000_01)]).toEqual([100_000_000_00, null])
})

test('both are rounded up by the rule of the currency, or of the seller', () => {
  const ending = { ...setting({}, '99') }
  expect(targetPrice('keep_margin', at, 1_200, ending)).toMatchObject({ price: 3_699, compare_at_price: 5_499 })
  const euros = { ...ending, currency: 'EUR', rates: { USD: 1, EUR: 1 } }
  expect(targetPrice('keep_margin', at, 1_200, euros)).toMatchObject({ price: 3_699 })
  const own = { ...euros, rule: { ...ending.rule, rules: { ...ending.rule.rules, EUR: doubled('none') } } }
  expect(targetPrice('keep_margin', at, 1_200, own)).toMatchObject({ price: 3_600 })
  const none = { ...euros, rule: { ...ending.rule, rules: {} } }
  expect(targetPrice('keep_margin', at, 1_200, none)).toMatchObject({ price: 3_600 })
})

test('the lowest price that keeps the floor: profit, margin, or both, after every fee', () => {
  const of = (min_profit: number | null, min_margin: number | null, more: Partial<SellingPrice> = {}) =>
    floorPrice(1_000, setting({ ...floor(min_profit, min_margin), ...more }))
  expect(of(null, null)).toBeNull()
  expect(of(500, null)).toBe(1_500)
  expect(of(null, 50)).toBe(2_000)
  expect([of(500, 50), of(1_500, 50)]).toEqual([2_000, 2_500])
  const fees = { channel_fee_percent: 10, payment_fee_percent: 5, tax_percent: 5 }
  expect(of(600, null, fees)).toBe(2_000)
  // Of what is left after the tax: 30 % of 95 %.
  expect(of(null, 30, fees)).toBe(1_942)
  // No price reaches it.
  expect([of(null, 85, fees), of(null, 90, fees), of(1, null, { ...fees, tax_percent: 85 })]).toEqual([
    null,
    null,
    null,
  ])
  expect(of(1, null, { ...fees, tax_percent: 90 })).toBeNull()
  expect(floorPrice(1_000, { ...setting(floor(500, null)), currency: 'EUR' })).toBeNull()
})

test('fees that are rounded each by itself take a few units more', () => {
  for (const min_profit of [1, 7, 123, 501]) {
    const own = setting({
      ...floor(min_profit, null),
      channel_fee_percent: 2.5,
      payment_fee_percent: 2.5,
      tax_percent: 2.5,
    })
    const price = floorPrice(999, own) ?? 0
    expect([min_profit, isBelowFloor(price, 999, own)]).toEqual([min_profit, false])
    expect([min_profit, isBelowFloor(price - 4, 999, own)]).toEqual([min_profit, true])
  }
})

test('what a rule gives below the floor is raised to it; what cannot reach it is told', () => {
  const raised = targetPrice('apply_rule', at, 1_000, setting(floor(1_500, null)))
  expect(raised).toMatchObject({ price: 2_500, floored: true, below_floor: false })
  const kept = targetPrice('apply_rule', at, 1_000, setting(floor(1_000, null)))
  expect(kept).toMatchObject({ price: 2_000, floored: false, below_floor: false })
  const never = targetPrice('apply_rule', at, 1_000, setting({ ...floor(null, 90), channel_fee_percent: 20 }))
  expect(never).toMatchObject({ price: 2_000, floored: false, below_floor: true })
  expect(isBelowFloor(1, 1_000, { ...setting(floor(500, null)), currency: 'EUR' })).toBe(false)
})

test('a rate is followed from one per cent on, and taken as it is where there was none', () => {
  expect([steadyRate(null, 2), steadyRate(0, 2), steadyRate(-1, 2), steadyRate(2, 0)]).toEqual([2, 2, 2, 0])
  expect([steadyRate(100, 100.9), steadyRate(100, 101), steadyRate(100, 99), steadyRate(100, 99.1)]).toEqual([
    100, 101, 99, 100,
  ])
})

test('prices in a store are converted at the steady rate; where there is none, at those of today', () => {
  const rates = { USD: 1, EUR: 0.5, GBP: 0.25 }
  expect(steadyRates(rates, 'USD', 'EUR', 0.502)).toEqual({ rates: { ...rates, EUR: 0.502 }, rate: 0.502 })
  expect(steadyRates(rates, 'EUR', 'USD', 2.01)).toEqual({ rates: { ...rates, EUR: 1 / 2.01 }, rate: 2.01 })
  expect(steadyRates(rates, 'GBP', 'EUR', 2.01)).toEqual({ rates: { ...rates, EUR: 2.01 * 0.25 }, rate: 2.01 })
  expect(steadyRates(rates, 'EUR', 'USD', null)).toEqual({ rates, rate: 2 })
  for (const [from, to] of [
    ['EUR', 'EUR'],
    ['XXX', 'EUR'],
    ['EUR', 'XXX'],
  ] as const)
    expect(steadyRates(rates, from, to, 2)).toEqual({ rates, rate: null })
  expect(steadyRates({ ...rates, EUR: 0 }, 'EUR', 'USD', 2).rate).toBeNull()
  expect(steadyRates({ EUR: 0.5 }, 'USD', 'EUR', null).rate).toBe(0.5)
})
