import fc from 'fast-check'
import { expect, test } from 'vitest'
import { abbreviate, axisLabel, badgeCount, cappedPercent, isCritical } from './numbers.ts'

const UNITS: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9 }
const valueOf = (text: string) => Number(text.replace(/[KMB]$/, '')) * (UNITS[text.slice(-1)] ?? 1)
const count = fc.integer({ min: -1e12, max: 1e12 })

test('an abbreviation is the number to within half a hundredth of its unit, and never reads 1000K or 1000M', () => {
  fc.assert(
    fc.property(count, (n) => {
      const text = abbreviate(n)
      const unit = UNITS[text.slice(-1)] ?? 1
      expect(Math.abs(valueOf(text) - n)).toBeLessThanOrEqual(0.005001 * unit)
      if (unit < 1e9) expect(Math.abs(Number(text.replace(/[KM]$/, '')))).toBeLessThan(1000)
    }),
  )
  expect([999, 1000, 1500, 999_994, 999_999, 1e6, 999_999_999, 2.5e9, -1500, 0].map(abbreviate)).toEqual([
    '999',
    '1K',
    '1.5K',
    '999.99K',
    '1M',
    '1M',
    '1B',
    '2.5B',
    '-1.5K',
    '0',
  ])
})

test('abbreviations keep the order of numbers', () => {
  fc.assert(fc.property(count, count, (a, b) => a > b || valueOf(abbreviate(a)) <= valueOf(abbreviate(b)) + 1e-6))
})

test('axis units change above 1e5 and 1e8', () => {
  expect([1000, 1001, 1e5, 100_001, 250_000, 1e8, 2e8].map(axisLabel)).toEqual([
    '1000',
    '1K',
    '100K',
    '0.1M',
    '0.25M',
    '100M',
    '0.2B',
  ])
})

test('a badge never has more than three characters', () => {
  fc.assert(
    fc.property(fc.integer(), (n) => {
      expect(badgeCount(n)).toBe(n > 99 ? '99+' : String(Math.max(0, n)))
    }),
  )
})

test('progress stays in 0..100, grows with usage, and is critical exactly when the limit is reached', () => {
  const limit = fc.integer({ min: 1, max: 1e9 })
  fc.assert(
    fc.property(fc.nat(2e9), fc.nat(2e9), limit, (a, b, max) => {
      const percent = cappedPercent(a, max)
      expect(percent >= 0 && percent <= 100).toBe(true)
      expect(isCritical(percent)).toBe(a >= max)
      if (a <= b) expect(percent).toBeLessThanOrEqual(cappedPercent(b, max))
    }),
  )
  expect([cappedPercent(5, -1), cappedPercent(5, -2), cappedPercent(0, 0)]).toEqual([0, 0, 100])
})
