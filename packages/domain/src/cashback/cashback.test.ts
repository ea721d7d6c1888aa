/** Each step by its accounts and its day. That they never lose money, in whatever order they come, is a property. */
import { expect, test } from 'vitest'
import { type CashbackState, cashbackEarned, cashbackOn, nextCashback, type RefundFact, releaseOf } from './cashback.ts'

const DELIVERED = new Date('2026-01-01T10:00:00Z')
const RELEASE = new Date('2026-01-31T10:00:00Z')
const BEFORE = new Date(RELEASE.getTime() - 1)

const step = (state: CashbackState, refund: RefundFact, { now = BEFORE, bonus = 0 } = {}) => {
  const next = nextCashback({ state, amount: 40, release_at: RELEASE }, { refund, bonus, currency: 'USD', now })
  if (!next) return null
  const said = next.postings.map(({ from, to, currency, amount }) => `${from} > ${to} ${amount} ${currency}`)
  return [next.state, ...said]
}

test('two per cent of what was paid, in whole cents, held for thirty days after delivery', () => {
  expect([2000, 2049, 49, 50, 0, -500].map(cashbackOn)).toEqual([40, 40, 0, 1, 0, 0])
  expect(releaseOf(DELIVERED)).toEqual(RELEASE)
  expect(cashbackEarned('USD', 40)).toEqual([
    { from: 'cashback_expense', to: 'cashback_pending', currency: 'USD', amount: 40 },
  ])
  expect(cashbackEarned('USD', 0)).toEqual([])
})

test('held until its day, then bonus; a request for a refund freezes it, a refund takes it', () => {
  expect(step('pending', 'none')).toBeNull()
  expect(step('pending', 'none', { now: RELEASE })).toEqual(['paid', 'cashback_pending > wallet_bonus 40 USD'])
  for (const now of [BEFORE, RELEASE]) {
    expect(step('pending', 'open', { now })).toEqual(['frozen', 'cashback_pending > cashback_frozen 40 USD'])
    expect(step('pending', 'accepted', { now })).toEqual(['withdrawn', 'cashback_pending > cashback_expense 40 USD'])
  }
})

test('frozen: it waits for the answer, and is held again when nothing was given back', () => {
  expect(step('frozen', 'open', { now: RELEASE })).toBeNull()
  expect(step('frozen', 'none', { now: RELEASE })).toEqual(['pending', 'cashback_frozen > cashback_pending 40 USD'])
  expect(step('frozen', 'accepted')).toEqual(['withdrawn', 'cashback_frozen > cashback_expense 40 USD'])
})

test('paid, and refunded later: what is left of the bonus is taken, never real money', () => {
  expect([step('paid', 'none', { bonus: 40 }), step('paid', 'open', { bonus: 40 })]).toEqual([null, null])
  const taken = (bonus: number) => step('paid', 'accepted', { bonus })
  expect(taken(90)).toEqual(['withdrawn', 'wallet_bonus > cashback_expense 40 USD'])
  expect(taken(15)).toEqual(['withdrawn', 'wallet_bonus > cashback_expense 15 USD'])
  expect([taken(0), taken(-5)]).toEqual([['withdrawn'], ['withdrawn']])
})

test('what was not earned, and what was taken back, stays as it is', () => {
  for (const state of ['none', 'withdrawn'] as const)
    for (const refund of ['none', 'open', 'accepted'] as const)
      expect(step(state, refund, { now: RELEASE, bonus: 40 })).toBeNull()
})
