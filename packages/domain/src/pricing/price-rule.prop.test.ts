import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pieceProfit } from '../analytics/piece-profit.ts'
import { estimateRetail } from '../catalog/retail.ts'
import type { Rates } from '../money.ts'
import { ROUNDINGS } from './price-kinds.ts'
import {
  checkSellingPrice,
  type CurrencyRule,
  DEFAULT_SELLING_PRICE,
  priceBy,
  type PriceRange,
  roundUp,
  type SellingPrice,
} from './price-rule.ts'

const RATES: Rates = { EUR: 0.92, JPY: 151.37, VND: 25_412 }
const cents = fc.integer({ min: 1, max: 1_000_000 })
const shipping = fc.option(fc.integer({ min: 0, max: 20_000 }))
const rounding = fc.constantFrom(...ROUNDINGS)
const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'VND')
const range = (over: Partial<PriceRange> = {}): PriceRange => ({
  from: 0,
  to: null,
  kind: 'multiplier',
  value: 2,
  formula: '',
  ...over,
})
const ruleOf = (over: Partial<CurrencyRule>, rest: Partial<SellingPrice> = {}): SellingPrice => ({
  ...DEFAULT_SELLING_PRICE,
  rules: { USD: { ranges: [range()], compare_at: { kind: 'none', value: 0, formula: '' }, rounding: 'none', ...over } },
  ...rest,
})

test('the default rule is sound and prices as the catalogue recommends', () => {
  expect(checkSellingPrice(DEFAULT_SELLING_PRICE, {})).toEqual([])
  fc.assert(
    fc.property(cents, shipping, (cost, shipping) => {
      const priced = priceBy(DEFAULT_SELLING_PRICE, { cost, shipping }, 'USD', {})
      expect(priced.ok && priced.value.price).toBe(estimateRetail(cost, shipping).price)
    }),
  )
})

test('an ending is reached going up, by less than one unit, and stays where it is', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), rounding, currency, (amount, rounding, currency) => {
      const rounded = roundUp(amount, rounding, currency)
      expect(rounded - amount).toBeGreaterThanOrEqual(0)
      expect(rounded - amount).toBeLessThan(100)
      expect(roundUp(rounded, rounding, currency)).toBe(rounded)
      if (rounding === '99' || rounding === '95') expect(rounded % 100).toBe(Number(rounding))
      if (rounding === 'whole' && (currency === 'USD' || currency === 'EUR')) expect(rounded % 100).toBe(0)
    }),
  )
  expect([
    roundUp(1201, 'whole', 'JPY'),
    roundUp(1201, '99', 'JPY'),
    roundUp(1201, 'whole', 'USD'),
    roundUp(0, '95', 'USD'),
  ]).toEqual([1201, 1299, 1300, 95])
})

test('multiplier and fixed in the main currency are exact to the cent', () => {
  fc.assert(
    fc.property(
      cents,
      shipping,
      fc.integer({ min: 100, max: 999 }),
      fc.nat(50_000),
      fc.boolean(),
      (cost, sent, hundredths, added, include_shipping) => {
        const extra = include_shipping ? (sent ?? 0) : 0
        const times = priceBy(
          ruleOf({ ranges: [range({ value: hundredths / 100 })] }, { include_shipping }),
          { cost, shipping: sent },
          'USD',
          {},
        )
        expect(times.ok && times.value.price).toBe(Number((BigInt(cost) * BigInt(hundredths) + 50n) / 100n) + extra)
        const plus = priceBy(
          ruleOf({ ranges: [range({ kind: 'fixed', value: added })] }, { include_shipping }),
          { cost, shipping: sent },
          'USD',
          {},
        )
        expect(plus.ok && plus.value.price).toBe(cost + added + extra)
        const written = priceBy(
          ruleOf(
            { ranges: [range({ kind: 'formula', formula: `cost * ${hundredths / 100} + shipping` })] },
            { include_shipping: false },
          ),
          { cost, shipping: sent },
          'USD',
          {},
        )
        expect(written.ok && written.value.price).toBe(
          Number((BigInt(cost) * BigInt(hundredths) + 50n) / 100n) + (sent ?? 0),
        )
      },
    ),
  )
})

test('a dearer product of the same range never sells for less, in any currency', () => {
  fc.assert(
    fc.property(cents, cents, rounding, currency, (a, b, rounding, currency) => {
      const price = (cost: number) => priceBy(ruleOf({ rounding }), { cost, shipping: 0 }, currency, RATES)
      const [low, high] = [price(Math.min(a, b)), price(Math.max(a, b))]
      expect(low.ok && high.ok && low.value.price <= high.value.price).toBe(true)
    }),
  )
})

