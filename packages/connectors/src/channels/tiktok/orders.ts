/**
 * Orders of a TikTok shop. What was seen where (November 2026): paths, fields and states of orders and returns in the types
 * of hsib19/tiktok-shop-sdk and on the vendor's pages as kept in lazykern/ecommerce-api-docs; the code for an order of
 * somebody else on those pages alone. From notes alone: one line item for each piece. To be confirmed with a live shop:
 * whether the time of change moves with a refund.
 */
import { toMinor } from '@omni/domain/money.ts'
import { repairAddress } from '@omni/domain/orders/address.ts'
import type {
  FinancialState,
  FulfilmentState,
  OrderAddress,
  OrderRefund,
  RemoteOrder,
  RemoteOrderLine,
} from '@omni/domain/orders/document.ts'
import { EMPTY_ADDRESS } from '@omni/domain/orders/document.ts'
import { VendorError } from '../../vendor-error.ts'
import type { OrderPage } from '../channel.ts'
import { ask, type TikTokCall } from './client.ts'
import { type LineItem, Orders, type Order, type Return, Returns } from './order-schemas.ts'

const IDS_AT_ONCE = 50
const PAGE = 100
const RETURNS_PAGE = 50
const NOT_OF_THIS_SELLER = '21008111'

/** Nothing was sent yet, as the platform sees it. */
export const TO_SEND = ['UNPAID', 'ON_HOLD', 'AWAITING_SHIPMENT', '']
const CANCELLED = 'CANCELLED'
const FULFILMENT: Record<string, FulfilmentState> = {
  UNPAID: 'unfulfilled',
  ON_HOLD: 'unfulfilled',
  AWAITING_SHIPMENT: 'unfulfilled',
  PARTIALLY_SHIPPING: 'partial',
  AWAITING_COLLECTION: 'fulfilled',
  IN_TRANSIT: 'fulfilled',
  DELIVERED: 'fulfilled',
  COMPLETED: 'fulfilled',
  CANCELLED: 'unfulfilled',
}
/** The money goes back, or has gone back. */
const REFUNDED = ['RETURN_OR_REFUND_REQUEST_SUCCESS', 'RETURN_OR_REFUND_REQUEST_COMPLETE']

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

function financialOf({ status, paid_time }: Order, refunds: readonly OrderRefund[]): FinancialState {
  if (status === 'UNPAID') return 'pending'
  // The buyer can still take it back without asking, and its address is not told yet.
  if (status === 'ON_HOLD') return 'authorized'
  if (status === CANCELLED) return paid_time > 0 ? 'refunded' : 'voided'
  // A status that nobody described is no payment.
  if (!Object.hasOwn(FULFILMENT, status) && paid_time === 0) return 'pending'
  return refunds.length > 0 ? 'partially_refunded' : 'paid'
}

/** What TikTok's own warehouse sends is none of the seller's business. */
const fulfilmentOf = ({ status, fulfillment_type }: Order): FulfilmentState =>
  fulfillment_type === 'FULFILLMENT_BY_TIKTOK' ? 'fulfilled' : (FULFILMENT[status] ?? 'fulfilled')

/** Names of the parts of an address are the country's own; the level is not. */
function districtOf({ district_info }: NonNullable<Order['recipient_address']>, name: RegExp, level: string): string {
  const found =
    district_info.find(({ address_level_name }) => name.test(address_level_name)) ??
    district_info.find(({ address_level }) => address_level === level)
  return found?.address_name ?? ''
}

/** Null: not told, as long as an order is unpaid or on hold. "(+1)2135551234" is written as others write it. */
function addressOf({ recipient_address: place, cpf }: Order): OrderAddress | null {
  if (!place || (place.region_code === '' && place.address_line1 === '' && place.address_detail === '')) return null
  const address = {
    ...EMPTY_ADDRESS,
    name: place.name || `${place.first_name} ${place.last_name}`.trim(),
    address1: place.address_line1 || place.address_detail,
    address2: [place.address_line2, place.address_line3, place.address_line4].filter(Boolean).join(', '),
    city: districtOf(place, /city|town/i, 'L3'),
    province: districtOf(place, /state|province/i, 'L1'),
    zip: place.postal_code,
    country_code: place.region_code,
    phone: place.phone_number.replace(/[()\s-]/g, ''),
    tax_number: cpf,
  }
  // States come by their names alone; suppliers ask for their codes.
  const { province, province_code } = repairAddress(address)
  return { ...address, province, province_code }
}

