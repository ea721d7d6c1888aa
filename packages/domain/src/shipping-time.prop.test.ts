import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shippingTime } from './shipping-time.ts'

const days = fc.option(fc.integer({ min: 0, max: 120 }), { nil: undefined })

test('a dash exactly when both are empty, both 0, or any exceeds 99', () => {
  fc.assert(
    fc.property(days, days, (min, max) => {
      const given = [min, max].filter((d) => d !== undefined)
      const dash = given.length === 0 || given.every((d) => d === 0) || given.some((d) => d > 99)
      expect(shippingTime(min, max) === '-').toBe(dash)
    }),
  )
})

test('equal ends show once, others as a rising range', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }), (min, max) => {
      const ends = shippingTime(min, max).split('-').map(Number)
      expect(ends).toEqual(min === max ? [min] : [Math.min(min, max), Math.max(min, max)])
    }),
  )
  expect([shippingTime(0, 5), shippingTime(null, 7), shippingTime(-1, 4)]).toEqual(['0-5', '7', '-'])
})
