/** Paddle's objects in our words. Pure. Fields that it may add are ignored. */
import { z } from 'zod'
import type {
  ChangePreview,
  ProviderSubscription,
  ProviderTransaction,
  SubscriptionWebhook,
  TransactionOrigin,
} from '../subscriptions.ts'

/** Amounts are texts in minor units. */
const Amount = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)
const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const CustomData = z.record(z.string(), z.unknown()).nullish()
const PaddlePeriod = z.object({ starts_at: Moment, ends_at: Moment }).nullish()

const referenceIn = (data: z.output<typeof CustomData>): string =>
  typeof data?.['reference'] === 'string' ? data['reference'] : ''

export const PaddleSubscription = z.object({
  id: z.string(),
  status: z.enum(['active', 'canceled', 'past_due', 'paused', 'trialing']),
  customer_id: z.string(),
  currency_code: z.string(),
  started_at: Moment.nullish(),
  next_billed_at: Moment.nullish(),
  updated_at: Moment,
  current_billing_period: PaddlePeriod,
  scheduled_change: z.object({ action: z.enum(['cancel', 'pause', 'resume']), effective_at: Moment }).nullish(),
  items: z.array(z.object({ recurring: z.boolean(), price: z.object({ id: z.string() }) })),
  custom_data: CustomData,
})

export function subscriptionOf(said: z.output<typeof PaddleSubscription>): ProviderSubscription {
  const { scheduled_change: scheduled } = said
  return {
    subscription_ref: said.id,
    customer_ref: said.customer_id,
    status: said.status === 'trialing' ? 'active' : said.status,
    price_ref: said.items.find(({ recurring }) => recurring)?.price.id ?? '',
    currency: said.currency_code,
    period: said.current_billing_period ?? null,
    next_billed_at: said.next_billed_at ?? null,
    scheduled: scheduled ? { action: scheduled.action, at: scheduled.effective_at } : null,
    reference: referenceIn(said.custom_data),
    started_at: said.started_at ?? null,
    updated_at: said.updated_at,
  }
}

const PaddleCard = z.object({ type: z.string(), last4: z.string(), expiry_month: z.number(), expiry_year: z.number() })

export const PaddleTransaction = z.object({
  id: z.string(),
  status: z.enum(['draft', 'ready', 'billed', 'paid', 'completed', 'canceled', 'past_due']),
  customer_id: z.string().nullish(),
  custom_data: CustomData,
  currency_code: z.string(),
  origin: z.string(),
  subscription_id: z.string().nullish(),
  invoice_number: z.string().nullish(),
  billing_period: PaddlePeriod,
  items: z.array(z.object({ price: z.object({ id: z.string().nullish(), custom_data: CustomData }).nullish() })),
  details: z.object({
    // `grand_total_tax`: the tax in what is left after credit. Older versions tell only the tax before credit.
    totals: z.object({ tax: Amount, grand_total: Amount, grand_total_tax: Amount.nullish(), fee: Amount.nullish() }),
  }),
  payments: z.array(
    z.object({
      status: z.string(),
      error_code: z.string().nullish(),
      method_details: z.object({ card: PaddleCard.nullish() }).nullish(),
    }),
  ),
  checkout: z.object({ url: z.string().nullish() }).nullish(),
  created_at: Moment,
  billed_at: Moment.nullish(),
})

const STATUS: Record<z.output<typeof PaddleTransaction>['status'], ProviderTransaction['status']> = {
  draft: 'open',
  ready: 'open',
  billed: 'open',
  paid: 'paid',
  completed: 'completed',
  canceled: 'canceled',
  past_due: 'past_due',
}
const ORIGINS: Record<string, TransactionOrigin> = {
  subscription_recurring: 'renewal',
  subscription_update: 'change',
  subscription_charge: 'charge',
  subscription_payment_method_change: 'method',
}

/** Why a payment failed, in the words that a seller is shown. Anything else is told as a plain no. */
const SHOWN_ERRORS: Record<string, string> = {
  not_enough_balance: 'insufficient_funds',
  expired_card: 'expired_card',
  authentication_failed: 'authentication_required',
}

export function transactionOf(said: z.output<typeof PaddleTransaction>): ProviderTransaction {
  const { totals } = said.details
  // Newest first. The latest word on the card counts.
  const [payment] = said.payments
  const card = said.payments.map(({ method_details }) => method_details?.card).find((found) => found)
  const failed = payment?.status === 'error'
  const priced = said.items.map(({ price }) => referenceIn(price?.custom_data)).find((found) => found !== '')
  return {
    transaction_ref: said.id,
    status: STATUS[said.status],
    origin: ORIGINS[said.origin] ?? 'checkout',
    subscription_ref: said.subscription_id ?? null,
    customer_ref: said.customer_id ?? null,
    // Of a one-time charge the price carries it, because the request has no other place for it.
    reference: priced ?? referenceIn(said.custom_data),
    price_refs: said.items.flatMap(({ price }) => (price?.id ? [price.id] : [])),
    total: totals.grand_total,
    tax: totals.grand_total_tax ?? Math.min(totals.tax, totals.grand_total),
    fee: totals.fee ?? null,
    currency: said.currency_code,
    invoice_number: said.invoice_number ?? null,
    period: said.billing_period ?? null,
    url: said.checkout?.url ?? null,
    created_at: said.created_at,
    happened_at: said.billed_at ?? null,
    method: card
      ? { brand: card.type, last4: card.last4, exp_month: card.expiry_month, exp_year: card.expiry_year }
      : null,
    error_key: failed ? (SHOWN_ERRORS[payment.error_code ?? ''] ?? 'card_declined') : null,
  }
}

const Totals = z.object({ details: z.object({ totals: z.object({ tax: Amount, grand_total: Amount }) }) })
const PaddleMoney = z.object({ amount: Amount })

export const PaddlePreview = z.object({
  currency_code: z.string(),
  next_billed_at: Moment.nullish(),
  immediate_transaction: Totals.nullish(),
  recurring_transaction_details: z.object({ totals: z.object({ grand_total: Amount }) }),
  update_summary: z.object({ credit: PaddleMoney, charge: PaddleMoney }).nullish(),
})

export function previewOf(said: z.output<typeof PaddlePreview>): ChangePreview {
  const due = said.immediate_transaction?.details.totals
  return {
    currency: said.currency_code,
    due_now: due?.grand_total ?? 0,
    tax: due?.tax ?? 0,
    credit: said.update_summary?.credit.amount ?? 0,
    charge: said.update_summary?.charge.amount ?? 0,
    recurring: said.recurring_transaction_details.totals.grand_total,
    next_billed_at: said.next_billed_at ?? null,
  }
}

export const PaddleEvent = z.object({
  event_id: z.string().min(1).max(150),
  event_type: z.string().max(150),
  occurred_at: Moment,
  data: z.object({ id: z.string().max(100).nullish() }),
})

export function webhookOf({
  event_id,
  event_type,
  occurred_at,
  data,
}: z.output<typeof PaddleEvent>): SubscriptionWebhook {
  const [kind] = event_type.split('.', 1)
  const is = kind === 'subscription' || kind === 'transaction' ? kind : null
  return { event_id, type: event_type, occurred_at, about: is && data.id ? { is, ref: data.id } : null }
}
