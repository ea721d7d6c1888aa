import type { Minor } from '../money.ts'
import { no, ok, type Result } from '../result.ts'

/** The wallet has one currency: the house supplier sells in it. */
export const WALLET_CURRENCY = 'USD'
/** spec: not shown. Five dollars to ten thousand. */
export const MIN_TOPUP: Minor = 500
export const MAX_TOPUP: Minor = 1_000_000
/** The terms of the wallet that are in force. A new version is accepted anew before the next top-up. */
export const POLICY_VERSION = 1

export type TopupProblem = 'topup_currency' | 'topup_too_small' | 'topup_too_large' | 'topup_policy'

export function checkTopup(
  { amount, currency }: { amount: Minor; currency: string },
  accepted: number | null,
): Result<Minor, TopupProblem> {
  if (currency !== WALLET_CURRENCY) return no('topup_currency')
  if (amount < MIN_TOPUP) return no('topup_too_small')
  if (amount > MAX_TOPUP) return no('topup_too_large')
  return accepted === POLICY_VERSION ? ok(amount) : no('topup_policy')
}

export interface AutoTopup {
  on: boolean
  below: Minor
  amount: Minor
  monthly_cap: Minor
}

/**
 * How much is topped up by itself now. 0: nothing. What is under way or was topped up this month by itself counts
 * against the cap, and never two at once.
 */
export function autoTopupDue(
  { on, below, amount, monthly_cap }: AutoTopup,
  available: Minor,
  month: { done: Minor; under_way: Minor },
): Minor {
  if (!on || available >= below || month.under_way > 0) return 0
  return month.done + amount <= monthly_cap ? amount : 0
}
