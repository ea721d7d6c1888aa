import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkOrderSettings,
  DEFAULT_ORDER_SETTINGS as defaults,
  iossFor,
  methodFor,
  noteFor,
  ORDER_SOURCES,
  OTHER_COUNTRIES,
  overOrderDefaults,
  PAY_LATER_SOURCES,
  phoneFor,
  priceLimit,
  taxIdFor,
} from './order-settings.ts'

test('the defaults can be stored for every supplier, and what was stored lies over them', () => {
  for (const source of ORDER_SOURCES) expect(checkOrderSettings(source, defaults)).toEqual([])
  expect(overOrderDefaults({})).toEqual(defaults)
  expect(overOrderDefaults({ note: 'no invoice' })).toEqual({ ...defaults, note: 'no invoice' })
})

test('a country has its own method, else that of all others, else none', () => {
  const methods = [
    { country_code: 'DE', method: 'DHL' },
    { country_code: OTHER_COUNTRIES, method: 'CJPacket' },
  ]
  expect(methodFor({ methods }, 'DE')).toBe('DHL')
  expect(methodFor({ methods }, 'US')).toBe('CJPacket')
  expect(methodFor({ methods: methods.slice(0, 1) }, 'US')).toBeNull()
})

test("the seller's phone number is told always, or where the customer has none", () => {
  const phone = { use: 'customer' as const, number: '+4930123456' }
  expect(phoneFor({ phone }, '555')).toBe('555')
  expect(phoneFor({ phone }, ' ')).toBe('+4930123456')
  expect(phoneFor({ phone: { ...phone, use: 'always' } }, '555')).toBe('+4930123456')
})

test('the IOSS number is told with parcels into the EU', () => {
  const settings = { note: 'No invoice', ioss: 'IM1234567890' }
  expect(noteFor(settings, 'DE', {})).toBe('No invoice\nIOSS: IM1234567890')
  expect(noteFor(settings, 'US', {})).toBe('No invoice')
  expect(noteFor({ ...settings, note: '' }, 'FR', {})).toBe('IOSS: IM1234567890')
  // An order that has a place of its own for it needs no words.
  expect(noteFor(settings, 'DE', { ioss: true })).toBe('No invoice')
})

test('import tax is declared for what comes into the EU, and asked for where nobody said how', () => {
  const declared = { ioss: true } as const
  const own = { ioss: 'IM1234567890', ioss_mode: 'own' } as const
  const into = (country_code: string, ship_from = 'CN') => ({ country_code, ship_from })
  expect(iossFor(own, declared, into('DE'))).toEqual({ by: 'own', number: 'IM1234567890' })
  expect(iossFor({ ioss: '', ioss_mode: 'supplier' }, declared, into('FR', ''))).toEqual({ by: 'supplier' })
  expect(iossFor({ ioss: '', ioss_mode: 'none' }, declared, into('DE'))).toBe('missing')
  expect(iossFor({ ioss: '', ioss_mode: 'own' }, declared, into('DE'))).toBe('missing')
  for (const where of [into('GB'), into('US'), into('FR', 'DE')])
    expect(iossFor({ ioss: '', ioss_mode: 'none' }, declared, where)).toBeNull()
  expect(iossFor(own, {}, into('DE'))).toBeNull()
  // A number from before there was a choice is used.
  expect(overOrderDefaults({ ioss: 'IM1234567890' }).ioss_mode).toBe('own')
  expect(overOrderDefaults({ ioss: 'IM1234567890', ioss_mode: 'none' }).ioss_mode).toBe('none')
})

test("a customer's tax number goes before the seller's", () => {
  const tax_ids = [{ country_code: 'BR', tax_id: '123' }]
  expect(taxIdFor({ tax_ids }, 'BR', '529')).toBe('529')
  expect(taxIdFor({ tax_ids }, 'BR', '')).toBe('123')
  expect(taxIdFor({ tax_ids }, 'US', '')).toBe('')
})

test('the limit is never below what was approved, and never above it by more than the percentage', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 100 }), (approved, percent) => {
      const limit = priceLimit(approved, { price_limit_percent: percent })
      return Number.isInteger(limit) && limit >= approved && (limit - approved) * 100 <= approved * percent
    }),
  )
  expect(priceLimit(1000, defaults)).toBe(1030)
})

test('what cannot be stored says which field and why', () => {
  const check = (change: object, source = ORDER_SOURCES[0]) => checkOrderSettings(source, { ...defaults, ...change })
  const us = { country_code: 'US', method: 'x' }
  expect(check({ methods: [us, us] })).toEqual([{ field: 'methods', says: 'country_twice' }])
  expect(check({ methods: [{ ...us, country_code: 'XX' }] })).toEqual([{ field: 'methods', says: 'country_unknown' }])
  expect(check({ tax_ids: [{ country_code: OTHER_COUNTRIES, tax_id: '1' }] })).toEqual([
    { field: 'tax_ids', says: 'country_unknown' },
  ])
  expect(check({ phone: { use: 'always', number: '' } })).toEqual([{ field: 'phone', says: 'phone_invalid' }])
  expect(check({ phone: { use: 'customer', number: '555' } })).toEqual([{ field: 'phone', says: 'phone_invalid' }])
  expect(check({ ioss: 'IM123' })).toEqual([{ field: 'ioss', says: 'ioss_invalid' }])
  for (const source of ORDER_SOURCES)
    expect(checkOrderSettings(source, { ...defaults, pay_mode: 'later' })).toEqual(
      PAY_LATER_SOURCES.includes(source) ? [] : [{ field: 'pay_mode', says: 'pays_now_only' }],
    )
})
