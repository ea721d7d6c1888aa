import { toMinor } from '@omni/domain/money.ts'
import type { FinancialState, OrderAddress, OrderRefund, RemoteOrder } from '@omni/domain/orders/document.ts'
import { z } from 'zod'
import { orLeftOut, parts, rows, sentLength } from '../../rows.ts'
import type { OrderPage } from '../channel.ts'
import { ask, type WooCall } from './client.ts'
import { gmtText, PAGE, readCursor } from './listing-reads.ts'
import { fromStored } from './stored-text.ts'

const id = z.int().min(0)
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const stored = text.transform(fromStored)

const Person = z.object({
  first_name: text,
  last_name: text,
  company: text,
  address_1: text,
  address_2: text,
  city: text,
  state: text,
  postcode: text,
  country: text,
  email: text,
  phone: text,
})

const Order = z.object({
  id,
  number: text,
  status: text,
  payment_method: text,
  currency: z.string(),
  date_created_gmt: z.string(),
  date_modified_gmt: z.string(),
  date_paid_gmt: z.string().nullish().catch(null),
  discount_total: text,
  shipping_total: text,
  total: text,
  total_tax: text,
  customer_id: id.catch(0),
  customer_note: text,
  billing: Person,
  shipping: Person,
  line_items: z.array(
    z.object({
      id,
      name: stored,
      parent_name: stored,
      product_id: id.catch(0),
      variation_id: id.catch(0),
      quantity: z.number(),
      subtotal: text,
      total: text,
      total_tax: text,
      sku: text,
      image: z.object({ src: text }).nullish().catch(null),
    }),
  ),
  fee_lines: z.array(z.object({ name: stored, total: text })).default([]),
  coupon_lines: z.array(z.object({ code: stored, discount: text })).default([]),
  refunds: z.array(z.object({ id, reason: text, total: text })),
})
type Order = z.output<typeof Order>
const ORDER_FIELDS = Object.keys(Order.shape).join(',')
const OrderList = rows(Order)

const RefundList = z.array(
  z.object({
    id,
    date_created_gmt: z.string(),
    amount: text,
    reason: text,
    /** Quantities are negative, and name the line by a field of their own. */
    line_items: z.array(
      z.object({ quantity: z.number(), meta_data: parts(z.object({ key: z.string(), value: z.unknown() })) }),
    ),
  }),
)
const REFUNDED_LINE = '_refunded_item_id'

/** A basket on the checkout page: nobody has ordered anything yet, and most are never ordered. */
const NO_SALE = ['checkout-draft', 'auto-draft']

/** Core's statuses; a plugin's own is judged by whether the money came. */
const FINANCIAL: Record<string, FinancialState> = {
  pending: 'pending',
  'on-hold': 'pending',
  processing: 'paid',
  completed: 'paid',
  refunded: 'refunded',
  failed: 'voided',
}

const iso = (gmt: string) => new Date(`${gmt.replace(/Z$/, '')}Z`).toISOString()

/** WooCommerce's own gateway of that name. */
const CASH_ON_DELIVERY = 'cod'

function financialOf({ status, date_paid_gmt, payment_method, refunds }: Order): FinancialState {
  // Such an order is processed before the money is there, and its day of payment is the day it is completed.
  if (status === 'processing' && payment_method === CASH_ON_DELIVERY && !date_paid_gmt) return 'pending'
  const state = FINANCIAL[status] ?? (date_paid_gmt ? 'paid' : 'pending')
  return state === 'paid' && refunds.length > 0 ? 'partially_refunded' : state
}

/** A shop that ships to the billing address leaves the other one empty. */
function addressOf({ shipping, billing }: Order): OrderAddress | null {
  const place = shipping.address_1 === '' && shipping.city === '' ? billing : shipping
  if (place.country === '' && place.address_1 === '') return null
  return {
    name: nameOf(place) || nameOf(billing),
    company: place.company,
    address1: place.address_1,
    address2: place.address_2,
    city: place.city,
    province: place.state,
    province_code: place.state,
    zip: place.postcode,
    country_code: place.country,
    phone: place.phone || billing.phone,
    tax_number: '',
  }
}

const nameOf = ({ first_name, last_name }: z.output<typeof Person>) => `${first_name} ${last_name}`.trim()

