/**
 * Sourcing spec §2: recommended retail price and estimated profit, from a formula that is shown beside them. spec: not
 * shown.
 */
import { leftOf, percentOf } from '../analytics/profit-figures.ts'
import { type Minor, roundMinor } from '../money.ts'

/** By what the product costs, US cents: small things carry a larger mark-up. Shipping is passed on as it is. */
export const MARKUPS: readonly { below: Minor | null; times: number }[] = [
  { below: 500, times: 3.5 },
  { below: 1500, times: 3 },
  { below: 4000, times: 2.5 },
  { below: 10_000, times: 2 },
  { below: null, times: 1.6 },
]
/** What a card payment usually costs the shop. */
export const PAYMENT_FEE = { percent: 2.9, fixed: 30 } as const
const ENDING: Minor = 99

export interface Retail {
  cost: Minor
  shipping: Minor
  /** Tax and import charges on top of the cost. */
  charges: Minor
  times: number
  price: Minor
  fee: Minor
  profit: Minor
  /** Per cent of the price. */
  margin: number
}

export const paymentFee = (price: Minor): Minor => roundMinor((price * PAYMENT_FEE.percent) / 100) + PAYMENT_FEE.fixed

export const markupOf = (cost: Minor): number => MARKUPS.find(({ below }) => below === null || cost < below)?.times ?? 1

/** The next price ending in .99 at or above an amount. */
export const charm = (amount: Minor): Minor => Math.max(0, Math.ceil((amount - ENDING) / 100)) * 100 + ENDING

/** Profit of one sale at a price: what is left after product, charges, shipping and payment fee. */
export function profitAt(
  price: Minor,
  cost: Minor,
  shipping: Minor,
  charges: Minor = 0,
): { fee: Minor; profit: Minor; margin: number } {
  const fee = paymentFee(price)
  const profit = leftOf({ revenue: price, cost: cost + charges + shipping, fees: fee, refunds: 0, recovered: 0 })
  return { fee, profit, margin: Math.round(percentOf(profit, price) ?? 0) || 0 }
}

/**
 * price = cost x mark-up + shipping + charges, up to the next .99. An unknown shipping price counts as none, and the
 * screen says so.
 */
export function estimateRetail(cost: Minor, shipping: Minor | null, charges: Minor = 0): Retail {
  const sent = shipping ?? 0
  const times = markupOf(cost)
  const price = charm(roundMinor(cost * times) + sent + charges)
  return { cost, shipping: sent, charges, times, price, ...profitAt(price, cost, sent, charges) }
}
