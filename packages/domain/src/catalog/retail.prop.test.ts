import fc from 'fast-check'
import { expect, test } from 'vitest'
import { charm, estimateRetail, profitAt } from './retail.ts'

const cents = fc.integer({ min: 1, max: 1_000_000 })

test('what is shown adds up: price = cost + shipping + fee + profit, ends in .99, and covers product and shipping', () => {
  fc.assert(
    fc.property(cents, fc.option(fc.integer({ min: 0, max: 20_000 })), (cost, shipping) => {
      const made = estimateRetail(cost, shipping)
      expect(made.cost + made.shipping + made.fee + made.profit).toBe(made.price)
      expect(made.price % 100).toBe(99)
      expect(made.price).toBeGreaterThanOrEqual(cost + made.shipping)
      expect(profitAt(made.price, cost, made.shipping).profit).toBe(made.profit)
    }),
  )
})

test('the charm price is the nearest .99 not below', () => {
  fc.assert(fc.property(cents, (amount) => charm(amount) >= amount && charm(amount) - amount < 100))
  expect([charm(1), charm(99), charm(100), charm(1050)]).toEqual([99, 99, 199, 1099])
})
