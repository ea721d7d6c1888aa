import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CURRENCIES } from './currencies.ts'
import { EMPTY_AMOUNT, formatMinor, formatPrice, formatRange } from './format-money.ts'
import { toMinor } from './money.ts'

const currency = fc.constantFrom(...CURRENCIES)
const minor = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })

test('the shown digits are the amount, to the last cent, in every currency', () => {
  fc.assert(
    fc.property(minor, currency, (amount, c) => {
      const result = formatPrice(amount, c.currencyType)
      const digits = BigInt(result.format.replace(/\D/g, ''))
      expect(digits).toBe(BigInt(Math.abs(amount)))
      expect(toMinor(result.price, c.currencyType)).toBe(amount)
    }),
  )
})

test('symbol side and sign', () => {
  fc.assert(
    fc.property(minor, currency, (amount, c) => {
      const shown = formatMinor(amount, c.currencyType)
      expect(shown.startsWith('-')).toBe(amount < 0)
      const unsigned = amount < 0 ? shown.slice(1) : shown
      expect(unsigned.startsWith(c.currencySymbol)).toBe(c.symbolFront)
      expect(unsigned.endsWith(c.currencySymbol)).toBe(!c.symbolFront)
    }),
  )
})

test('known examples', () => {
  expect(formatMinor(123456)).toBe('$1,234.56')
  expect(formatMinor(0, 'USD')).toBe('$0.00')
  expect(formatMinor(-500, 'USD')).toBe('-$5.00')
  expect(formatMinor(1500, 'JPY')).toBe('¥1,500')
  expect(formatMinor(1250, 'PLN')).toBe('12,50\u00a0zł')
  expect(formatMinor(1250, 'CHF', 'en')).toBe('CHF\u00a012.50')
  expect(formatMinor(123456, 'EUR', 'fr')).toBe('€1\u202f234,56')
  expect(formatMinor(1250, 'EGP', 'ar-EG')).toMatch(/12/)
  expect(formatMinor(1250, 'ABC')).toBe('ABC\u00a012.50')
})

test('empty amounts show two dashes, ranges use the separator', () => {
  for (const empty of [null, undefined, Number.NaN]) expect(formatMinor(empty, 'USD')).toBe(EMPTY_AMOUNT)
  expect(formatPrice(null, 'EUR').currencyType).toBe('EUR')
  expect(formatRange(100, 250, 'USD')).toBe('$1.00 - $2.50')
  expect(formatRange(100, 100, 'USD')).toBe('$1.00')
  expect(formatRange(null, 100, 'USD')).toBe('$1.00')
  expect(formatRange(0, null, 'USD')).toBe('$0.00')
  expect(formatRange(null, null, 'USD')).toBe(EMPTY_AMOUNT)
})
