import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appliesToPush, type ProductAutomation } from './automation.ts'

const minute = fc.integer({ min: 0, max: 1439 })
const asText = (n: number) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
const automation = (start: number, end: number, change: Partial<ProductAutomation> = {}): ProductAutomation => ({
  is_enable: true,
  time_schedule: 'time_frame',
  time_frame: { start: asText(start), end: asText(end), time_zone: 'UTC' },
  condition: { apply_all_products: true },
  ...change,
})
const at = (n: number) => new Date(Date.UTC(2026, 0, 5, 0, n))

test('a time frame and the one around it share a day between them', () => {
  fc.assert(
    fc.property(minute, minute, minute, (start, end, now) => {
      const inside = appliesToPush(automation(start, end), at(now))
      const outside = appliesToPush(automation((end + 1) % 1440, (start + 1439) % 1440), at(now))
      // A frame over the whole day leaves none around it.
      if ((end + 1) % 1440 === start) expect(inside).toBe(true)
      else expect(inside).toBe(!outside)
    }),
  )
})

test('switched off it never applies; all day it always does; hours are those of its time zone', () => {
  fc.assert(
    fc.property(minute, minute, minute, (start, end, now) => {
      expect(appliesToPush(automation(start, end, { is_enable: false }), at(now))).toBe(false)
      expect(appliesToPush(automation(start, end, { time_schedule: 'all_day' }), at(now))).toBe(true)
    }),
  )
  const edges = (start: number, end: number, ...minutes: number[]) =>
    minutes.map((n) => appliesToPush(automation(start, end), at(n)))
  expect(edges(540, 600, 539, 540, 600, 601)).toEqual([false, true, true, false])
  expect(edges(600, 540, 540, 541, 599, 600)).toEqual([true, false, false, true])
  const nowhere = automation(540, 600)
  nowhere.time_frame.time_zone = 'no/where'
  expect([appliesToPush(nowhere, at(539)), appliesToPush(nowhere, at(540))]).toEqual([false, true])
  const tokyo = automation(540, 600)
  tokyo.time_frame.time_zone = 'Asia/Tokyo'
  expect([appliesToPush(tokyo, at(30)), appliesToPush(tokyo, at(570))]).toEqual([true, false])
})
