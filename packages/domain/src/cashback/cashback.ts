/**
 * Money back on orders at the house supplier (spec decisions: held 30 days after delivery, frozen by a refund; design:
 * money, "cashback"). It becomes bonus, never money that can leave. What a state moves is decided here alone.
 */
import { moved, type Posting } from '../ledger/postings.ts'
import type { Minor } from '../money.ts'

/** spec: not shown. Of what was really paid; bonus earns nothing. */
export const CASHBACK_PERCENT = 2
/** Spec decisions, "cashback". */
export const CASHBACK_HELD_DAYS = 30
const DAY_MS = 86_400_000

/** `none`: nothing was earned, because it was switched off, not in the plan, or too little. */
export const CASHBACK_STATES = ['none', 'pending', 'frozen', 'paid', 'withdrawn'] as const
export type CashbackState = (typeof CASHBACK_STATES)[number]

export const cashbackOn = (paid: Minor): Minor => Math.floor((Math.max(0, paid) * CASHBACK_PERCENT) / 100)
export const releaseOf = (delivered_at: Date): Date => new Date(delivered_at.getTime() + CASHBACK_HELD_DAYS * DAY_MS)

/** What became of refunds for the purchase: the worst one counts. */
export type RefundFact = 'none' | 'open' | 'accepted'

export interface Cashback {
  state: CashbackState
  amount: Minor
  release_at: Date
}

export interface CashbackStep {
  state: CashbackState
  postings: Posting[]
}

/**
 * One step, or null: nothing is to be done now. `bonus` is what the wallet has of it: what was spent meanwhile is not
 * taken back from real money.
 */
export function nextCashback(
  { state, amount, release_at }: Cashback,
  { refund, bonus, currency, now }: { refund: RefundFact; bonus: Minor; currency: string; now: Date },
): CashbackStep | null {
  const to = (next: CashbackState, postings: Posting[]): CashbackStep => ({ state: next, postings })
  switch (state) {
    case 'pending':
      if (refund === 'accepted') return to('withdrawn', moved('cashback_pending', 'cashback_expense', currency, amount))
      if (refund === 'open') return to('frozen', moved('cashback_pending', 'cashback_frozen', currency, amount))
      return now >= release_at ? to('paid', moved('cashback_pending', 'wallet_bonus', currency, amount)) : null
    case 'frozen':
      if (refund === 'accepted') return to('withdrawn', moved('cashback_frozen', 'cashback_expense', currency, amount))
      return refund === 'none' ? to('pending', moved('cashback_frozen', 'cashback_pending', currency, amount)) : null
    case 'paid':
      if (refund !== 'accepted') return null
      return to('withdrawn', moved('wallet_bonus', 'cashback_expense', currency, Math.min(amount, Math.max(0, bonus))))
    case 'none':
    case 'withdrawn':
      return null
  }
}

export const cashbackEarned = (currency: string, amount: Minor): Posting[] =>
  moved('cashback_expense', 'cashback_pending', currency, amount)
