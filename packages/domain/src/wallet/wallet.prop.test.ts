import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareBooks } from './compare-books.ts'
import { autoTopupDue, checkTopup, MAX_TOPUP, MIN_TOPUP, POLICY_VERSION } from './topup.ts'
import { kindsOf, MOVEMENT_NAMES } from './movements.ts'

test('a top-up passes only with a fair amount, in our currency, under the terms in force', () => {
  const amounts = fc.oneof(
    fc.integer(),
    fc.constantFrom(0, -1, 1, MIN_TOPUP - 1, MIN_TOPUP, MAX_TOPUP, MAX_TOPUP + 1, 1e12),
  )
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom('USD', 'EUR', 'usd', ''),
      fc.constantFrom(null, 0, 1, 2),
      (amount, currency, accepted) => {
        const isFair = amount >= MIN_TOPUP && amount <= MAX_TOPUP
        expect(checkTopup({ amount, currency }, accepted).ok).toBe(
          isFair && currency === 'USD' && accepted === POLICY_VERSION,
        )
      },
    ),
  )
})

test('by itself nothing is topped up above the cap, twice at once, or while there is enough', () => {
  const money = fc.integer({ min: 0, max: 100_000 })
  const rule = fc.record({
    on: fc.boolean(),
    below: money,
    amount: fc.integer({ min: 1, max: 50_000 }),
    monthly_cap: money,
  })
  fc.assert(
    fc.property(rule, money, money, money, (auto, available, done, under_way) => {
      const due = autoTopupDue(auto, available, { done, under_way })
      if (due === 0) return
      expect(auto.on && available < auto.below && under_way === 0).toBe(true)
      expect(done + due).toBeLessThanOrEqual(auto.monthly_cap)
    }),
  )
  const auto = { on: true, below: 10, amount: 5, monthly_cap: 5 }
  expect(autoTopupDue(auto, 9, { done: 0, under_way: 0 })).toBe(5)
})

test('every kind of movement has one direction', () => {
  const parts = [...kindsOf('in'), ...kindsOf('out'), ...kindsOf('held')]
  expect(parts.sort()).toEqual([...MOVEMENT_NAMES].sort())
  expect(kindsOf('all')).toEqual(MOVEMENT_NAMES)
})

test('books that hold the same rows in another order agree; one unit more or a row less is named', () => {
  const entry = fc.record({
    ref: fc.constantFrom('pi_1', 'pi_2', 'pi_3', 're_1'),
    currency: fc.constant('USD'),
    amount: fc.integer({ min: -500, max: 500 }),
  })
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1 }), fc.nat(), (rows, at) => {
      expect(compareBooks(rows, [...rows].reverse())).toEqual([])
      const picked = rows[at % rows.length]
      if (!picked) return
      const more = rows.map((row) => (row === picked ? { ...row, amount: row.amount + 1 } : row))
      expect(compareBooks(rows, more)).toMatchObject([{ ref: picked.ref, kind: 'amount' }])
      const without = rows.filter(({ ref }) => ref !== picked.ref)
      expect(compareBooks(rows, without)).toMatchObject([{ ref: picked.ref, kind: 'missing_there' }])
      expect(compareBooks(without, rows)).toMatchObject([{ ref: picked.ref, kind: 'missing_here' }])
    }),
  )
})
