import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cycleStart } from './cycle.ts'

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
