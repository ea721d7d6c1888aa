import { expect, test } from 'vitest'
import { mustReadPrice, priceRangeOf, readPriceRange } from './amounts.ts'

test.each([
  [8.13, [813, 813]],
  ['8.13', [813, 813]],
  ['8.13-10.00', [813, 1000]],
  ['8.13 -- 10', [813, 1000]],
  ['10.00–8.13', [813, 1000]],
  ['US $1,234.50', [123450, 123450]],
  ['$3.20 - $5.00', [320, 500]],
  [0, [0, 0]],
  ['', undefined],
  ['free', undefined],
  [null, undefined],
  [undefined, undefined],
  ['-5', undefined],
])('%j is read as %j', (price, range) => {
  expect(readPriceRange(price, 'USD')).toEqual(range)
})

test('a currency without cents', () => {
  expect(readPriceRange('1200', 'JPY')).toEqual([1200, 1200])
})

test("a range that must be one price is its upper end; what is none is the vendor's fault", () => {
  expect(mustReadPrice('cj', '8.13-10.00', 'USD')).toBe(1000)
  expect(() => mustReadPrice('cj', 'n/a', 'USD')).toThrow(/not a price/)
})

test('over 200,000 prices', () => {
  expect(priceRangeOf(Array.from({ length: 200_000 }, (_, i) => i + 5))).toEqual([5, 200_004])
  expect(priceRangeOf([])).toEqual([0, 0])
})
