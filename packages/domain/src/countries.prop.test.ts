import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  COUNTRIES,
  countryName,
  currencyOfCountry,
  findCountry,
  LOCALE_REMAPS,
  localeCountryCode,
} from './countries.ts'
import { fromShownCountryCode, shownCountryCode } from './country-codes.ts'
import { findCurrency } from './currencies.ts'
import { LANGUAGE_CODES } from './languages.ts'
import { findRegion, REGIONS, SUPPORTED_REGIONS } from './regions.ts'

const code = fc.constantFrom(...COUNTRIES.map((c) => c.code))

test('all 249 countries, each once, with a currency of our table', () => {
  expect(new Set(COUNTRIES.map((c) => c.code)).size).toBe(249)
  for (const c of COUNTRIES) expect(findCurrency(c.currency), c.code).toBeDefined()
})

test('shown codes come back, and nothing shows as GB', () => {
  fc.assert(
    fc.property(code, (c) => {
      expect(fromShownCountryCode(shownCountryCode(c))).toBe(c)
      expect(shownCountryCode(c)).not.toBe('GB')
      expect(findCountry(shownCountryCode(c))?.code).toBe(c)
    }),
  )
  expect(shownCountryCode('GB')).toBe('UK')
})

test('locale remaps of the spec, all other codes unchanged', () => {
  const remapped = Object.keys(LOCALE_REMAPS)
    .map((c) => `${c}>${localeCountryCode(c)}`)
    .sort()
  expect(remapped).toEqual([
    'ALA>ES',
    'BLM>ES',
    'EAZ>AS',
    'GBA>AS',
    'GGY>AS',
    'JEY>UK',
    'MAF>AS',
    'MNE>ES',
    'SRB>RS',
    'TLS>AS',
  ])
  fc.assert(fc.property(code, (c) => localeCountryCode(c) === c))
  expect(localeCountryCode('constructor')).toBe('constructor')
})

test('every country has a name in every interface language', () => {
  fc.assert(
    fc.property(code, fc.constantFrom(...LANGUAGE_CODES), (c, language) => {
      expect(countryName(c, language)).not.toBe(c)
    }),
  )
  expect([countryName('UK', 'de'), countryName('DE', 'fr'), countryName('??', 'en')]).toEqual([
    'Vereinigtes Königreich',
    'Allemagne',
    '??',
  ])
  expect([currencyOfCountry('uk'), currencyOfCountry('VN'), currencyOfCountry('??')]).toEqual(['GBP', 'VND', undefined])
})

test('every country is a region with a phone code', () => {
  expect(REGIONS).toHaveLength(COUNTRIES.length)
  for (const r of REGIONS) expect(r.phone_code, r.region_id).toMatch(/^\+[1-9]\d{0,3}$/)
  expect(SUPPORTED_REGIONS.length).toBeGreaterThan(200)
  expect([findRegion('DE')?.dr, findRegion('US')?.dr, findRegion('GB')?.phone_code]).toEqual(['eu', 'us', '+44'])
})
