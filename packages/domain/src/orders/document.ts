/**
 * An order as a store shows it, in one form for every channel. A channel's folder translates the vendor's own words into
 * it. Amounts are in minor units of the order's currency.
 */
import type { Minor } from '../money.ts'

export const FINANCIAL_STATES = [
  'pending',
  'authorized',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
] as const
export type FinancialState = (typeof FINANCIAL_STATES)[number]

export const FULFILMENT_STATES = ['unfulfilled', 'partial', 'fulfilled'] as const
export type FulfilmentState = (typeof FULFILMENT_STATES)[number]

/** Fields that a store does not have are empty texts. */
export interface OrderAddress {
  name: string
  company: string
  address1: string
  address2: string
  city: string
  province: string
  /** Of ISO 3166-2 without the country: `CA`, `BC`. */
  province_code: string
  zip: string
  country_code: string
  phone: string
  /** CPF, RUT, PCCC and the like, where a country's customs ask for it. */
  tax_number: string
}

interface OrderCustomer {
  remote_id: string | null
  name: string
  email: string
  phone: string
}

export interface RemoteOrderLine {
  remote_line_id: string
  /** Null: an entry without a product behind it, or one that was deleted. */
  remote_product_id: string | null
  remote_variant_id: string | null
  title: string
  variant_title: string
  sku: string
  image: string | null
  /** As sold. */
  quantity: number
  /** Still wanted: without what was taken out of the order or refunded. */
  current_quantity: number
  /** Of these, not sent yet, as the store sees it. */
  unfulfilled_quantity: number
  unit_price: Minor
  discount: Minor
  tax: Minor
}

export interface OrderRefund {
  remote_refund_id: string
  created_at: string
  amount: Minor
  note: string
  lines: { remote_line_id: string; quantity: number }[]
}

export interface RemoteOrder {
  remote_id: string
  /** What people call it: `#1001`. */
  number: string
  /** ISO time of the last change, as the store tells it. Never goes back. */
  version: string
  created_at: string
  /** ISO time until which the channel wants it sent. Absent: it told none. */
  promised_at?: string
  currency: string
  financial: FinancialState
  /** The buyer pays at the door. Absent: at once, or nobody said. */
  cash_on_delivery?: true
  fulfilment: FulfilmentState
  cancelled_at: string | null
  cancel_reason: string
  customer: OrderCustomer
  /** Null: the order is not sent anywhere. */
  address: OrderAddress | null
  lines: RemoteOrderLine[]
  subtotal: Minor
  discounts: Minor
  shipping: Minor
  taxes: Minor
  /** What was charged or taken off beside all of these, in the store's words: a gift wrap, a surcharge. Absent: none. */
  fees?: { name: string; amount: Minor }[]
  /** Codes that the buyer used. What they took off is in `discounts`. Absent: none. */
  coupons?: { code: string; amount: Minor }[]
  total: Minor
  refunds: OrderRefund[]
  tags: string[]
  note: string
  /** The same sale in another channel, where an app brought it here: its name and its id there. Absent: sold here. */
  sold_in?: { channel: string; remote_id: string }
}

export const refundedOf = ({ refunds }: Pick<RemoteOrder, 'refunds'>): Minor =>
  refunds.reduce((sum, { amount }) => sum + amount, 0)

type Sums = Pick<RemoteOrder, 'subtotal' | 'discounts' | 'shipping' | 'taxes' | 'fees' | 'total'>

export const feesOf = ({ fees = [] }: Pick<RemoteOrder, 'fees'>): Minor =>
  fees.reduce((sum, { amount }) => sum + amount, 0)

/** Without taxes, which some stores add and others have in their prices. */
export const untaxedOf = (order: Sums): Minor => order.subtotal - order.discounts + order.shipping + feesOf(order)

/** What the total holds beside its parts; 0: they sum to it. */
export function unexplainedOf(order: Sums): Minor {
  const beside = order.total - untaxedOf(order)
  return beside === 0 ? 0 : beside - order.taxes
}

export const EMPTY_ADDRESS: OrderAddress = {
  name: '',
  company: '',
  address1: '',
  address2: '',
  city: '',
  province: '',
  province_code: '',
  zip: '',
  country_code: '',
  phone: '',
  tax_number: '',
}
