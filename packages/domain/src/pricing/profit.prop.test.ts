import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAYMENT_FEE, profitAt } from '../catalog/retail.ts'
import { belowFloor, type Fees, profitOf } from './profit.ts'

const RATES = { EUR: 0.92, JPY: 151.37 }
const amount = fc.integer({ min: 0, max: 10_000_000 })
const percent = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10)
const fees: fc.Arbitrary<Fees> = fc.record({
  channel_fee_percent: percent,
  payment_fee_percent: percent,
  payment_fee_fixed: fc.nat(500),
  tax_percent: percent,
  duty_percent: percent,
})

test('everything shown adds up to the price, in every currency', () => {
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.option(amount),
      fc.constantFrom('USD', 'EUR', 'JPY'),
      fees,
      (price, cost, shipping, currency, fees) => {
        const made = profitOf({ price, cost, shipping, currency, rates: RATES }, { ...fees, currency: 'USD' })
        if (!made.ok) throw new Error(made.reason)
        const { margin, ...parts } = made.value
        expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(price)
        for (const part of Object.values(parts)) expect(Number.isSafeInteger(part)).toBe(true)
        expect(Number.isInteger(margin)).toBe(true)
      },
    ),
  )
})

test("without channel fee, tax and duty it is the catalogue's estimate", () => {
  fc.assert(
    fc.property(amount, amount, fc.option(amount), (price, cost, shipping) => {
      const made = profitOf(
        { price, cost, shipping, currency: 'USD', rates: {} },
        {
          channel_fee_percent: 0,
          payment_fee_percent: PAYMENT_FEE.percent,
          payment_fee_fixed: PAYMENT_FEE.fixed,
          tax_percent: 0,
          duty_percent: 0,
        },
      )
      const { fee, profit, margin } = profitAt(price, cost, shipping ?? 0)
      expect(made).toMatchObject({ ok: true, value: { payment_fee: fee, profit, margin: margin + 0 } })
    }),
  )
})

test("the fixed fee is converted from the rule's currency, and an unknown rate is said", () => {
  const none: Fees = {
    channel_fee_percent: 0,
    payment_fee_percent: 0,
    payment_fee_fixed: 100,
    tax_percent: 0,
    duty_percent: 0,
  }
  const sale = { price: 3000, cost: 0, shipping: null, rates: RATES }
  expect(profitOf({ ...sale, currency: 'JPY' }, { ...none, currency: 'USD' })).toMatchObject({
    value: { payment_fee: 151 },
  })
  expect(profitOf({ ...sale, currency: 'JPY' }, none)).toMatchObject({ value: { payment_fee: 100 } })
  expect(profitOf({ ...sale, currency: 'CHF' }, none)).toEqual({ ok: false, reason: 'rate_unknown' })
})

test('below the floor means below either bound that is set', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: -200, max: 100 }),
      fc.option(fc.nat(10_000)),
      fc.option(fc.nat(99)),
      (profit, margin, min_profit, min_margin) => {
        expect(belowFloor(profit, margin, { min_profit, min_margin })).toBe(
          profit < (min_profit ?? Number.NEGATIVE_INFINITY) || margin < (min_margin ?? Number.NEGATIVE_INFINITY),
        )
      },
    ),
  )
})
