import fc from 'fast-check'
import { expect, test } from 'vitest'
import { charm, estimateRetail, profitAt } from './retail.ts'

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
