import { expect, test } from 'vitest'
import { datesOf, isAnyTime, readPeriod } from './period.ts'

test('days count today, dates stand as they are, and nonsense is no period', () => {
  const asked = (url: Record<string, string>) => datesOf(readPeriod(url), '2026-03-01')
  expect(asked({ days: '7' })).toEqual({ from_date: '2026-02-23' })
  expect(asked({ from: '2026-02-27', to: '2026-03-01' })).toEqual({ from_date: '2026-02-27', to_date: '2026-03-01' })
  expect(asked({ to: '2026-03-01' })).toEqual({ to_date: '2026-03-01' })
  expect(asked({ days: '30', from: '2026-02-27' })).toEqual({ from_date: '2026-01-31' })
  for (const url of [{}, { days: 'all' }, { from: '2026-13-45' }, { from: 'x', to: '' }]) {
    expect(asked(url)).toEqual({})
    expect(isAnyTime(readPeriod(url))).toBe(true)
  }
})
