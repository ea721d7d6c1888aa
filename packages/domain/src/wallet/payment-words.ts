/** What a payment provider says. Its connector puts the provider's own words into these. */
import type { Minor } from '../money.ts'
import type { KeptKind } from './methods.ts'

/** A card or an account that the provider keeps for the seller. We keep what a person tells it apart by. */
export interface SavedMethod {
  method_ref: string
  customer_ref: string
  kind: KeptKind
  /** `visa`; of an account: empty. */
  brand: string
  /** The last four digits, or the beginning of an address. */
  label: string
  exp_month: number | null
  exp_year: number | null
}

/** A payment as the provider has it. Only `succeeded` means that money moved. */
export interface ProviderPayment {
  payment_ref: string
  /** Its name in the provider's books, where that is another one: a capture of an order. */
  books_ref: string
  status: 'succeeded' | 'authorised' | 'pending' | 'failed' | 'cancelled'
  /** What was asked for, and what has been taken of it. */
  amount: Minor
  taken: Minor
  currency: string
  reference: string
  /** When the money moved, by the provider's books. */
  happened_at: Date | null
  /** What the provider keeps of it; null: not told yet. */
  fee: Minor | null
  method: SavedMethod | null
  error_key: string | null
}

export interface ProviderPage {
  page_ref: string
  /** `approved`: the person agreed, and the money is to be taken by us. */
  status: 'open' | 'approved' | 'complete' | 'expired'
  reference: string
  payment: ProviderPayment | null
  /** What was kept, of a page that saves. */
  method: SavedMethod | null
}