/** Ids are digits, and longer ones are later. */
const firstId = (items: readonly LineItem[]): string =>
  items.map(({ id }) => id).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))[0] ?? ''

/** The platform tells every piece on its own. Equal ones are a line, which has the id of the first. */
export const pieceGroups = ({ line_items }: Pick<Order, 'line_items'>): { line_id: string; items: LineItem[] }[] =>
  [...Map.groupBy(line_items, (item) => `${item.sku_id} ${item.original_price} ${item.is_gift}`).values()].map(
    (items) => ({ line_id: firstId(items), items }),
  )

function linesOf(order: Order, refunds: readonly OrderRefund[]): RemoteOrderLine[] {
  const { currency } = order.payment
  const minor = (amount: string) => toMinor(amount || '0', currency)
  const returned = new Set(refunds.flatMap(({ lines }) => lines.map(({ remote_line_id }) => remote_line_id)))
  return pieceGroups(order).flatMap(({ line_id, items }) => {
    const [first] = items
    if (!first) return []
    const wanted = items.filter(({ id, display_status }) => display_status !== CANCELLED && !returned.has(id))
    const sum = (amounts: (item: LineItem) => readonly string[]) =>
      items.flatMap(amounts).reduce((total, amount) => total + minor(amount), 0)
    return {
      remote_line_id: line_id,
      remote_product_id: first.product_id || null,
      remote_variant_id: first.sku_id || null,
      title: first.product_name,
      variant_title: first.sku_name,
      sku: first.seller_sku,
      image: first.sku_image || null,
      quantity: items.length,
      current_quantity: order.status === CANCELLED ? 0 : wanted.length,
      unfulfilled_quantity:
        fulfilmentOf(order) === 'fulfilled'
          ? 0
          : wanted.filter(({ display_status }) => TO_SEND.includes(display_status)).length,
      unit_price: minor(first.original_price),
      discount: sum(({ seller_discount, platform_discount }) => [seller_discount, platform_discount]),
      tax: sum(({ item_tax }) => item_tax.map(({ tax_amount }) => tax_amount)),
    }
  })
}

/** Pieces that came back are named by their own ids: they become those of the lines they belong to. */
function refundsByLine(
  order: Order,
  refunds: readonly OrderRefund[],
  lines: readonly RemoteOrderLine[],
): OrderRefund[] {
  const lineOf = (id: string) => {
    const item = order.line_items.find((one) => one.id === id)
    return lines.find(
      ({ remote_variant_id, unit_price }) =>
        item &&
        remote_variant_id === item.sku_id &&
        unit_price === toMinor(item.original_price || '0', order.payment.currency),
    )?.remote_line_id
  }
  return refunds.map((refund) => {
    const counted = Map.groupBy(refund.lines, ({ remote_line_id }) => lineOf(remote_line_id) ?? remote_line_id)
    return {
      ...refund,
      lines: [...counted].map(([remote_line_id, pieces]) => ({ remote_line_id, quantity: pieces.length })),
    }
  })
}

/** Exported for its test. */
export function toOrder(order: Order, refunds: readonly OrderRefund[]): RemoteOrder {
  const { payment } = order
  const minor = (amount: string) => toMinor(amount || '0', payment.currency)
  const lines = linesOf(order, refunds)
  const subtotal = minor(payment.original_total_product_price)
  const discounts = minor(payment.seller_discount) + minor(payment.platform_discount)
  const shipping = minor(payment.shipping_fee)
  const total = minor(payment.total_amount)
  const address = addressOf(order)
  return {
    remote_id: order.id,
    number: order.id,
    version: iso(order.update_time),
    created_at: iso(order.create_time),
    ...(order.rts_sla_time > 0 && { promised_at: iso(order.rts_sla_time) }),
    currency: payment.currency,
    financial: financialOf(order, refunds),
    fulfilment: fulfilmentOf(order),
    cancelled_at: order.status === CANCELLED ? iso(order.cancel_time || order.update_time) : null,
    cancel_reason: order.cancel_reason,
    customer: {
      remote_id: order.user_id || null,
      name: address?.name ?? '',
      email: order.buyer_email,
      phone: address?.phone ?? '',
    },
    address,
    lines,
    subtotal,
    discounts,
    shipping,
    // Taxes and every fee that some country adds on top.
    taxes: total - subtotal + discounts - shipping,
    total,
    refunds: refundsByLine(order, refunds, lines),
    tags: [],
    note: order.buyer_message,
  }
}

