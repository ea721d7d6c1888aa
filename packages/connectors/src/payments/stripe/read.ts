import type { ProviderPage, ProviderPayment, SavedMethod } from '@omni/domain/wallet/payment-words.ts'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { PaymentWebhook, ProviderMovement } from '../provider.ts'

type Reference<T> = string | T | null | undefined
const expanded = <T extends object>(value: Reference<T>): T | null =>
  typeof value === 'object' && value !== null ? value : null
const idOf = (value: Reference<{ id: string }>): string => (typeof value === 'string' ? value : (value?.id ?? ''))

function methodOf(value: Reference<Stripe.PaymentMethod>, customer: Reference<{ id: string }>): SavedMethod | null {
  const method = expanded(value)
  const customer_ref = idOf(method?.customer) || idOf(customer)
  // Only one that was kept can be charged again: the provider ties it to a customer.
  if (!method?.card || customer_ref === '' || idOf(method.customer) === '') return null
  const { brand, last4, exp_month, exp_year } = method.card
  return { method_ref: method.id, customer_ref, kind: 'card', brand, label: last4, exp_month, exp_year }
}

const STATUS: Partial<Record<Stripe.PaymentIntent.Status, ProviderPayment['status']>> = {
  succeeded: 'succeeded',
  requires_capture: 'authorised',
  canceled: 'cancelled',
  processing: 'pending',
  requires_action: 'pending',
}

export function paymentOf(intent: Stripe.PaymentIntent): ProviderPayment {
  const charge = expanded(intent.latest_charge)
  const books = expanded(charge?.balance_transaction)
  const isRefused = intent.last_payment_error !== null && intent.last_payment_error !== undefined
  const waiting = isRefused ? 'failed' : 'pending'
  return {
    payment_ref: intent.id,
    books_ref: intent.id,
    status: STATUS[intent.status] ?? waiting,
    amount: intent.amount,
    taken: intent.amount_received,
    currency: intent.currency.toUpperCase(),
    reference: intent.metadata['reference'] ?? '',
    happened_at: books ? new Date(books.created * 1000) : null,
    fee: books ? books.fee : null,
    method: methodOf(intent.payment_method, intent.customer),
    error_key: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
  }
}

const PAGE_STATUS: Record<string, ProviderPage['status']> = { complete: 'complete', expired: 'expired' }

export function pageOf(session: Stripe.Checkout.Session): ProviderPage {
  const intent = expanded(session.payment_intent)
  const setup = expanded(session.setup_intent)
  return {
    page_ref: session.id,
    status: PAGE_STATUS[session.status ?? ''] ?? 'open',
    reference: session.client_reference_id ?? '',
    payment: intent ? paymentOf(intent) : null,
    method: setup ? methodOf(setup.payment_method, session.customer) : null,
  }
}

const Event = z.object({
  id: z.string().min(1).max(150),
  type: z.string().max(150),
  data: z.object({
    object: z.object({ id: z.string().max(300), object: z.string(), payment_intent: z.string().nullish() }),
  }),
})

const ABOUT: Record<string, NonNullable<PaymentWebhook['about']>['is']> = {
  'checkout.session': 'page',
  payment_intent: 'payment',
  payment_method: 'method',
}

/** Of a signed event: which object to read. Null: it is no event. */
export function webhookAbout(raw: Buffer): PaymentWebhook | null {
  let json: unknown
  try {
    json = JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
  const event = Event.safeParse(json)
  if (!event.success) return null
  const { id, type, data } = event.data
  const { object } = data
  const is = ABOUT[object.object]
  const of_payment = object.payment_intent ? { is: 'payment' as const, ref: object.payment_intent } : null
  return { event_id: id, type, about: is ? { is, ref: object.id } : of_payment }
}

export function toMovement(row: Stripe.BalanceTransaction): ProviderMovement {
  const source = expanded(row.source) as { id: string; payment_intent?: string } | null // a charge and a refund have it
  return {
    movement_id: row.id,
    type: row.type,
    source_ref: source?.payment_intent ?? idOf(row.source),
    amount: row.amount,
    fee: row.fee,
    currency: row.currency.toUpperCase(),
    happened_at: new Date(row.created * 1000),
  }
}
