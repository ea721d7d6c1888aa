import type { Minor } from '@omni/domain/money.ts'
import type { PAYMENT_IDS } from '@omni/domain/vendors/manifest.ts'
import type { PaymentProfile } from '@omni/domain/wallet/payment.ts'
import type { ProviderPage, ProviderPayment } from '@omni/domain/wallet/payment-words.ts'
import type { Env, ServiceDefinition } from '../service.ts'
import type { WriteOutcome } from '../write-outcome.ts'

/** Who takes money for us. Cards and passwords are typed on their pages alone. */
export type PaymentProviderId = (typeof PAYMENT_IDS)[number]

export interface PaymentDefinition extends ServiceDefinition {
  id: PaymentProviderId
  /** What is kept there for later payments: cards, or the person's account at the provider itself. */
  keeps: 'card' | 'account'
  profile: PaymentProfile
  /** No smaller amount is authorised; what is taken of it in the end may be smaller. */
  least_authorised: Minor
  open(env: Env): PaymentProvider
}

export interface PageInput {
  /** Our name for it, the same on every send. */
  reference: string
  /** `authorise`: the money is reserved, and taken or let go later. `save`: no money moves, the method is kept. */
  kind: 'pay' | 'authorise' | 'save'
  amount: Minor
  currency: string
  /** What the page names as bought. */
  title: string
  /** Keep the method for later payments. */
  save_method: boolean
  customer_ref: string | null
  /** Where the person comes back to, paid or not. Neither is believed. */
  success_url: string
  cancel_url: string
  expires_at: Date
}

export interface OpenedPage {
  page_ref: string
  url: string
}

export interface ChargeInput {
  reference: string
  amount: Minor
  currency: string
  method_ref: string
  customer_ref: string
  /** `authorise`: reserved now, taken or let go later. */
  take: 'now' | 'authorise'
}

interface WantedPayment {
  reference: string
  customer_ref: string | null
  /** It was not sent before. */
  since: Date
  now: Date
}

/** A message of the provider: which object to read. Its content is never believed. */
export interface PaymentWebhook {
  event_id: string
  type: string
  about:
    | { is: 'payment' | 'refund' | 'dispute' | 'method'; ref: string }
    /** `method_ref`: what is kept of it, where the provider tells that later. */
    | { is: 'page'; ref: string; method_ref?: string }
    | null
}

/** Money of a payment that went back, or that its payer wants back. */
export interface ProviderReturn {
  kind: 'refund' | 'dispute'
  /** The provider's name of it. */
  ref: string
  /** In the provider's words. */
  status: string
  is_over: boolean
  amount: Minor
  currency: string
  /** Our name of the payment; empty: it is none of ours. */
  reference: string
}

/** A row of the provider's own books. */
export interface ProviderMovement {
  movement_id: string
  type: string
  /** What it belongs to: a payment or a refund, by the provider's name. */
  source_ref: string
  amount: Minor
  fee: Minor
  currency: string
  happened_at: Date
}

export interface PaymentProvider {
  id: PaymentProviderId
  /** Gets what a write needs (a token), before its intent is committed. Absent: nothing is needed. */
  ready?(): Promise<void>
  openPage(input: PageInput, send_by: number): Promise<WriteOutcome<OpenedPage>>
  readPage(page_ref: string, method_ref?: string): Promise<ProviderPage>
  /** Takes what a person approved on the page. Absent where paying there takes it. */
  takePage?(input: { reference: string; page_ref: string }, send_by: number): Promise<WriteOutcome<ProviderPayment>>
  /** Without the person, by a method that was kept. */
  charge(input: ChargeInput, send_by: number): Promise<WriteOutcome<ProviderPayment>>
  readPayment(payment_ref: string): Promise<ProviderPayment>
  /** By our reference, for when the reply with its name was lost. Null: it is not shown there now. */
  findPayment(wanted: WantedPayment): Promise<ProviderPayment | null>
  /** Takes what was authorised, or less. */
  capture(
    input: { reference: string; payment_ref: string; amount: Minor; currency: string },
    send_by: number,
  ): Promise<WriteOutcome<ProviderPayment>>
  /** Lets go of what was authorised. */
  release(input: { reference: string; payment_ref: string }, send_by: number): Promise<WriteOutcome<ProviderPayment>>
  /** The provider keeps the method no longer. Done twice, it is done once. */
  forget(method_ref: string): Promise<void>
  /** Absent: the provider's messages about these are not read. */
  readReturn?(about: { is: 'refund' | 'dispute'; ref: string }): Promise<ProviderReturn>
  /** Null: not theirs, too old, or not signed by them. `raw` is what came over the wire. */
  verify(raw: Buffer, header: (name: string) => string | undefined, now: Date): Promise<PaymentWebhook | null>
  /** Everything in their books from `since` to `now`. */
  listMovements(since: Date, now: Date): Promise<ProviderMovement[]>
}
