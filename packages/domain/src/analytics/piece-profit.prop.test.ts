import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAYMENT_FEE, profitAt } from '../catalog/retail.ts'
import { isBelowFloor, pieceProfit, type PieceTerms } from './piece-profit.ts'

const RATES = { EUR: 0.92, JPY: 151.37 }
const amount = fc.integer({ min: 1, max: 10_000_000 })
const percent = fc.integer({ min: 0, max: 300 }).map((tenths) => tenths / 10)
const NO_TERMS: PieceTerms['rule'] = {
  currency: 'USD',
  channel_fee_percent: 0,
  payment_fee_percent: 0,
  payment_fee_fixed: 0,
  tax_percent: 0,
  duty_percent: 0,
}
const rule: fc.Arbitrary<PieceTerms['rule']> = fc.record({
  currency: fc.constantFrom('USD', 'EUR'),
  channel_fee_percent: percent,
  payment_fee_percent: percent,
  payment_fee_fixed: fc.nat(500),
  tax_percent: percent,
  duty_percent: percent,
})
const currency = fc.constantFrom('USD', 'EUR', 'JPY')

test('everything shown adds up to the price, in every currency', () => {
  fc.assert(
    fc.property(amount, amount, fc.option(amount), currency, rule, (price, cost, shipping, currency, rule) => {
      const made = pieceProfit({ price, cost, shipping, currency, rates: RATES }, { rule })
      if (!made.ok) throw new Error(made.reason)
      const { margin, state, ...parts } = made.value
      expect(Object.values(parts).reduce<number>((sum, part) => sum + (part ?? 0), 0)).toBe(price)
      for (const part of Object.values(parts)) expect(part === null || Number.isSafeInteger(part)).toBe(true)
      expect([state, margin === null, parts.shipping === null]).toEqual(
        shipping === null ? ['unknown', true, true] : ['estimated', false, false],
      )
    }),
  )
})

test('what sending costs can only take from what a piece earns at most', () => {
  fc.assert(
    fc.property(amount, amount, amount, currency, rule, (price, cost, shipping, currency, rule) => {
      const of = (shipping: number | null) => pieceProfit({ price, cost, shipping, currency, rates: RATES }, { rule })
      const [known, unknown] = [of(shipping), of(null)]
      expect(known.ok && unknown.ok && known.value.profit <= unknown.value.profit).toBe(true)
    }),
  )
})

test("with the usual payment fee it is the catalogue's estimate", () => {
  fc.assert(
    fc.property(amount, amount, amount, (price, cost, shipping) => {
      const made = pieceProfit(
        { price, cost, shipping, currency: 'USD', rates: {} },
        { rule: { ...NO_TERMS, payment_fee_percent: PAYMENT_FEE.percent, payment_fee_fixed: PAYMENT_FEE.fixed } },
      )
      const { fee, profit, margin } = profitAt(price, cost, shipping)
      expect(made).toMatchObject({ ok: true, value: { payment_fee: fee, channel_fee: 0, profit } })
      expect((made.ok && Math.round(made.value.margin ?? 0)) || 0).toBe(margin)
    }),
  )
})

test('by hand: a tax of the price, a duty on the cost, and a channel that takes its own share', () => {
  const piece = { price: 10_000, cost: 3_000, shipping: 500, currency: 'USD', rates: {} }
  const taxed = { ...NO_TERMS, tax_percent: 20, duty_percent: 10, channel_fee_percent: 5, payment_fee_percent: 3 }
  expect(pieceProfit(piece, { rule: taxed })).toEqual({
    ok: true,
    value: {
      state: 'estimated',
      profit: 3_400,
      margin: 42.5, // of 80.00
      cost: 3_000,
      shipping: 500,
      channel_fee: 500,
      payment_fee: 300,
      tax: 2_000,
      duty: 300,
    },
  })
  const ofChannel = { percent: 10, fixed: 100, currency: 'USD' }
  expect(pieceProfit(piece, { rule: taxed, fees: ofChannel })).toMatchObject({ value: { profit: 3_100 } })
  expect(pieceProfit(piece, { rule: taxed, fees: null })).toMatchObject({ value: { profit: 4_200 } })
  // Given away, it costs all the same.
  expect(pieceProfit({ ...piece, price: 0 }, { rule: taxed })).toMatchObject({
    value: { profit: -3_800, margin: null },
  })
})

test("the fixed fee is converted from the rule's currency, and an unknown rate is said", () => {
  const fixed = { ...NO_TERMS, payment_fee_fixed: 100 }
  const piece = { price: 3000, cost: 0, shipping: 0, rates: RATES }
  expect(pieceProfit({ ...piece, currency: 'JPY' }, { rule: fixed })).toMatchObject({ value: { payment_fee: 151 } })
  const refused = { ok: false, reason: 'rate_unknown' }
  expect(pieceProfit({ ...piece, currency: 'CHF' }, { rule: fixed })).toEqual(refused)
  expect(pieceProfit({ ...piece, currency: 'USD' }, { rule: { ...fixed, currency: 'GBP' } })).toEqual(refused)
  const huge = { price: 1, cost: 0, shipping: Number.MAX_SAFE_INTEGER, currency: 'JPY', rates: { JPY: 1e6 } }
  expect(pieceProfit(huge, { rule: NO_TERMS })).toEqual({ ok: false, reason: 'amount_too_large' })
})

test('below the floor means below either bound that is set, the amount in the currency of the rule', () => {
  const piece = { price: 2_000, cost: 1_000, shipping: 0, currency: 'USD', rates: RATES }
  const low = (min_profit: number | null, min_margin: number | null, more: Partial<typeof piece> = {}) =>
    isBelowFloor({ ...piece, ...more }, { rule: NO_TERMS }, { min_profit, min_margin })
  expect([low(null, null), low(1_000, null), low(1_001, null), low(null, 50), low(null, 51), low(0, 51)]).toEqual([
    false,
    false,
    true,
    false,
    true,
    true,
  ])
  // 2000 yen less 1514 for the goods leave 486; three dollars are 454 yen, four are 605.
  expect([low(300, null, { currency: 'JPY' }), low(400, null, { currency: 'JPY' })]).toEqual([false, true])
})
