import { toMinor } from '@omni/domain/money.ts'
import type { ProviderPage, ProviderPayment, SavedMethod } from '@omni/domain/wallet/payment-words.ts'
import { z } from 'zod'
import { listed } from '../../rows.ts'
import type { PaymentWebhook, ProviderMovement, ProviderReturn } from '../provider.ts'

const Money = z.object({ currency_code: z.string(), value: z.string() })
type Money = z.output<typeof Money>
const minorOf = ({ value, currency_code }: Money) => toMinor(value, currency_code)

export const PaypalCapture = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: Money,
  custom_id: z.string().optional(),
  create_time: z.string().optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() }).optional(),
  /** Absent while the capture is pending. */
  seller_receivable_breakdown: z.object({ paypal_fee: Money.optional() }).optional(),
})
type Capture = z.output<typeof PaypalCapture>

const Authorization = z.object({ id: z.string().min(1), status: z.string(), amount: Money.optional() })

const Wallet = z.object({
  email_address: z.string().optional(),
  attributes: z
    .object({
      vault: z
        .object({ id: z.string().optional(), customer: z.object({ id: z.string().optional() }).optional() })
        .optional(),
    })
    .optional(),
})

export const PaypalOrder = z.object({
  id: z.string().min(1),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        amount: Money.optional(),
        payments: z
          .object({ captures: z.array(PaypalCapture).default([]), authorizations: z.array(Authorization).default([]) })
          .optional(),
      }),
    )
    .min(1),
  payment_source: z.object({ paypal: Wallet.optional() }).optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})
export type PaypalOrder = z.output<typeof PaypalOrder>

/** `m…@northwind.test`: enough to tell two accounts apart. */
const shortAddress = (address: string) => address.replace(/^(.).*(@.{1,50}).*$/, '$1…$2').slice(0, 60)

const methodBy = (method_ref: string, customer_ref = '', email = ''): SavedMethod => ({
  method_ref,
  customer_ref,
  kind: 'paypal',
  brand: '',
  label: shortAddress(email),
  exp_month: null,
  exp_year: null,
})

function methodOf({ payment_source }: PaypalOrder): SavedMethod | null {
  const wallet = payment_source?.paypal
  const vault = wallet?.attributes?.vault
  // Without an id the account is kept a little later; a message tells then.
  return vault?.id ? methodBy(vault.id, vault.customer?.id, wallet?.email_address) : null
}

/** What was kept later than the money was taken. */
export const PaypalToken = z
  .object({
    id: z.string().min(1),
    customer: z.object({ id: z.string().optional() }).optional(),
    payment_source: z.object({ paypal: z.object({ email_address: z.string().optional() }).optional() }).optional(),
  })
  .transform(({ id, customer, payment_source }) => methodBy(id, customer?.id, payment_source?.paypal?.email_address))

/** A refund later does not undo that the money came. */
const CAPTURED: Record<string, ProviderPayment['status']> = {
  COMPLETED: 'succeeded',
  PARTIALLY_REFUNDED: 'succeeded',
  REFUNDED: 'succeeded',
  PENDING: 'pending',
  DECLINED: 'failed',
  FAILED: 'failed',
}
const AUTHORISED: Record<string, ProviderPayment['status']> = {
  CREATED: 'authorised',
  VOIDED: 'cancelled',
  EXPIRED: 'cancelled',
  DENIED: 'failed',
}

const unitOf = ({ purchase_units }: PaypalOrder) => purchase_units[0] ?? {}
export const authorizationOf = (order: PaypalOrder) => unitOf(order).payments?.authorizations[0]

/** What a capture says. `order_ref` is what the payment is read by; its own id is its name in PayPal's books. */
export function paymentOfCapture(capture: Capture, order_ref: string, reference: string): ProviderPayment {
  const status = CAPTURED[capture.status] ?? 'pending'
  const amount = minorOf(capture.amount)
  const fee = capture.seller_receivable_breakdown?.paypal_fee
  return {
    payment_ref: order_ref,
    books_ref: capture.id,
    status,
    amount,
    taken: status === 'succeeded' ? amount : 0,
    currency: capture.amount.currency_code,
    reference,
    happened_at: capture.create_time ? new Date(capture.create_time) : null,
    fee: fee ? minorOf(fee) : null,
    method: null,
    error_key: status === 'failed' ? 'declined' : null,
  }
}

export function paymentOf(order: PaypalOrder): ProviderPayment {
  const unit = unitOf(order)
  const reference = unit.custom_id ?? ''
  const asked = unit.amount ?? { value: '0', currency_code: 'USD' }
  const method = methodOf(order)
  const [capture] = unit.payments?.captures ?? []
  if (capture) return { ...paymentOfCapture(capture, order.id, reference), amount: minorOf(asked), method }
  const held = AUTHORISED[authorizationOf(order)?.status ?? '']
  return {
    payment_ref: order.id,
    books_ref: order.id,
    status: held ?? (order.status === 'VOIDED' ? 'cancelled' : 'pending'),
    amount: minorOf(asked),
    taken: 0,
    currency: asked.currency_code,
    reference,
    happened_at: null,
    fee: null,
    method,
    error_key: held === 'failed' ? 'declined' : null,
  }
}

const PAGE_STATUS: Record<string, ProviderPage['status']> = {
  APPROVED: 'approved',
  COMPLETED: 'complete',
  VOIDED: 'expired',
}

