/** What plans post (design: money, "Postings", from "plan paid" on). Nothing is posted before the money moved. */
import type { Minor } from '../money.ts'
import { feeKept } from './placing.ts'
import { moved, type Posting } from './postings.ts'

/** The provider sells for us: tax is never ours. */
export const planPaid = (provider: string, currency: string, paid: { total: Minor; tax: Minor }): Posting[] =>
  moved(`clearing.${provider}`, 'plan_revenue', currency, paid.total - paid.tax)

/** Something bought on top, from what the seller put into the wallet. Bonus is for orders. */
export const extraFromWallet = (currency: string, amount: Minor): Posting[] =>
  moved('wallet_topup', 'plan_revenue', currency, amount)

/**
 * What a platform billed on a store's invoice, and what it kept. Below zero it was given back, and both ways turn: of a
 * downgrade it keeps less, and of an app credit it may give back nothing.
 */
export function reportedSale(
  provider: string,
  currency: string,
  { gross, net }: { gross: Minor; net: Minor },
): { paid: Posting[]; kept: Posting[] } {
  const turned = (postings: Posting[]) => postings.map(({ from, to, ...rest }) => ({ ...rest, from: to, to: from }))
  const paid = planPaid(provider, currency, { total: Math.abs(gross), tax: 0 })
  const kept = feeKept(provider, currency, Math.abs(gross - net))
  return { paid: gross < 0 ? turned(paid) : paid, kept: gross - net < 0 ? turned(kept) : kept }
}
