import fc from 'fast-check'
import { expect, test } from 'vitest'
import { charm, estimateRetail, markupOf, paymentFee, profitAt } from './retail.ts'

const cents = fc.integer({ min: 1, max: 1_000_000 })

test('what is shown adds up: price = cost + charges + shipping + fee + profit, ends in .99, and covers all of it', () => {
  const shippingOrNot = fc.option(fc.integer({ min: 0, max: 20_000 }))
  fc.assert(
    fc.property(cents, shippingOrNot, fc.integer({ min: 0, max: 5000 }), (cost, shipping, charges) => {
      const made = estimateRetail(cost, shipping, charges)
      expect(made.cost + made.charges + made.shipping + made.fee + made.profit).toBe(made.price)
      expect(made.price % 100).toBe(99)
      expect(made.price).toBeGreaterThanOrEqual(cost + charges + made.shipping)
      expect(profitAt(made.price, cost, made.shipping, charges).profit).toBe(made.profit)
    }),
  )
})

test('the charm price is the nearest .99 not below', () => {
  fc.assert(fc.property(cents, (amount) => charm(amount) >= amount && charm(amount) - amount < 100))
  expect([charm(1), charm(99), charm(100), charm(1050)]).toEqual([99, 99, 199, 1099])
})

test.each([
  [1, 3.5],
  [499, 3.5],
  [500, 3],
  [1499, 3],
  [1500, 2.5],
  [3999, 2.5],
  [4000, 2],
  [9999, 2],
  [10_000, 1.6],
])('what costs %s is marked up %s times', (cost, times) => {
  expect(markupOf(cost)).toBe(times)
})

test('a lamp of 20.00, sent for 3.00, with 1.00 of duties', () => {
  expect(estimateRetail(2000, 300, 100)).toEqual({
    cost: 2000,
    shipping: 300,
    charges: 100,
    times: 2.5,
    price: 5499,
    // 2.9 % and thirty cents.
    fee: 189,
    profit: 2910,
    margin: 53,
  })
  expect(estimateRetail(2000, null)).toMatchObject({ shipping: 0, charges: 0, price: 5099 })
  expect(paymentFee(1000)).toBe(59)
})

test('a sale for nothing has no margin, and a loss is a loss', () => {
  expect(profitAt(0, 100, 0)).toEqual({ fee: 30, profit: -130, margin: 0 })
  expect(profitAt(1000, 1000, 100, 41)).toEqual({ fee: 59, profit: -200, margin: -20 })
})