/** `kept`: a method that the order itself does not show. */
export function pageOf(order: PaypalOrder, kept: SavedMethod | null = null): ProviderPage {
  const shown = paymentOf(order)
  const payment = { ...shown, method: shown.method ?? kept }
  const hasPaid = (unitOf(order).payments?.captures ?? []).length > 0
  return {
    page_ref: order.id,
    status: PAGE_STATUS[order.status] ?? 'open',
    reference: payment.reference,
    payment: hasPaid || order.status === 'COMPLETED' ? payment : null,
    method: null,
  }
}

/** Where the person approves: `payer-action` where the payment source was named, `approve` where it was not. */
export const approveUrlOf = ({ links }: PaypalOrder): string =>
  links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ?? ''

const Event = z.object({
  id: z.string().min(1).max(150),
  event_type: z.string().max(150),
  resource: z.object({
    id: z.string().max(300).optional(),
    dispute_id: z.string().max(300).optional(),
    metadata: z.object({ order_id: z.string().max(300).optional() }).optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().max(300).optional() }).optional() })
      .optional(),
  }),
})

/** Of a signed message: which order to read. Null: it is no message. */
export function webhookAbout(raw: Buffer): PaymentWebhook | null {
  let json: unknown
  try {
    json = JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
  const event = Event.safeParse(json)
  if (!event.success) return null
  const { id, event_type, resource } = event.data
  return { event_id: id, type: event_type, about: aboutOf(event_type, resource) }
}

function aboutOf(type: string, resource: z.output<typeof Event>['resource']): PaymentWebhook['about'] {
  const { id, dispute_id, metadata, supplementary_data } = resource
  if (type.startsWith('CUSTOMER.DISPUTE.')) return dispute_id ? { is: 'dispute', ref: dispute_id } : null
  if (type === 'PAYMENT.CAPTURE.REFUNDED') return id ? { is: 'refund', ref: id } : null
  if (type === 'VAULT.PAYMENT-TOKEN.CREATED') {
    const order = metadata?.order_id
    return id && order ? { is: 'page', ref: order, method_ref: id } : null
  }
  const order = type.startsWith('CHECKOUT.ORDER.') ? id : supplementary_data?.related_ids?.order_id
  return order ? { is: 'page', ref: order } : null
}

export const PaypalRefund = z.object({
  id: z.string(),
  status: z.string(),
  amount: Money,
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})
/** Which capture it is of: the last part of the address above it. */
export const captureOfRefund = ({ links }: z.output<typeof PaypalRefund>): string =>
  links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1) ?? ''

export const toRefund = ({ id, status, amount }: z.output<typeof PaypalRefund>, reference: string): ProviderReturn => ({
  kind: 'refund',
  ref: id,
  status,
  is_over: status !== 'PENDING',
  amount: minorOf(amount),
  currency: amount.currency_code,
  reference,
})

export const PaypalDispute = z.object({
  dispute_id: z.string(),
  status: z.string(),
  dispute_life_cycle_stage: z.string().default(''),
  dispute_amount: Money,
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).default([]),
})
export const captureOfDispute = ({ disputed_transactions }: z.output<typeof PaypalDispute>): string =>
  disputed_transactions[0]?.seller_transaction_id ?? ''

export const toDispute = (said: z.output<typeof PaypalDispute>, reference: string): ProviderReturn => ({
  kind: 'dispute',
  ref: said.dispute_id,
  status: `${said.dispute_life_cycle_stage} ${said.status}`.trim(),
  is_over: said.status === 'RESOLVED',
  amount: minorOf(said.dispute_amount),
  currency: said.dispute_amount.currency_code,
  reference,
})

const ReportRow = z.object({
  transaction_info: z.object({
    transaction_id: z.string(),
    paypal_reference_id: z.string().optional(),
    paypal_reference_id_type: z.string().optional(),
    transaction_event_code: z.string(),
    transaction_initiation_date: z.string(),
    transaction_amount: Money,
    /** Negative: what PayPal kept. */
    fee_amount: Money.optional(),
    /** `S`: it happened. */
    transaction_status: z.string(),
    /** Our name of the payment. */
    custom_field: z.string().optional(),
  }),
})
export const PaypalReport = z.object({ transaction_details: listed(ReportRow), total_pages: z.number().default(1) })
type Row = z.output<typeof ReportRow>

/** Not what came of it later. */
export const isTaken = (info: Row['transaction_info'], reference: string): boolean =>
  info.custom_field === reference &&
  info.transaction_event_code.startsWith('T00') &&
  minorOf(info.transaction_amount) > 0

/** A payment is listed under its capture. What came of it later (a refund, a dispute) names that capture. */
export function toMovement({ transaction_info: info }: Row): ProviderMovement {
  const isLater = info.paypal_reference_id_type === 'TXN' && !info.transaction_event_code.startsWith('T00')
  return {
    movement_id: info.transaction_id,
    type: info.transaction_event_code,
    source_ref: (isLater ? info.paypal_reference_id : undefined) ?? info.transaction_id,
    amount: minorOf(info.transaction_amount),
    fee: info.fee_amount ? -minorOf(info.fee_amount) : 0,
    currency: info.transaction_amount.currency_code,
    happened_at: new Date(info.transaction_initiation_date),
  }
}

const ROWS_A_PAGE = 100
export const reportQuery = (from: number, until: number, page: number): string =>
  new URLSearchParams({
    start_date: new Date(from).toISOString(),
    end_date: new Date(until).toISOString(),
    transaction_status: 'S',
    fields: 'transaction_info',
    page_size: String(ROWS_A_PAGE),
    page: String(page),
  }).toString()
