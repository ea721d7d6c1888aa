import fc from 'fast-check'
import { expect, test } from 'vitest'
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
