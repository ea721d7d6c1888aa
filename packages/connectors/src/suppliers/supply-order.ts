/** Buying from a supplier: what is asked, and what it answers. The protocol of buying is domain/placement. */
import type { AttemptProfile } from '@omni/domain/attempts/attempt.ts'
import type { FeedbackKind } from '@omni/domain/feedback/feedback.ts'
import type { SentLine } from '@omni/domain/fulfilments/share-parcels.ts'
import type { Minor } from '@omni/domain/money.ts'
import type { Ioss } from '@omni/domain/order-settings/order-settings.ts'
import type { CancelReasonNo } from '@omni/domain/orders/cancel-reasons.ts'
import type { Place } from '@omni/domain/orders/places.ts'
import type { RefundReason } from '@omni/domain/refunds/refunds.ts'
import type { SupplierOrder } from '@omni/domain/placement/placement.ts'
import type { VendorCall, Write } from '../vendor.ts'
import { VendorError } from '../vendor-error.ts'
import type { SupplierQuote } from './quote.ts'

export interface SupplyLine {
  product_id: string
  sku_id: string
  /** `RawVariant.sku_attr`: the name of the variant that some suppliers want in an order. Empty where there is none. */
  sku_attr: string
  quantity: number
}

export interface SupplyAddress {
  name: string
  /** Digits; empty where `phone` has it. */
  phone_country: string
  phone: string
  email: string
  company: string
  address1: string
  address2: string
  city: string
  province: string
  zip: string
  country_code: string
  country_name: string
  /** CPF, VAT number and the like, where the country wants one. */
  tax_id: string
  /** How import tax is declared, where the supplier declares it. Absent: it is not. */
  ioss?: Ioss
}

export interface BasketQuery {
  lines: readonly SupplyLine[]
  country_code: string
  /** Empty: from any warehouse. */
  ship_from: string
  /** As in an order's address: it may change what shipping costs. */
  ioss?: Ioss
}

/** One way to send all of a basket. */
export interface SupplyMethod extends SupplierQuote {
  /** Names the method in an order. */
  method: string
}

/** What a basket would cost now. A method's total is `items_total + charges + amount`. */
export interface BasketQuote {
  currency: string
  /** Of one piece, in the order of the lines. */
  prices: Minor[]
  items_total: Minor
  /** Taxes and import charges that the supplier collects, and that no method's amount includes. */
  charges: Minor
  methods: SupplyMethod[]
}

export interface NewSupplyOrder {
  /** Our name for the attempt; the same on every send of it. */
  reference: string
  lines: readonly SupplyLine[]
  address: SupplyAddress
  method: string
  ship_from: string
  /** A message to the supplier. */
  note: string
  /** What it may cost. Suppliers that take a limit refuse what is above it. */
  max_total: Minor
}

export type SupplyStatus = 'unpaid' | 'paid' | 'shipped' | 'delivered' | 'cancelled' | 'refunded'

export interface SupplyShipment {
  tracking_number: string
  carrier: string
  tracking_url: string | null
  /** Absent: the supplier does not say what it carries. Empty: it will say, and has not yet. */
  lines?: SentLine[]
}

/** An order as the supplier shows it. `get` and `find` throw `UnknownState` where that says nothing. */
export interface SupplyOrder extends SupplierOrder {
  /** Null: not told. */
  reference: string | null
  currency: string
  status: SupplyStatus
  shipments: SupplyShipment[]
  /** What it is made of, where the supplier splits a purchase into several orders. Absent: not told. */
  contents?: SentLine[]
  /** Products of the order that were cancelled or given back. Absent: not told line by line. */
  ended_products?: string[]
  /** Further numbers under the same reference, where the supplier splits an order. */
  more_numbers: string[]
}

/**
 * A state that says nothing about what a buyer wants to know, or that nobody has described: what is known of the order
 * stays, and the supplier's own word is shown.
 */
export class UnknownState extends VendorError {
  readonly word: string
  readonly shipments: SupplyOrder['shipments']
  readonly ended_products: readonly string[]
  constructor(
    vendor: string,
    word: string,
    shipments: SupplyOrder['shipments'],
    ended_products: readonly string[] = [],
  ) {
    super(vendor, 'unreadable', `an order is ${word}`)
    this.word = word
    this.shipments = shipments
    this.ended_products = ended_products
  }
}

/** `repeated`: the supplier has it under our reference and does not say its number. */
export type Created =
  /** `says`: why the supplier does not go on with it. */
  { is: 'order'; order: SupplierOrder; more_numbers: string[]; says?: string } | { is: 'repeated' }

