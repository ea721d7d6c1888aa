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

test.each([
  ['8,49€', 'EUR', 849],
  ['€8,49', 'EUR', 849],
  ['R$52,39', 'BRL', 5239],
  ['1.234,56', 'EUR', 123_456],
  ['1.234,56 US$', 'USD', 123_456],
  ['1 234,56 zł', 'PLN', 123_456],
  ['1\u00a0234,56\u202fzł', 'PLN', 123_456],
  ['1 458.21₴', 'UAH', 145_821],
  ["CHF 1'234.50", 'CHF', 123_450],
  ['1,23,456.78', 'INR', 12_345_678],
  ['1,234,567', 'USD', 123_456_700],
  ['1.234.567', 'EUR', 123_456_700],
  ['$1,234', 'USD', 123_400],
  ['1.234 €', 'EUR', 123_400],
  ['0,125 €', 'EUR', 13],
  // Written by a program: 3.690 is three dollars and sixty-nine.
  ['3.690', 'USD', 369],
  ['3.690', 'EUR', 369],
  ['0.1000', 'USD', 10],
  ['US $8', 'USD', 800],
  ['8,', 'EUR', 800],
  ['1.23.45', 'USD', undefined],
  ['US $-5', 'USD', undefined],
])('%j in %s is %j', (price, currency, minor) => {
  expect(readPriceRange(price, currency)?.[1]).toBe(minor)
})

test.each([
  ['¥1,234', 'JPY', 1234],
  ['426円', 'JPY', 426],
  ['₩12.900', 'KRW', 12_900],
  ['1200.00', 'JPY', 1200],
  [1200, 'JPY', 1200],
])('a currency without decimals: %j in %s is %j', (price, currency, minor) => {
  expect(readPriceRange(price, currency)?.[1]).toBe(minor)
})

test.each([
  ['1.234', 'KWD', 1234],
  ['KWD 1,234', 'KWD', 1234],
  ['1,234.567', 'BHD', 1_234_567],
  [12.5, 'OMR', 12_500],
  ['٨٫٤٩٥ د.ك', 'KWD', 8495],
  ['3.1', 'TND', 3100],
])('three decimals are read: %j in %s is %j thousandths', (price, currency, minor) => {
  expect(readPriceRange(price, currency)?.[1]).toBe(minor)
})

test('ranges whose ends carry their sign behind them', () => {
  expect(readPriceRange('8,49€ - 10,00€', 'EUR')).toEqual([849, 1000])
  expect(readPriceRange('1 458.21₴-1 603.45₴', 'UAH')).toEqual([145_821, 160_345])
})

test("a range that must be one price is its upper end; what is none is the vendor's fault", () => {
  expect(mustReadPrice('cj', '8.13-10.00', 'USD')).toBe(1000)
  expect(() => mustReadPrice('cj', 'n/a', 'USD')).toThrow(/not a price/)
})

test('over 200,000 prices', () => {
  expect(priceRangeOf(Array.from({ length: 200_000 }, (_, i) => i + 5))).toEqual([5, 200_004])
  expect(priceRangeOf([])).toEqual([0, 0])
})
