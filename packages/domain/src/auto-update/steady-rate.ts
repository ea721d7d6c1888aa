import type { Rates } from '../money.ts'

/**
 * Exchange rates move every day. A price follows a rate only when it has moved by this share since the price was made,
 * or every store would be rewritten daily.
 */
export const RATE_STEP = 0.01

/** The rate to price with: the one the price was made at, until the new one is far enough from it. */
export function steadyRate(made_at: number | null, now: number): number {
  if (made_at === null || !(made_at > 0) || !(now > 0)) return now
  // Dust of binary fractions must not hide a move of exactly one step.
  return Math.abs(now / made_at - 1) >= RATE_STEP - 1e-12 ? now : made_at
}

const rateOf = (rates: Rates, currency: string): number | null => (currency === 'USD' ? 1 : (rates[currency] ?? null))

/** The table for prices that were converted at a rate before; `rate`: the one they are converted at now. */
export function steadyRates(rates: Rates, from: string, to: string, made_at: number | null) {
  const [ours, theirs] = [rateOf(rates, from), rateOf(rates, to)]
  if (from === to || ours === null || theirs === null || !(ours > 0)) return { rates, rate: null }
  const rate = steadyRate(made_at, theirs / ours)
  // The dollar is what all others are measured in, so the other one is moved.
  const moved = to === 'USD' ? { [from]: theirs / rate } : { [to]: rate * ours }
  return { rates: { ...rates, ...moved }, rate }
}
