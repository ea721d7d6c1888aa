import type { Minor } from '@omni/domain/money.ts'
import type { WriteOutcome } from '../write-outcome.ts'

/** Who charges for plans, again and again. Cards are typed on their pages alone. */
export const SUBSCRIPTION_PROVIDERS = ['paddle'] as const
export type SubscriptionProviderId = (typeof SUBSCRIPTION_PROVIDERS)[number]

export interface Period {
  starts_at: Date
  ends_at: Date
}

/** A subscription as the provider has it. */
export interface ProviderSubscription {
  subscription_ref: string
  customer_ref: string
  status: 'active' | 'past_due' | 'paused' | 'canceled'
  /** What recurs: one price, because a plan is one item. */
  price_ref: string
  currency: string
  period: Period | null
  next_billed_at: Date | null
  /** What the provider does by itself at a moment to come. */
  scheduled: { action: 'cancel' | 'pause' | 'resume'; at: Date } | null
  /** Our reference: of the checkout it came from, or of the latest change. */
  reference: string
  started_at: Date | null
  /** Grows with every change. What was read earlier never overwrites what was read later. */
  updated_at: Date
}

export type TransactionOrigin = 'checkout' | 'renewal' | 'change' | 'charge' | 'method'

/** Money asked for once. Only `completed` means that it moved. */
export interface ProviderTransaction {
  transaction_ref: string
  status: 'open' | 'paid' | 'completed' | 'past_due' | 'canceled'
  origin: TransactionOrigin
  subscription_ref: string | null
  customer_ref: string | null
  reference: string
  price_refs: string[]
  /** What the buyer pays, tax included, less credit. */
  total: Minor
  tax: Minor
  /** What the provider keeps; null: not told yet. */
  fee: Minor | null
  currency: string
  invoice_number: string | null
  period: Period | null
  /** The provider's page, while it can be paid there. */
  url: string | null
  created_at: Date
  /** When it was billed, by the provider's clock. */
  happened_at: Date | null
  method: { brand: string; last4: string; exp_month: number; exp_year: number } | null
  /** Why the latest payment failed. */
  error_key: string | null
}

/** What a change of plan would cost. Computed by the provider, never by us. */
export interface ChangePreview {
  currency: string
  due_now: Minor
  tax: Minor
  /** What is given back of the old plan and asked for of the new one, for the rest of the period. */
  credit: Minor
  charge: Minor
  /** Every cycle from the next one on. */
  recurring: Minor
  next_billed_at: Date | null
}

export interface CheckoutInput {
  /** Our name for it, the same on every send. */
  reference: string
  /** A plan, or something paid once. */
  buys: { is: 'plan'; price_ref: string } | { is: 'once'; title: string; amount: Minor; currency: string }
  customer_ref: string | null
  /** The open page of an earlier wish: it sells this instead. */
  transaction_ref: string | null
}

/** `now`: what is left of the period is charged at once. `nothing`: the new price counts from the next period on. */
export type ChangeBills = 'now' | 'nothing'

export interface ChangeInput {
  reference: string
  subscription_ref: string
  price_ref: string
  bills: ChangeBills
}

/** A message of the provider: which object to read. Its content is never believed. */
export interface SubscriptionHint {
  event_id: string
  type: string
  occurred_at: Date
  about: { is: 'subscription' | 'transaction'; ref: string } | null
}

/**
 * Nothing here has an idempotency key. What was sent and not answered is found again by our reference, in the object
 * that it made or changed.
 */
export interface SubscriptionsProvider {
  id: SubscriptionProviderId
  openCheckout(input: CheckoutInput, send_by: number): Promise<WriteOutcome<ProviderTransaction>>
  previewChange(input: Omit<ChangeInput, 'reference'>): Promise<ChangePreview>
  change(input: ChangeInput, send_by: number): Promise<WriteOutcome<ProviderSubscription>>
  cancel(
    input: { subscription_ref: string; when: 'period_end' | 'now' },
    send_by: number,
  ): Promise<WriteOutcome<ProviderSubscription>>
  /** Takes a scheduled cancellation back. */
  resume(input: { subscription_ref: string }, send_by: number): Promise<WriteOutcome<ProviderSubscription>>
  /** Charges once, by the method that the subscription is paid with. */
  charge(
    input: { reference: string; subscription_ref: string; title: string; amount: Minor; currency: string },
    send_by: number,
  ): Promise<WriteOutcome<ProviderSubscription>>
  /** The page on which a new method is given. Of an unpaid subscription: on which what is due is paid. */
  openMethodPage(subscription_ref: string): Promise<ProviderTransaction>
  readSubscription(subscription_ref: string): Promise<ProviderSubscription>
  readTransaction(transaction_ref: string): Promise<ProviderTransaction>
  /** Newest last. */
  listTransactions(filter: { subscription_ref?: string; since: Date }): Promise<ProviderTransaction[]>
  /** What happened after an event, oldest first. Null: from the beginning of what is kept. */
  listEvents(after: string | null): Promise<SubscriptionHint[]>
  /** Null: not theirs, too old, or not signed by them. `raw` is what came over the wire. */
  verify(raw: Buffer, header: (name: string) => string | undefined, now: Date): SubscriptionHint | null
}
