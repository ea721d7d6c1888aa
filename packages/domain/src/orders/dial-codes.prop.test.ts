import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COUNTRIES } from '../countries.ts'
import { DIAL_CODES, joinPhone, splitPhone } from './dial-codes.ts'

test('a number that was put together falls apart into the same parts', () => {
  const local = fc.stringMatching(/^[1-9]\d{5,9}$/)
  fc.assert(
    fc.property(fc.constantFrom(...DIAL_CODES), local, ({ region, dial }, digits) => {
      const whole = joinPhone(region, digits)
      expect(whole).toBe(dial + digits)
      const found = splitPhone(whole, region)
      // A longer code may begin with this one: then the number is read with that.
      if (DIAL_CODES.every((one) => one.dial.length <= dial.length || !whole.startsWith(one.dial)))
        expect(found).toEqual({ region, local: digits })
    }),
  )
})

test('noughts, 00 and numbers without a code', () => {
  expect(joinPhone('DE', '0151 234')).toBe('+49151 234')
  expect(splitPhone('0049151234', 'US')).toEqual({ region: 'DE', local: '151234' })
  expect(splitPhone('2175550100', 'US')).toEqual({ region: 'US', local: '2175550100' })
  expect(splitPhone('+12175550100', 'CA')).toEqual({ region: 'CA', local: '2175550100' })
  expect(joinPhone('US', ' ')).toBe('')
})

test('every country has one code', () => {
  expect(DIAL_CODES.map(({ region }) => region).toSorted()).toEqual(COUNTRIES.map(({ code }) => code).toSorted())
})

test('codes that begin alike, regions that share one, and codes that nobody has', () => {
  // 1 is a code, and 7 is one that two regions share; 358 is no 35 and no 3.
  expect(splitPhone('+358401234', 'US')).toEqual({ region: 'FI', local: '401234' })
  expect(splitPhone('+7 900 1', 'RU')).toEqual({ region: 'RU', local: '900 1' })
  expect(splitPhone('+7 900 1', 'US')).toEqual({ region: 'KZ', local: '900 1' })
  expect(splitPhone('+999 12', 'DE')).toEqual({ region: 'DE', local: '+999 12' })
  expect(splitPhone('49 30', 'US')).toEqual({ region: 'US', local: '49 30' })
})

test('a number with a code stays as it was typed, and so does one of a region without a code', () => {
  expect(joinPhone('DE', ' +33 1 23 ')).toBe('+33 1 23')
  expect(joinPhone('XX', '0123')).toBe('0123')
  expect(joinPhone('DE', '00151')).toBe('+49151')
  expect(joinPhone('IT', '06 123')).toBe('+3906 123')
  expect(joinPhone('DE', '151+')).toBe('+49151+')
})
