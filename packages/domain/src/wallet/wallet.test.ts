import { expect, test } from 'vitest'
import { compareBooks } from './compare-books.ts'
import { autoTopupDue, checkTopup, MAX_TOPUP, MIN_TOPUP, POLICY_VERSION } from './topup.ts'

test('a top-up is refused with the reason that its sender can mend, the first one first', () => {
  const check = (amount: number, currency = 'USD', accepted: number | null = POLICY_VERSION) =>
    checkTopup({ amount, currency }, accepted)
  expect(check(MIN_TOPUP)).toEqual({ ok: true, value: MIN_TOPUP })
  expect(check(MAX_TOPUP)).toEqual({ ok: true, value: MAX_TOPUP })
  expect(check(MIN_TOPUP - 1)).toEqual({ ok: false, reason: 'topup_too_small' })
  expect(check(MAX_TOPUP + 1)).toEqual({ ok: false, reason: 'topup_too_large' })
  expect(check(MIN_TOPUP, 'EUR')).toEqual({ ok: false, reason: 'topup_currency' })
  for (const accepted of [null, POLICY_VERSION - 1, POLICY_VERSION + 1])
    expect(check(MIN_TOPUP, 'USD', accepted)).toEqual({ ok: false, reason: 'topup_policy' })
})

test('by itself: below the line and not at it, up to the cap and not past it, and one at a time', () => {
  const auto = { on: true, below: 10, amount: 5, monthly_cap: 20 }
  const due = (available: number, done = 0, under_way = 0, rule = auto) =>
    autoTopupDue(rule, available, { done, under_way })
  expect([due(9), due(10), due(11)]).toEqual([5, 0, 0])
  expect([due(0, 15), due(0, 16)]).toEqual([5, 0])
  expect(due(0, 0, 1)).toBe(0)
  expect(due(0, 0, 0, { ...auto, on: false })).toBe(0)
})

test('several rows of one payment are one sum on each side, and each currency is a payment of its own', () => {
  const row = (ref: string, amount: number, currency = 'USD') => ({ ref, amount, currency })
  expect(compareBooks([row('a', 5), row('a', -2)], [row('a', 3)])).toEqual([])
  expect(compareBooks([row('a', 5), row('a', 2)], [row('a', 3)])).toEqual([
    { ref: 'a', currency: 'USD', kind: 'amount', ours: 7, theirs: 3 },
  ])
  expect(compareBooks([row('a', 5)], [row('a', 5, 'EUR')])).toEqual([
    { ref: 'a', currency: 'USD', kind: 'missing_there', ours: 5, theirs: 0 },
    { ref: 'a', currency: 'EUR', kind: 'missing_here', ours: 0, theirs: 5 },
  ])
})
