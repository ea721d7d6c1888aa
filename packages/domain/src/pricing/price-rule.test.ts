/** Prices and refusals of a rule, one by one. That every cost has one price is a property. */
import { expect, test } from 'vitest'
import { roundPlaces } from './decimals.ts'
import { evaluate, parseFormula } from './formula.ts'
import { checkSellingPrice, type CurrencyRule, priceBy, type PriceRange, type SellingPrice } from './price-rule.ts'

const range = (more: Partial<PriceRange> = {}): PriceRange => ({
  from: 0,
  to: null,
  kind: 'multiplier',
  value: 2,
  formula: '',
  ...more,
})
const own = (more: Partial<CurrencyRule> = {}): CurrencyRule => ({
  ranges: [range()],
  compare_at: { kind: 'none', value: 0, formula: '' },
  rounding: 'none',
  ...more,
})
const rule = (more: Partial<SellingPrice> = {}): SellingPrice => ({
  apply_on_import: true,
  currency: 'USD',
  ship_to: 'US',
  include_shipping: false,
  rules: { USD: own() },
  channel_fee_percent: 0,
  payment_fee_percent: 0,
  payment_fee_fixed: 0,
  tax_percent: 0,
  duty_percent: 0,
  floor: { min_profit: null, min_margin: null },
  ...more,
})
const RATES = { USD: 1, EUR: 0.5, JPY: 100 }
const price = (one: SellingPrice, cost = 1_000, currency = 'USD', rates: Record<string, number> = RATES) => {
  const made = priceBy(one, { cost, shipping: 200 }, currency, rates)
  return made.ok ? [made.value.price, made.value.compare_at_price] : made.reason
}
const by = (formula: string, more: Partial<SellingPrice> = {}) =>
  rule({ rules: { USD: own({ ranges: [range({ kind: 'formula', formula })] }) }, ...more })

test('a price to compare with: times the price, more than it, by a formula, or none', () => {
  const compare = (compare_at: CurrencyRule['compare_at'], currency = 'USD') =>
    price(rule({ rules: { USD: own({ compare_at }) } }), 1_000, currency)
  expect(compare({ kind: 'none', value: 9, formula: '' })).toEqual([2_000, null])
  expect(compare({ kind: 'multiplier', value: 1.5, formula: '' })).toEqual([2_000, 3_000])
  expect(compare({ kind: 'multiplier', value: 1.5, formula: '' }, 'EUR')).toEqual([1_000, 1_500])
  expect(compare({ kind: 'fixed', value: 500, formula: '' })).toEqual([2_000, 2_500])
  expect(compare({ kind: 'fixed', value: 500, formula: '' }, 'EUR')).toEqual([1_000, 1_250])
  expect(compare({ kind: 'formula', value: 0, formula: 'cost * 3' })).toEqual([2_000, 3_000])
  expect(compare({ kind: 'formula', value: 0, formula: 'cost +' })).toBe('formula_invalid')
  expect(compare({ kind: 'multiplier', value: 1, formula: '' })).toEqual([2_000, null])
})

test('no price is larger than there may be, and neither is one to compare with', () => {
  const most = 100_000_000_00
  expect(price(rule(), most / 2)).toEqual([most, null])
  expect(price(rule(), most / 2 + 1)).toBe('amount_too_large')
  const twice = rule({ rules: { USD: own({ compare_at: { kind: 'multiplier', value: 2, formula: '' } }) } })
  expect([price(twice, most / 4), price(twice, most / 4 + 1)]).toEqual([
    [most / 2, most],
    [most / 2 + 2, null],
  ])
})

test('without a rule, a range or a rate there is no price', () => {
  expect(price(rule({ rules: {} }))).toBe('no_rule_for_cost')
  expect(price(rule({ rules: { USD: own({ ranges: [range({ to: 1_000 })] }) } }))).toBe('no_rule_for_cost')
  expect(price(rule(), 1_000, 'GBP')).toBe('rate_unknown')
  for (const EUR of [0, -1, Number.NaN, Infinity]) expect(price(rule(), 1_000, 'EUR', { EUR })).toBe('rate_unknown')
  expect(price(rule({ currency: 'GBP', rules: { USD: own() } }))).toBe('rate_unknown')
  expect(price(rule({ currency: 'GBP', rules: { GBP: own() } }))).toBe('rate_unknown')
  expect(price(by('cost - cost'))).toBe('price_not_positive')
})

