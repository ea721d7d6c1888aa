import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithinBounds } from '../ledger/accounts.ts'
import { checkPostings, netOf, type Posting } from '../ledger/postings.ts'
import { type Cashback, CASHBACK_HELD_DAYS, cashbackEarned, cashbackOn, nextCashback, releaseOf } from './cashback.ts'

const CUR = 'USD'
const DAY_MS = 86_400_000
const START = new Date('2026-01-01T00:00:00Z')

test('whatever happens in whatever order: no account below zero, sums to zero, spendable only after 30 days without a refund', () => {
  const event = fc.record({
    days: fc.integer({ min: 0, max: 20 }),
    refund: fc.constantFrom('none', 'open', 'accepted'),
    spent: fc.integer({ min: 0, max: 5000 }),
  })
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 1e9 }), fc.array(event, { maxLength: 12 }), (paid, events) => {
      const amount = cashbackOn(paid)
      const books = new Map<string, number>()
      const post = (postings: readonly Posting[]) => {
        expect(checkPostings(postings).ok).toBe(true)
        for (const [name, change] of netOf(postings)) {
          const account = name.split(' ')[0] ?? ''
          const after = (books.get(account) ?? 0) + change
          expect(isWithinBounds(account, after), account).toBe(true)
          books.set(account, after)
        }
      }
      const of = (account: string) => books.get(account) ?? 0
      post(cashbackEarned(CUR, amount))
      let row: Cashback = { state: 'pending', amount, release_at: releaseOf(START) }
      let now = START
      let wasAccepted = false
      for (const { days, refund, spent } of events) {
        now = new Date(now.getTime() + days * DAY_MS)
        // Once the supplier has given money back, it has.
        wasAccepted ||= refund === 'accepted'
        const fact = wasAccepted ? 'accepted' : refund
        for (let runs = 0; runs < 3; runs++) {
          const facts = { refund: fact, bonus: of('wallet_bonus'), currency: CUR, now } as const
          const step = nextCashback(row, facts)
          if (!step) break
          if (step.state === 'paid') {
            expect(fact).toBe('none')
            expect(now.getTime() - START.getTime()).toBeGreaterThanOrEqual(CASHBACK_HELD_DAYS * DAY_MS)
          }
          post(step.postings)
          row = { ...row, state: step.state }
          // Run twice, it does nothing more in the same state.
          expect(nextCashback(row, { ...facts, bonus: of('wallet_bonus') })?.state).not.toBe(step.state)
        }
        const spend = Math.min(spent, of('wallet_bonus'))
        books.set('wallet_bonus', of('wallet_bonus') - spend)
        books.set('spent', of('spent') + spend)
      }
      const total = [...books.values()].reduce((sum, value) => sum + value, 0)
      expect(total).toBe(0)
      if (wasAccepted) expect([of('cashback_pending'), of('cashback_frozen')]).toEqual([0, 0])
      expect(of('wallet_bonus') + of('spent')).toBeLessThanOrEqual(amount)
    }),
  )
})

test('never more than the percentage, nothing on nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 1e12 }), (paid) => {
      expect(cashbackOn(paid) * 50).toBeLessThanOrEqual(Math.max(0, paid))
      expect(cashbackOn(paid)).toBeGreaterThanOrEqual(0)
    }),
  )
})