test('a currency without a rule gets the main price converted; with one, its own', () => {
  const rule = ruleOf({ ranges: [range({ kind: 'fixed', value: 1000 })] })
  expect(priceBy(rule, { cost: 1000, shipping: null }, 'JPY', RATES)).toMatchObject({
    value: { price: Math.round(20 * 151.37) },
  })
  const own = {
    ...rule,
    rules: {
      ...rule.rules,
      JPY: {
        ...ruleOf({}).rules['USD'],
        ranges: [range({ kind: 'fixed', value: 500 })],
        compare_at: { kind: 'none', value: 0, formula: '' },
        rounding: '99',
      } satisfies CurrencyRule,
    },
  }
  expect(priceBy(own, { cost: 1000, shipping: null }, 'JPY', RATES)).toMatchObject({ value: { price: 2099 } })
  expect(priceBy(rule, { cost: 1000, shipping: null }, 'CHF', RATES)).toEqual({ ok: false, reason: 'rate_unknown' })
})

test('a range holds its lower bound and not its upper one', () => {
  const rule = ruleOf({ ranges: [range({ to: 500, value: 3 }), range({ from: 500, value: 2 })] })
  expect(
    [499, 500].map((cost) => {
      const priced = priceBy(rule, { cost, shipping: 0 }, 'USD', {})
      return priced.ok && priced.value.price
    }),
  ).toEqual([1497, 1000])
})

test("the fixed fee is the main currency's, also in a rule of another", () => {
  const rule = ruleOf({}, { payment_fee_percent: 0, payment_fee_fixed: 30 })
  const yen: CurrencyRule = {
    ranges: [range({ kind: 'formula', formula: 'cost + fee' })],
    compare_at: { kind: 'none', value: 0, formula: '' },
    rounding: 'none',
  }
  expect(
    priceBy({ ...rule, rules: { ...rule.rules, JPY: yen } }, { cost: 1000, shipping: 0 }, 'JPY', RATES),
  ).toMatchObject({ value: { price: Math.round(10.3 * 151.37) } })
})

test('a compare-at price exceeds the price or is not there', () => {
  const compare = fc.record({
    kind: fc.constantFrom('none' as const, 'multiplier' as const, 'fixed' as const, 'formula' as const),
    value: fc.double({ min: 0, max: 3, noNaN: true }),
    formula: fc.constantFrom('cost', 'cost * 4', 'cost * 2 + fee'),
  })
  fc.assert(
    fc.property(cents, compare, rounding, currency, (cost, compare_at, rounding, currency) => {
      const priced = priceBy(ruleOf({ compare_at, rounding }), { cost, shipping: 0 }, currency, RATES)
      if (!priced.ok) throw new Error(priced.reason)
      const { price, compare_at_price } = priced.value
      if (compare_at_price !== null) expect(compare_at_price).toBeGreaterThan(price)
      if (compare_at.kind === 'none') expect(compare_at_price).toBeNull()
    }),
  )
  expect(
    priceBy(
      ruleOf({ compare_at: { kind: 'multiplier', value: 1.5, formula: '' } }),
      { cost: 1000, shipping: 0 },
      'USD',
      {},
    ),
  ).toMatchObject({ value: { price: 2000, compare_at_price: 3000 } })
})

test('fee and tax in a formula are those of the price it gives: adding them on earns what was asked for', () => {
  const percent = fc.integer({ min: 0, max: 25 })
  fc.assert(
    fc.property(
      cents,
      fc.nat(5000),
      percent,
      percent,
      percent,
      fc.constantFrom('USD', 'EUR'),
      (cost, sent, channel_fee_percent, tax_percent, duty_percent, currency) => {
        const rule = ruleOf(
          { ranges: [range({ kind: 'formula', formula: 'cost + shipping + fee + tax + 5' })] },
          { channel_fee_percent, tax_percent, duty_percent },
        )
        const priced = priceBy(
          {
            ...rule,
            currency,
            rules: {
              [currency]: rule.rules['USD'] ?? {
                ranges: [],
                compare_at: { kind: 'none', value: 0, formula: '' },
                rounding: 'none',
              },
            },
          },
          { cost, shipping: sent },
          currency,
          RATES,
        )
        if (!priced.ok) throw new Error(priced.reason)
        const left = pieceProfit(
          { price: priced.value.price, cost, shipping: sent, currency, rates: RATES },
          { rule: { ...rule, currency } },
        )
        expect(left.ok && Math.abs(left.value.profit - 500)).toBeLessThanOrEqual(4) // four amounts rounded apart
      },
    ),
  )
})