test('a formula with fees is worked out on its own price; fees that grow faster than it lead nowhere', () => {
  const fees = { payment_fee_percent: 10, payment_fee_fixed: 100 }
  expect(price(by('cost + fee', fees))).toEqual([1_222, null])
  expect(price(by('cost + tax', { tax_percent: 20 }))).toEqual([1_250, null])
  expect(price(by('cost + tax', { duty_percent: 20 }))).toEqual([1_200, null])
  expect(price(by('cost + fee', { channel_fee_percent: 100 }))).toBe('formula_invalid')
  expect(price(by('cost / (shipping - 2)'))).toBe('formula_invalid')
  expect(price(by('cost + shipping'))).toEqual([1_200, null])
})

test('what is wrong with a rule is named with its place', () => {
  const problems = (one: SellingPrice, rates: Record<string, number> = RATES) => checkSellingPrice(one, rates)
  expect(problems(rule())).toEqual([])
  expect(problems(rule({ rules: { USD: own({ ranges: [] }) } }))).toEqual([
    { path: 'rules.USD.ranges', reason: 'ranges_end' },
  ])
  expect(problems(rule({ rules: { USD: own({ ranges: [range({ value: 0 })] }) } }))).toEqual([
    { path: 'rules.USD.ranges.0.value', reason: 'multiplier_not_positive' },
  ])
  // Only a multiplier has to be above nothing.
  expect(problems(rule({ rules: { USD: own({ ranges: [range({ kind: 'fixed', value: 0 })] }) } }))).toEqual([])
  expect(problems(by('cost / 0'))).toEqual([{ path: 'rules.USD.ranges.0.formula', reason: 'zero_divisor' }])
  expect(problems(by('cost - 5'))).toMatchObject([{ reason: 'price_not_positive', cost: 1 }])
  expect(problems(by('cost * 0'))).toMatchObject([{ reason: 'price_not_positive', cost: 1 }])
  // What the cost is in a currency without a rate is not known; a fee that leads nowhere is told when it is used.
  const yen = (formula: string) => ({ ...by(formula), rules: { USD: own(), XXX: by(formula).rules['USD'] ?? own() } })
  expect(problems(yen('cost - 5'))).toEqual([])
  expect(problems(yen('cost / 0'))).toMatchObject([{ reason: 'zero_divisor' }])
  expect(problems(by('cost + fee', { channel_fee_percent: 100 }))).toEqual([])
  const compared = (formula: string) =>
    problems(rule({ rules: { USD: own({ compare_at: { kind: 'formula', value: 0, formula } }) } }))
  expect(compared('cost - 5')).toEqual([])
  expect(compared('cost *')).toMatchObject([{ path: 'rules.USD.compare_at.formula', reason: 'missing_operand' }])
  expect(compared('1 / 0')).toEqual([{ path: 'rules.USD.compare_at.formula', reason: 'zero_divisor' }])
})

test('a formula of five hundred signs is read, one more is too long; a decimal comma is named as such', () => {
  const wrong = (text: string) => {
    const parsed = parseFormula(text)
    return parsed.ok ? null : `${parsed.error.reason} ${parsed.error.at} ${parsed.error.found}`
  }
  const long = (length: number) => `1${' '.repeat(length - 1)}`
  const limit = Array.from({ length: 2_000 }, (_, n) => n + 1).findLast((length) => parseFormula(long(length)).ok) ?? 0
  expect([wrong(long(limit)), wrong(long(limit + 1))?.split(' ')[0]]).toEqual([null, 'too_long'])
  expect(wrong('1,5')).toBe('number_invalid 0 1,5')
  expect([wrong('1 ,5'), wrong('1, 5'), wrong('cost,5'), wrong('1,cost'), wrong('1,')]).toEqual([
    'unexpected 2 ,',
    'unexpected 1 ,',
    'unexpected 4 ,',
    'unexpected 1 ,',
    'unexpected 1 ,',
  ])
})

test('division by nothing, and what grows beyond all numbers', () => {
  const values = { cost: 1, shipping: 0, fee: 0, tax: 0 }
  const worth = (text: string, of = values) => {
    const parsed = parseFormula(text)
    const found = parsed.ok ? evaluate(parsed.formula, of) : null
    return found?.ok ? found.value : found?.reason
  }
  expect([worth('1 / shipping'), worth('shipping * 2'), worth('0 - shipping'), worth('6 / 3')]).toEqual([
    'zero_divisor',
    0,
    0,
    2,
  ])
  expect(worth('cost * cost', { ...values, cost: 1e200 })).toBe('not_finite')
  expect([roundPlaces(Infinity, 2), roundPlaces(1e-7, 2), roundPlaces(1e21, 2), roundPlaces(1.005, 2)]).toEqual([
    Infinity,
    0,
    1e21,
    1.01,
  ])
})
