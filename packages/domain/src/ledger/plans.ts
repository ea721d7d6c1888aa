/** What plans post (design: money, "Postings", from "plan paid" on). Nothing is posted before the money moved. */
import type { Minor } from '../money.ts'
import { moved, type Posting } from './postings.ts'

/** The provider sells for us: tax is never ours. */
export const planPaid = (provider: string, currency: string, paid: { total: Minor; tax: Minor }): Posting[] =>
  moved(`clearing.${provider}`, 'plan_revenue', currency, paid.total - paid.tax)

/** Something bought on top, from what the seller put into the wallet. Bonus is for orders. */
export const extraFromWallet = (currency: string, amount: Minor): Posting[] =>
  moved('wallet_topup', 'plan_revenue', currency, amount)
