import type { AttemptProfile } from '@omni/domain/attempts/attempt.ts'
import type { Minor } from '@omni/domain/money.ts'
import type { OPERATOR_PLANS_ID, STORE_PLANS_ID } from '@omni/domain/vendors/manifest.ts'
import type { ChannelDefinition } from '../channels/channel.ts'
import type { BoundGroup, Send } from '../open-vendor.ts'
import type { Env, ServiceDefinition } from '../service.ts'
import type { SalesReport } from './sales-report.ts'

/**
 * Who charges for plans, again and again. Cards are typed on their pages alone. One has an account of the operator's;
 * the other bills the owner of a store, through the store's own connection.
 */
type SubscriptionProviderId = typeof OPERATOR_PLANS_ID | typeof STORE_PLANS_ID

interface PlansDefinition extends ServiceDefinition {
  profile: AttemptProfile
}

export interface OperatorPlans extends PlansDefinition {
  id: typeof OPERATOR_PLANS_ID
  /** Its name for a plan. Null: the plan is not sold there. */
  priceOf(env: Env, plan_id: string): string | null
  planOf(env: Env, price_ref: string): string | null
  open(env: Env): OperatorSubscriptions
}

/** What a store bills with, on behalf of an application. */
export type StoreBillingCalls = BoundGroup<NonNullable<ChannelDefinition['billing']>>

export interface StoreBillingSettings {
  /** Where the owner comes back to. */
  return_to: string
  /** Nothing is billed: for an app that is tried out. Such a plan counts nowhere else. */
  is_test: boolean
  now: Date
}

/** No prices are kept there: ours is carried along, and its name is the plan's. */
export interface StorePlans extends PlansDefinition {
  /** The channel whose stores bill. */
  id: typeof STORE_PLANS_ID
  mode(env: Env): 'off' | 'on' | 'test'
  through(billing: StoreBillingCalls, settings: StoreBillingSettings): SubscriptionsProvider
  /** Undefined: the operator has no account whose report could be read. */
  report(env: Env): SalesReport | undefined
}

interface Period {
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
  /** What the provider does by itself at a moment to come. `never`: it keeps no such thing, and we have to. */
  scheduled: { action: 'cancel' | 'pause' | 'resume'; at: Date } | null | 'never'
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
  /** What the buyer pays, tax included, less credit. Null: told elsewhere (by a report to the operator). */
  total: Minor | null
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
  buys:
    | { is: 'plan'; price_ref: string; title: string; amount: Minor; currency: string; days: number }
    | { is: 'once'; title: string; amount: Minor; currency: string }
  customer_ref: string | null
  /** The open page of an earlier request: it sells this instead. */
  transaction_ref: string | null
  /** Of a plan that is paid for already: when this one takes its place. Where changes are made in place it is `now`. */
  applies: 'now' | 'next_cycle'
}

/** `now`: what is left of the period is charged at once. `nothing`: the new price counts from the next period on. */
export type ChangeBills = 'now' | 'nothing'

interface ChangeInput {
  reference: string
  subscription_ref: string
  price_ref: string
  bills: ChangeBills
}

/** A message of the provider: which object to read. Its content is never believed. */
export interface SubscriptionWebhook {
  event_id: string
  type: string
  occurred_at: Date
  about: { is: 'subscription' | 'transaction'; ref: string } | null
}

/**
 * Nothing here has an idempotency key. What was sent and not answered is found again by our reference, in the object
 * that it made or changed. A write is prepared (a good token, a place in the limits), and then leaves once.
 */
export interface SubscriptionsProvider {
  id: SubscriptionProviderId
  openCheckout(input: CheckoutInput): Promise<Send<ProviderTransaction>>
  /** Whether an open page that was made and whose reply was lost can be found with its address. */
  finds_pages: boolean
  cancel(input: { subscription_ref: string; when: 'period_end' | 'now' }): Promise<Send<{ subscription_ref: string }>>
  /** One that another one took the place of answers that one. */
  readSubscription(subscription_ref: string): Promise<ProviderSubscription>
  readTransaction(transaction_ref: string): Promise<ProviderTransaction>
  /** Newest last. */
  listTransactions(filter: { subscription_ref?: string; since: Date }): Promise<ProviderTransaction[]>
  /** Absent: every change is approved on a page, as the first plan is, and nothing is charged without one. */
  in_place?: ChangesInPlace
}

interface ChangesInPlace {
  previewChange(input: Omit<ChangeInput, 'reference'>): Promise<ChangePreview>
  change(input: ChangeInput): Promise<Send<ProviderSubscription>>
  /** Takes a scheduled cancellation back. */
  resume(input: { subscription_ref: string }): Promise<Send<ProviderSubscription>>
  /** Charges once, by the method that the subscription is paid with. */
  charge(input: {
    reference: string
    subscription_ref: string
    title: string
    amount: Minor
    currency: string
  }): Promise<Send<ProviderSubscription>>
  /** The page on which a new method is given. Of an unpaid subscription: on which what is due is paid. */
  openMethodPage(subscription_ref: string): Promise<ProviderTransaction>
}

/** With one account for all sellers: it tells us of everything at one address, and keeps a list of what it told. */
export interface OperatorSubscriptions extends SubscriptionsProvider {
  in_place: ChangesInPlace
  /** What happened after an event, oldest first. Null: from the beginning of what is kept. */
  listEvents(after: string | null): Promise<SubscriptionWebhook[]>
  /** Null: not theirs, too old, or not signed by them. `raw` is what came over the wire. */
  verify(raw: Buffer, header: (name: string) => string | undefined, now: Date): SubscriptionWebhook | null
}
