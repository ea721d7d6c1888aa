/**
 * Orders spec §3, payment method options: `credit_card` is a kept card; a provider's own name is its page, and where a
 * person has an account at it, the kept account as well.
 */
import { ACCOUNT_PAYMENT_IDS, CARD_PAYMENT_ID, PAYMENT_IDS } from '../vendors/manifest.ts'

/** What may pay without a click, once a person has allowed it. */
export const KEPT_METHODS = ['credit_card', ...ACCOUNT_PAYMENT_IDS] as const
export type KeptMethod = (typeof KEPT_METHODS)[number]
export const TOPUP_METHODS = ['credit_card', ...PAYMENT_IDS] as const
export type TopupMethod = (typeof TOPUP_METHODS)[number]
/** The page alone never pays without a click. */
export const PAYMENT_METHODS = ['wallet', ...KEPT_METHODS, CARD_PAYMENT_ID] as const

/** What is kept: a card, or an account at the provider of that name. */
export const KEPT_KINDS = ['card', ...ACCOUNT_PAYMENT_IDS] as const
export type KeptKind = (typeof KEPT_KINDS)[number]
export const kindOf = (method: KeptMethod): KeptKind => (method === 'credit_card' ? 'card' : method)
export const methodOf = (kind: KeptKind): KeptMethod => (kind === 'card' ? 'credit_card' : kind)

/** Who takes the money. */
export const takerOf = (method: TopupMethod): (typeof PAYMENT_IDS)[number] =>
  method === 'credit_card' ? CARD_PAYMENT_ID : method