export interface SupplyOrders<A, C> {
  /** Throws VendorError `out_of_stock`, `cannot_ship`, `not_found`. */
  quote(call: VendorCall<A, C>, basket: BasketQuery): Promise<BasketQuote>
  /** Its own names of a country's provinces and cities: what `AddressRules.province` means by `listed`. */
  places?(call: VendorCall<A, C>, input: { country_code: string }): Promise<Place[]>
  create: Write<A, C, NewSupplyOrder, Created>
  /** Absent: an order needs no confirmation. */
  confirm?: Write<A, C, { order_no: string }, SupplierOrder>
  /** `total`: what was approved. Absent: creating buys, or the seller pays at the supplier's site. */
  pay?: Write<A, C, { order_no: string; total: Minor }, SupplierOrder>
  /** By our reference. Empty: none that the supplier shows now. Absent: the supplier cannot be asked that. */
  find?(call: VendorCall<A, C>, input: { reference: string }): Promise<SupplyOrder[]>
  /** By the supplier's number. Throws VendorError `not_found`. */
  get(call: VendorCall<A, C>, input: { order_no: string }): Promise<SupplyOrder>
  /** What the account can pay with. Absent: it is not paid from a balance there. */
  balance?(call: VendorCall<A, C>, input: null): Promise<{ currency: string; amount: Minor }>
  /** Absent: the seller asks at the supplier's site. */
  requestRefund?: Write<A, C, NewSupplyRefund, SupplyRefund>
  /** Everything that was asked back or given back of one order. */
  listRefunds?(call: VendorCall<A, C>, input: { order_no: string }): Promise<SupplyRefund[]>
  /** What can be claimed by the supplier's own steps, asked now. Absent, like the two below: it has none. */
  disputeOptions?(call: VendorCall<A, C>, input: { order_no: string }): Promise<DisputeOptions>
  /** The reply does not name it: `listRefunds` does. */
  openDispute?: Write<A, C, NewSupplyDispute, null>
  cancelDispute?: Write<A, C, { order_no: string; dispute_no: string }, null>
  /** Writes to the supplier about an order. Absent: the seller writes at the supplier's site. */
  sendFeedback?: Write<A, C, NewSupplyMessage, SupplyFeedback>
  /** Every conversation about one order. */
  listFeedbacks?(call: VendorCall<A, C>, input: { order_no: string }): Promise<SupplyFeedback[]>
  /** Absent: only the seller can cancel, at the supplier's site. */
  cancel?: Write<A, C, { order_no: string; /** Left out: another reason. */ reason?: CancelReasonNo }, SupplierOrder>
}

/** Money that was asked back, or given back without being asked, as the supplier shows it. */
export interface SupplyRefund {
  refund_no: string
  /** Ours; null: the supplier began it. */
  reference: string | null
  /** `accepted`: on its way. `completed`: given back. */
  state: 'pending' | 'accepted' | 'rejected' | 'completed' | 'withdrawn'
  /** A claim by the supplier's own steps. Left out: a request or a gift. */
  is_dispute?: true
  currency: string
  asked: Minor
  granted: Minor | null
  /** What the supplier wrote. */
  note: string
  answered_at: string | null
}

interface NewSupplyRefund {
  order_no: string
  reference: string
  reason: RefundReason
  amount: Minor
  text: string
  /** Addresses that open for a while. */
  pictures: readonly string[]
}

/** No lines: nothing can be claimed now. */
export interface DisputeOptions {
  lines: { line_no: string; title: string; quantity: number; price: Minor }[]
  most: Minor
  currency: string
  expects: ('refund' | 'resend')[]
  reasons: { reason_no: string; name: string }[]
}

interface NewSupplyDispute {
  order_no: string
  reference: string
  reason_no: string
  expect: 'refund' | 'resend'
  text: string
  pictures: readonly string[]
  lines: readonly { line_no: string; quantity: number; price: Minor }[]
}

interface NewSupplyMessage {
  order_no: string
  reference: string
  /** Null: a new conversation. */
  feedback_no: string | null
  kind: FeedbackKind
  /** What it is about; empty: the whole order. */
  sku_ids: readonly string[]
  text: string
  pictures: readonly string[]
}

/** A conversation about an order, as the supplier shows it. */
export interface SupplyFeedback {
  feedback_no: string
  messages: {
    message_no: string
    /** Ours; null: the supplier wrote it. */
    reference: string | null
    text: string
    pictures: string[]
    written_at: string
  }[]
}

const MINUTE_MS = 60_000

/** What we assume of a supplier that promises nothing better (design: placement, section 4). */
export const SUPPLY_ATTEMPT = {
  find: 'reference',
  merges_for_ms: 0,
  resend_after_ms: [],
  max_sends: 3,
  send_within_ms: 5_000,
  answers_within_ms: 30_000,
  lands_within_ms: 2 * MINUTE_MS,
  shows_within_ms: 30_000,
  asks_person_after_ms: 30 * MINUTE_MS,
} as const satisfies AttemptProfile

export const QUOTE_GOOD_FOR_MS = 5 * MINUTE_MS
export const UNPAID_FOR_MS = 24 * 60 * MINUTE_MS
