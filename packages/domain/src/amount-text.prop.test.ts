import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalSignOf, readAmount } from './amount-text.ts'

const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'pt-BR', 'de-CH', 'pl-PL', 'en-IN', 'nl-NL'] as const
const cents = fc.integer({ min: 0, max: 10 ** 11 })

test('an amount with its decimals is read as it is written anywhere', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LOCALES), cents, (locale, amount) => {
      const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount / 100)
      expect(Number(readAmount(text))).toBe(amount / 100)
    }),
  )
})

test('with its currency, before or behind', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LOCALES),
      fc.constantFrom('USD', 'EUR', 'BRL', 'CHF'),
      cents,
      (locale, currency, amount) => {
        for (const currencyDisplay of ['symbol', 'code'] as const) {
          const text = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).format(
            amount / 100,
          )
          expect(Number(readAmount(text))).toBe(amount / 100)
        }
      },
    ),
  )
})

test('what could be either follows the list it stands in', () => {
  expect(readAmount('1.234')).toBe('1.234')
  expect(readAmount('1.234', ',')).toBe('1234')
  expect(readAmount('1,234')).toBe('1234')
  expect(readAmount('1,234', ',')).toBe('1.234')
  expect(decimalSignOf(['1.234', '5,99', 'abc'])).toBe(',')
  expect(decimalSignOf(['1,234', '5.99'])).toBe('.')
  expect(decimalSignOf(['1.234', '12', 'x'])).toBeNull()
  expect(decimalSignOf(['1,5', '1.5'])).toBe('.')
  // One that says so itself is not overruled by the others.
  expect(readAmount('1,234.56', ',')).toBe('1234.56')
  expect(readAmount('0.125', ',')).toBe('0.125')
})

test('what is not an amount is said to be none', () => {
  for (const text of ['', 'abc', '1e9', '12abc', '1.2.3', '1,2,3', '12..5', '--5', '$', '1/2', '5%', '9'.repeat(61)])
    expect(readAmount(text)).toBeNull()
  expect(readAmount('-5')).toBe('-5')
  expect(readAmount('$-5.50')).toBe('-5.50')
})

test('a sign that comes twice separates thousands; one that three digits cannot follow ends the whole units', () => {
  for (const habit of ['.', ','] as const) {
    expect(readAmount('1.234.567', habit)).toBe('1234567')
    expect(readAmount('1,234,567', habit)).toBe('1234567')
    expect(readAmount('1,234,567.5', habit)).toBe('1234567.5')
    expect(readAmount('1.234.567,5', habit)).toBe('1234567.5')
    expect(readAmount('1234.567', habit)).toBe('1234.567')
    expect(readAmount('1234,567', habit)).toBe('1234.567')
    expect(readAmount('.5', habit)).toBeNull()
    expect(readAmount(' 12 ', habit)).toBe('12')
  }
  expect([readAmount('123.456', ','), readAmount('0,125', '.')]).toEqual(['123456', '0.125'])
  expect(readAmount('9'.repeat(60))).toBe('9'.repeat(60))
  expect(readAmount('1,234.5,6')).toBeNull()
  expect(readAmount('-$-5')).toBeNull()
})

test('a list that says as often one as the other is read with points', () => {
  expect(decimalSignOf(['1,5', '1,7', '1.5'])).toBe(',')
  expect(decimalSignOf(['1,5', '1.7', '1.5'])).toBe('.')
  expect(decimalSignOf([])).toBeNull()
})