test.each([
  ['cost - 100', 'price_not_positive'],
  ['cost * 0', 'price_not_positive'],
  ['cost / 0', 'formula_invalid'],
  ['cost *', 'formula_invalid'],
  ['cost + fee * 50', 'formula_invalid'],
  ['cost * 999999999999', 'amount_too_large'],
] as const)('%s is refused: %s', (formula, reason) => {
  expect(
    priceBy(
      ruleOf({ ranges: [range({ kind: 'formula', formula })], rounding: '99' }),
      { cost: 1000, shipping: 0 },
      'USD',
      {},
    ),
  ).toEqual({ ok: false, reason })
})

test('a rule with no problems prices every cost by exactly one range, and never without one', () => {
  const bounds = fc
    .uniqueArray(fc.integer({ min: 1, max: 50_000 }), { maxLength: 6 })
    .map((list) => list.sort((a, b) => a - b))
  fc.assert(
    fc.property(
      bounds,
      fc.nat(60_000),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: -3, max: 3 }),
      (bounds, cost, at, nudge) => {
        const ranges = [0, ...bounds].map((from, index) => range({ from, to: bounds[index] ?? null, value: index + 1 }))
        const moved = ranges.map((one, index) => (index === at ? { ...one, from: Math.max(0, one.from + nudge) } : one))
        for (const rule of [ruleOf({ ranges }), ruleOf({ ranges: moved })]) {
          const fitting =
            rule.rules['USD']?.ranges.filter(({ from, to }) => cost >= from && (to === null || cost < to)) ?? []
          if (checkSellingPrice(rule, {}).length === 0) expect(fitting).toHaveLength(1)
          expect(priceBy(rule, { cost, shipping: 1 }, 'USD', {})).toMatchObject(
            fitting[0] ? { value: { range: fitting[0] } } : { reason: 'no_rule_for_cost' },
          )
        }
        expect(checkSellingPrice(ruleOf({ ranges }), {})).toEqual([])
        if (moved[at] && moved[at].from !== ranges[at]?.from)
          expect(checkSellingPrice(ruleOf({ ranges: moved }), {})).not.toEqual([])
      },
    ),
  )
})

test('what is wrong with a rule is named where it is', () => {
  const found = (ranges: PriceRange[], rest: Partial<SellingPrice> = {}) =>
    checkSellingPrice(ruleOf({ ranges }, rest), {}).map(({ path, reason, at }) => [
      path,
      reason,
      ...(at === undefined ? [] : [at]),
    ])
  expect(found([range({ from: 100 })])).toEqual([['rules.USD.ranges.0.from', 'ranges_gap']])
  expect(found([range({ to: 500 })])).toEqual([['rules.USD.ranges', 'ranges_end']])
  expect(found([range({ to: 500 }), range({ from: 400 })])).toEqual([['rules.USD.ranges.1.from', 'ranges_overlap']])
  expect(found([range(), range({ from: 400 })])).toEqual([['rules.USD.ranges.1.from', 'ranges_overlap']])
  expect(found([range({ to: 500 }), range({ from: 500, to: 500 }), range({ from: 500 })])).toEqual([
    ['rules.USD.ranges.1.to', 'range_empty'],
  ])
  expect(found([range({ to: 500 }), range({ from: 900, to: 1000 }), range({ from: 500 })])).toEqual([
    ['rules.USD.ranges.1.from', 'ranges_gap'],
    ['rules.USD.ranges.2.from', 'ranges_unordered'],
  ])
  expect(found([range({ kind: 'formula', formula: 'cost * 2,5' })])).toEqual([
    ['rules.USD.ranges.0.formula', 'number_invalid', 7],
  ])
  expect(found([range({ kind: 'formula', formula: 'cost / 0' })])).toEqual([
    ['rules.USD.ranges.0.formula', 'zero_divisor'],
  ])
  // Free shipping is 0.
  expect(found([range({ kind: 'formula', formula: 'cost / shipping' })])).toEqual([
    ['rules.USD.ranges.0.formula', 'zero_divisor'],
  ])
  expect(found([range({ kind: 'formula', formula: 'cost - 5' })])).toEqual([
    ['rules.USD.ranges.0.formula', 'price_not_positive'],
  ])
  expect(found([range({ to: 500 }), range({ from: 500, kind: 'formula', formula: 'cost - 4.5' })])).toEqual([])
  expect(found([range({ kind: 'formula', formula: '20 - cost' })])).toEqual([
    ['rules.USD.ranges.0.formula', 'price_not_positive'],
  ])
  expect(found([range({ value: 0 })], { currency: 'EUR' })).toEqual([
    ['rules.EUR', 'main_rule_missing'],
    ['rules.USD.ranges.0.value', 'multiplier_not_positive'],
  ])
})