interface Refunds {
  of: Map<string, OrderRefund[]>
  /** Not all of theirs could be read. */
  broken: Set<string>
}

/** Refunds of several orders, by order; `remote_line_id` is a piece's own id here. An order does not tell them itself. */
async function refundsOf(call: TikTokCall, orders: readonly Order[]): Promise<Refunds> {
  const found: Refunds = { of: new Map(), broken: new Set() }
  for (let from = 0; from < orders.length; from += RETURNS_PAGE) {
    const body = { order_ids: orders.slice(from, from + RETURNS_PAGE).map(({ id }) => id) }
    let page_token = ''
    do {
      const query = { page_size: String(RETURNS_PAGE), ...(page_token && { page_token }) }
      const path = '/return_refund/202309/returns/search'
      const reply = await ask(call, { method: 'POST', path, query, body }, Returns)
      for (const one of reply.return_orders.items) {
        const currency = orders.find(({ id }) => id === one.order_id)?.payment.currency
        const refund = currency === undefined ? null : toRefund(one, currency)
        if (refund) found.of.set(one.order_id, [...(found.of.get(one.order_id) ?? []), refund])
      }
      for (const id of reply.return_orders.broken) found.broken.add(id)
      page_token = reply.next_page_token
    } while (page_token !== '')
  }
  return found
}

/** Null: no money goes back. Exported for its test. */
export function toRefund(one: Return, order_currency: string): OrderRefund | null {
  if (!REFUNDED.includes(one.return_status) || !one.refund_amount) return null
  const { currency, refund_total } = one.refund_amount
  return {
    remote_refund_id: one.return_id,
    created_at: iso(one.update_time || one.create_time),
    amount: toMinor(refund_total || '0', currency || order_currency),
    note: one.return_reason_text,
    lines: one.return_line_items.map(({ order_line_item_id }) => ({ remote_line_id: order_line_item_id, quantity: 1 })),
  }
}

async function wholes(call: TikTokCall, orders: readonly Order[]): Promise<RemoteOrder[]> {
  const paid = orders.filter(({ paid_time }) => paid_time > 0)
  const { of, broken } = await refundsOf(call, paid)
  return orders.filter(({ id }) => !broken.has(id)).map((order) => toOrder(order, of.get(order.id) ?? []))
}

/** One order of somebody else fails the whole list: then each is asked for on its own. */
async function ordersById(call: TikTokCall, ids: readonly string[]): Promise<Order[]> {
  try {
    const query = { ids: ids.join(',') }
    return (await ask(call, { path: '/order/202309/orders', query }, Orders)).orders
  } catch (error) {
    if (!(error instanceof VendorError) || error.code !== NOT_OF_THIS_SELLER) throw error
    if (ids.length === 1) return []
    const all: Order[] = []
    for (const id of ids) all.push(...(await ordersById(call, [id])))
    return all
  }
}

export async function readOrders(call: TikTokCall, { remote_ids }: { remote_ids: string[] }): Promise<RemoteOrder[]> {
  const ids = remote_ids.filter((id) => /^\d{1,25}$/.test(id))
  const found: Order[] = []
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    found.push(...(await ordersById(call, ids.slice(from, from + IDS_AT_ONCE))))
  return wholes(call, found)
}

/** Sorted by the time of change: what changes meanwhile comes again at the end. */
export async function listOrders(
  call: TikTokCall,
  { cursor, changed_since, page_size }: { cursor?: string; changed_since: Date; page_size: number },
): Promise<OrderPage> {
  const query = {
    page_size: String(Math.min(page_size, PAGE)),
    sort_field: 'update_time',
    sort_order: 'ASC',
    ...(cursor && { page_token: cursor }),
  }
  const body = { update_time_ge: Math.floor(changed_since.getTime() / 1000) }
  const reply = await ask(call, { method: 'POST', path: '/order/202309/orders/search', query, body }, Orders)
  return { items: await wholes(call, reply.orders), next: reply.next_page_token || null }
}