function toOrder(order: Order, refunds: OrderRefund[]): RemoteOrder {
  const { currency } = order
  const minor = (amount: string) => toMinor(amount === '' ? '0' : amount, currency)
  const returned = (line: string) =>
    refunds
      .flatMap(({ lines }) => lines)
      .reduce((sum, one) => sum + (one.remote_line_id === line ? one.quantity : 0), 0)
  const isOver = order.status === 'cancelled'
  const lines = order.line_items.map((line) => {
    const left = Math.max(0, line.quantity - returned(String(line.id)))
    const subtotal = minor(line.subtotal)
    return {
      remote_line_id: String(line.id),
      remote_product_id: line.product_id === 0 ? null : String(line.product_id),
      remote_variant_id: line.product_id === 0 ? null : String(line.variation_id || line.product_id),
      title: line.parent_name || line.name,
      variant_title: line.parent_name === '' ? '' : line.name.slice(line.parent_name.length).replace(/^ - /, ''),
      sku: line.sku,
      image: line.image?.src || null,
      quantity: line.quantity,
      current_quantity: left,
      unfulfilled_quantity: order.status === 'completed' ? 0 : left,
      unit_price: line.quantity > 0 ? Math.round(subtotal / line.quantity) : 0,
      discount: subtotal - minor(line.total),
      tax: minor(line.total_tax),
    }
  })
  return {
    remote_id: String(order.id),
    number: `#${order.number || order.id}`,
    version: iso(order.date_modified_gmt),
    created_at: iso(order.date_created_gmt),
    currency,
    financial: financialOf(order),
    ...(order.payment_method === CASH_ON_DELIVERY && { cash_on_delivery: true as const }),
    fulfilment: order.status === 'completed' ? 'fulfilled' : 'unfulfilled',
    // WooCommerce does not say when: its last change is the nearest there is.
    cancelled_at: isOver ? iso(order.date_modified_gmt) : null,
    cancel_reason: '',
    customer: {
      remote_id: order.customer_id === 0 ? null : String(order.customer_id),
      name: nameOf(order.billing) || nameOf(order.shipping),
      email: order.billing.email,
      phone: order.billing.phone,
    },
    address: addressOf(order),
    lines,
    subtotal: order.line_items.reduce((sum, line) => sum + minor(line.subtotal), 0),
    discounts: minor(order.discount_total),
    shipping: minor(order.shipping_total),
    taxes: minor(order.total_tax),
    fees: order.fee_lines.map(({ name, total }) => ({ name, amount: minor(total) })),
    coupons: order.coupon_lines.map(({ code, discount }) => ({ code, amount: minor(discount) })),
    total: minor(order.total),
    refunds,
    tags: [],
    note: order.customer_note,
  }
}

/** An order tells only the sums of its refunds; which pieces came back is asked for. */
async function refundsOf(call: WooCall, order: Order): Promise<OrderRefund[]> {
  if (order.refunds.length === 0) return []
  const query = { per_page: String(PAGE), _fields: Object.keys(RefundList.element.shape).join(',') }
  const found = await ask(call, call.credentials, { path: `/wc/v3/orders/${order.id}/refunds`, query }, RefundList)
  return found.map((refund) => ({
    remote_refund_id: String(refund.id),
    created_at: iso(refund.date_created_gmt),
    amount: Math.abs(toMinor(refund.amount === '' ? '0' : refund.amount, order.currency)),
    note: refund.reason,
    // Money alone may be given back: for the whole order without lines, or for a line without pieces of it.
    lines: refund.line_items.flatMap(({ quantity, meta_data }) => {
      const line = meta_data.find(({ key }) => key === REFUNDED_LINE)?.value
      return line === undefined || quantity === 0
        ? []
        : [{ remote_line_id: String(line), quantity: Math.abs(quantity) }]
    }),
  }))
}

async function wholes(call: WooCall, orders: readonly Order[]): Promise<RemoteOrder[]> {
  const all: RemoteOrder[] = []
  for (const order of orders.filter(({ status }) => !NO_SALE.includes(status)))
    all.push(...(await orLeftOut(async () => toOrder(order, await refundsOf(call, order)))))
  return all
}

const ordersBy = (call: WooCall, query: Record<string, string>) =>
  ask(call, call.credentials, { path: '/wc/v3/orders', query: { ...query, _fields: ORDER_FIELDS } }, OrderList)

/** Without `status`, what is in the bin is left out. */
export async function readOrders(call: WooCall, { remote_ids }: { remote_ids: string[] }): Promise<RemoteOrder[]> {
  const all: RemoteOrder[] = []
  for (let from = 0; from < remote_ids.length; from += PAGE) {
    const include = remote_ids.slice(from, from + PAGE).join(',')
    all.push(...(await wholes(call, await ordersBy(call, { include, per_page: String(PAGE) }))))
  }
  return all
}

/** By the time of change, as listings are (listing-reads.ts). */
export async function listOrders(
  call: WooCall,
  input: { cursor?: string; changed_since: Date; page_size: number },
): Promise<OrderPage> {
  const size = Math.min(input.page_size, PAGE)
  const { since, page } = readCursor(input.cursor, Math.floor(input.changed_since.getTime() / 1000) * 1000)
  const orders = await ordersBy(call, {
    orderby: 'modified',
    order: 'asc',
    per_page: String(size),
    page: String(page),
    // "After" leaves out that very second.
    modified_after: gmtText((since ?? 0) - 1000),
    dates_are_gmt: 'true',
  })
  const items = await wholes(call, orders)
  const last = orders.at(-1)
  if (!last || sentLength(orders) < size) return { items, next: null }
  const end = Date.parse(iso(last.date_modified_gmt))
  return { items, next: end === since ? `${end}|${page + 1}` : `${end}|1` }
}
