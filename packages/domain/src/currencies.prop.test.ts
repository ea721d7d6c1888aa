import { expect, test } from 'vitest'
import { CURRENCIES, decimalsOf, findCurrency } from './currencies.ts'

test('at least 150 currencies, each known once and to Intl, with a locale Intl can use', () => {
  expect(CURRENCIES.length).toBeGreaterThanOrEqual(150)
  expect(new Set(CURRENCIES.map((c) => c.currencyType)).size).toBe(CURRENCIES.length)
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  for (const c of CURRENCIES) {
    expect(c.currencyType).toMatch(/^[A-Z]{3}$/)
    expect(names.of(c.currencyType), c.currencyType).toBeDefined()
    expect(Intl.getCanonicalLocales(c.language)).toEqual([c.language])
    expect(c.currencySymbol.trim(), c.currencyType).not.toBe('')
    expect(findCurrency(c.currencyType.toLowerCase())).toBe(c)
  }
})

test('decimals and symbol side are those of the spec', () => {
  for (const code of 'PYG IDR RWF JPY KRW UGX VND VUV BIF KMF DJF XAF XOF XPF GNF'.split(' ')) {
    expect(findCurrency(code)?.decimal, code).toBe(0)
  }
  expect([decimalsOf('USD'), decimalsOf('KWD'), decimalsOf('TJS'), decimalsOf('???')]).toEqual([2, 2, 2, 2])
  const behind = CURRENCIES.filter((c) => !c.symbolFront).map((c) => c.currencyType)
  expect(behind).toEqual(['DZD', 'MXN', 'PLN', 'RUB', 'UAH'])
})

test("'$', '£' and '¥' alone each mean one currency", () => {
  for (const sign of ['$', '£', '¥', '₩']) {
    expect(
      CURRENCIES.filter((c) => c.currencySymbol === sign),
      sign,
    ).toHaveLength(1)
  }
})
