import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cycleEnd, cycleStart } from './cycle.ts'

const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
const DAY_MS = 86_400_000

test('now always lies inside its cycle, and the next cycle begins exactly one length later', () => {
  fc.assert(
    fc.property(date, fc.nat({ max: 4000 }), fc.constantFrom(30, 365), (since, days, length) => {
      const now = new Date(since.getTime() + days * DAY_MS)
      const start = cycleStart(since, now, length)
      const age = now.getTime() - Date.parse(start)
      // `start` is cut to the day, so up to one day more than the length.
      expect(age).toBeGreaterThanOrEqual(0)
      expect(age).toBeLessThan((length + 1) * DAY_MS)
      const next = cycleStart(since, new Date(now.getTime() + length * DAY_MS), length)
      expect(Date.parse(next) - Date.parse(start)).toBe(length * DAY_MS)
    }),
  )
})

test('a cycle ends where the next one begins, to the millisecond', () => {
  const since = new Date('2026-01-10T15:30:00Z')
  const ends = (now: string) => cycleEnd(since, new Date(now), 30).toISOString()
  expect(ends('2026-01-10T15:30:00Z')).toBe('2026-02-09T15:30:00.000Z')
  expect(ends('2026-02-09T15:29:59.999Z')).toBe('2026-02-09T15:30:00.000Z')
  expect(ends('2026-02-09T15:30:00Z')).toBe('2026-03-11T15:30:00.000Z')
  expect(cycleStart(since, new Date('2026-02-09T15:29:59.999Z'), 30)).toBe('2026-01-10')
  expect(cycleStart(since, new Date('2026-02-09T15:30:00Z'), 30)).toBe('2026-02-09')
  // A clock that is behind stays in the first cycle.
  expect(ends('2025-06-01T00:00:00Z')).toBe('2026-02-09T15:30:00.000Z')
})
