import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectTimezone, offsetLabel, TIMEZONE_IDS, TIMEZONES, timezoneLabel } from './timezones.ts'

const summer = new Date('2026-07-01T12:00:00Z')
const winter = new Date('2026-01-01T12:00:00Z')

test('about 140 zones, each once and known to Intl', () => {
  expect(new Set(TIMEZONE_IDS).size).toBe(TIMEZONES.length)
  expect(Math.abs(TIMEZONES.length - 140)).toBeLessThanOrEqual(5)
  for (const id of TIMEZONE_IDS) expect(offsetLabel(id, summer), id).toMatch(/^GMT[+-]\d\d:\d\d$/)
})

test('the label follows the date', () => {
  expect(timezoneLabel('Europe/Berlin', summer)).toBe('(GMT+02:00) Berlin')
  expect(timezoneLabel('Europe/Berlin', winter)).toBe('(GMT+01:00) Berlin')
  expect(timezoneLabel('UTC', winter)).toBe('(GMT+00:00) UTC')
  expect(offsetLabel('No/Where', winter)).toBeUndefined()
})

test('an offered zone is kept, anything else lands on an offered zone', () => {
  const zone = fc.constantFrom(...TIMEZONE_IDS)
  fc.assert(fc.property(zone, (id) => detectTimezone(TIMEZONE_IDS, id) === id))
  fc.assert(
    fc.property(fc.uniqueArray(zone, { minLength: 1 }), fc.string(), (offered, detected) => {
      expect(offered).toContain(detectTimezone(offered, detected, summer))
    }),
    { numRuns: 20 },
  )
  expect(detectTimezone(TIMEZONE_IDS, 'Asia/Calcutta')).toBe('Asia/Kolkata')
  expect(detectTimezone(TIMEZONE_IDS, 'Asia/Pyongyang')).toBe('UTC')
  expect(offsetLabel(detectTimezone(TIMEZONE_IDS, 'Asia/Pyongyang', summer), summer)).toBe('GMT+09:00')
  expect(detectTimezone(TIMEZONE_IDS, undefined)).toBe('UTC')
  expect(detectTimezone([], 'Europe/Berlin')).toBe('UTC')
})
