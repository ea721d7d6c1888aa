import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_BUYING_LIMITS, spareOf, stopsOf } from './stops.ts'

const amount = fc.integer({ min: -50_000, max: 50_000 })
const limits = fc.record({ min_profit: fc.option(amount), max_price_rise: fc.option(fc.integer({ min: 0, max: 200 })) })
const about = fc.record({
  profit: fc.option(amount),
  goods_at_sale: fc.option(fc.nat(20_000)),
  goods: fc.nat(20_000),
  is_price_held: fc.boolean(),
})

test('a loss, a rise and a held price stop an order, and nothing else does', () => {
  const fine = { profit: 0, goods_at_sale: 1_000, goods: 1_300, is_price_held: false }
  expect(stopsOf(fine, DEFAULT_BUYING_LIMITS)).toEqual([])
  expect(stopsOf({ ...fine, profit: -1 }, DEFAULT_BUYING_LIMITS)).toEqual(['loss'])
  expect(stopsOf({ ...fine, goods: 1_301 }, DEFAULT_BUYING_LIMITS)).toEqual(['price_rise'])
  expect(stopsOf({ ...fine, goods_at_sale: null, goods: 9_000 }, DEFAULT_BUYING_LIMITS)).toEqual([])
  expect(stopsOf({ ...fine, is_price_held: true }, DEFAULT_BUYING_LIMITS)).toEqual(['price_held'])
  expect(stopsOf({ ...fine, profit: null }, DEFAULT_BUYING_LIMITS)).toEqual(['no_rate'])
  expect(stopsOf({ ...fine, profit: null, goods: 9_000 }, { min_profit: null, max_price_rise: null })).toEqual([])
})

test('whatever is paid up to the spare keeps the floor and the rise; one cent more breaks one of them', () => {
  fc.assert(
    fc.property(about, limits, (one, bounds) => {
      const spare = spareOf(one, bounds)
      const after = (more: number) => {
        const profit = one.profit === null ? null : one.profit - more
        return stopsOf({ ...one, profit, goods: one.goods + more }, bounds).filter(
          (stop) => stop === 'loss' || stop === 'price_rise',
        )
      }
      const now = after(0)
      if (spare === null) {
        expect(after(1_000_000)).toEqual(now)
        return
      }
      expect(after(spare)).toEqual(now)
      expect(after(spare + 1).length).toBeGreaterThan(0)
    }),
  )
})
