import type { FinancialState, FulfilmentState, RemoteOrder, RemoteOrderLine } from '@omni/domain/orders/document.ts'
import { toMinor } from '@omni/domain/money.ts'
import { soldIn } from '@omni/domain/orders/one-sale.ts'
import { z } from 'zod'
import { parts, rows } from '../../rows.ts'
import type { VendorCall } from '../../vendor.ts'
import type { OrderPage } from '../channel.ts'
import type { App, Credentials } from './app.ts'
import { ask, smaller } from './client.ts'
import { nodesOf } from './schemas.ts'
import { LIST_ORDERS, MORE_LINES, ORDER_LIST_AT_ONCE, ORDERS_AT_ONCE, READ_ORDERS } from './documents.ts'

type Call = VendorCall<App, Credentials>

const nodes = <T extends z.ZodType>(of: T) => z.object({ nodes: z.array(of) })
const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const Amount = z.object({ shopMoney: z.object({ amount: z.string() }) })
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

const Line = z.object({
  id: z.string(),
  title: z.string(),
  variantTitle: text,
  sku: text,
  quantity: z.number(),
  currentQuantity: z.number(),
  unfulfilledQuantity: z.number(),
  originalUnitPriceSet: Amount,
  totalDiscountSet: Amount,
  taxLines: z.array(z.object({ priceSet: Amount })),
  product: z.object({ id: z.string() }).nullable(),
  variant: z.object({ id: z.string() }).nullable(),
  image: z.object({ url: z.string() }).nullable(),
})
const Lines = nodes(Line).extend({ pageInfo: PageInfo })

const Order = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  currencyCode: z.string(),
  displayFinancialStatus: z.string().nullable(),
  displayFulfillmentStatus: z.string(),
  cancelledAt: z.string().nullable(),
  cancelReason: text,
  email: text,
  phone: text,
  note: text,
  tags: z.array(z.string()),
  sourceName: text,
  sourceIdentifier: text,
  paymentGatewayNames: parts(z.string()),
  shippingAddress: z
    .object({
      name: text,
      company: text,
      address1: text,
      address2: text,
      city: text,
      province: text,
      provinceCode: text,
      zip: text,
      countryCodeV2: text,
      phone: text,
    })
    .nullable(),
  totalDiscountsSet: Amount.nullable(),
  totalShippingPriceSet: Amount,
  totalTaxSet: Amount.nullable(),
  totalPriceSet: Amount,
  lineItems: Lines,
  refunds: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string().nullable(),
      note: text,
      totalRefundedSet: Amount,
      refundLineItems: nodes(z.object({ quantity: z.number(), lineItem: z.object({ id: z.string() }) })),
    }),
  ),
})
type Order = z.output<typeof Order>

const ReadReply = nodesOf(Order)
const ListReply = z.object({ orders: z.object({ nodes: rows(Order), pageInfo: PageInfo }) })
const MoreLinesReply = z.object({ order: z.object({ lineItems: Lines }).nullable() })

const FINANCIAL: Record<string, FinancialState> = {
  AUTHORIZED: 'authorized',
  EXPIRED: 'voided',
  PAID: 'paid',
  PARTIALLY_PAID: 'partially_paid',
  PARTIALLY_REFUNDED: 'partially_refunded',
  PENDING: 'pending',
  REFUNDED: 'refunded',
  VOIDED: 'voided',
}

/** The platform's own manual method; a merchant may have named one in other words. */
const CASH_ON_DELIVERY = /cash on delivery|\bcod\b/i

function fulfilmentOf(status: string): FulfilmentState {
  if (status === 'FULFILLED') return 'fulfilled'
  return status === 'PARTIALLY_FULFILLED' ? 'partial' : 'unfulfilled'
}

type Money = { shopMoney: { amount: string } } | null

function toLine(line: z.output<typeof Line>, currency: string): RemoteOrderLine {
  const minor = (money: Money) => toMinor(money?.shopMoney.amount ?? '0', currency)
  return {
    remote_line_id: line.id,
    remote_product_id: line.product?.id ?? null,
    remote_variant_id: line.variant?.id ?? null,
    title: line.title,
    variant_title: line.variantTitle,
    sku: line.sku,
    image: line.image?.url ?? null,
    quantity: line.quantity,
    current_quantity: line.currentQuantity,
    unfulfilled_quantity: line.unfulfilledQuantity,
    unit_price: minor(line.originalUnitPriceSet),
    discount: minor(line.totalDiscountSet),
    tax: line.taxLines.reduce((sum, { priceSet }) => sum + minor(priceSet), 0),
  }
}

function toOrder(order: Order): Omit<RemoteOrder, 'subtotal'> {
  const currency = order.currencyCode
  const minor = (money: Money) => toMinor(money?.shopMoney.amount ?? '0', currency)
  const address = order.shippingAddress
  // An app that brings in sales of another channel names the channel and the order's id there.
  const sold_in = soldIn(order.sourceName, order.sourceIdentifier)
  return {
    remote_id: order.id,
    number: order.name,
    version: new Date(order.updatedAt).toISOString(),
    created_at: new Date(order.createdAt).toISOString(),
    currency,
    // A status that we do not know is no payment.
    financial: FINANCIAL[order.displayFinancialStatus ?? ''] ?? 'pending',
    ...(order.paymentGatewayNames.some((name) => CASH_ON_DELIVERY.test(name)) && { cash_on_delivery: true as const }),
    fulfilment: fulfilmentOf(order.displayFulfillmentStatus),
    cancelled_at: order.cancelledAt === null ? null : new Date(order.cancelledAt).toISOString(),
    cancel_reason: order.cancelReason.toLowerCase(),
    customer: {
      // The customer's own record needs a scope more, and tells nothing that an order needs.
      remote_id: null,
      name: address?.name ?? '',
      email: order.email,
      phone: order.phone,
    },
    address: address && {
      name: address.name,
      company: address.company,
      address1: address.address1,
      address2: address.address2,
      city: address.city,
      province: address.province,
      province_code: address.provinceCode,
      zip: address.zip,
      country_code: address.countryCodeV2,
      phone: address.phone || order.phone,
      tax_number: '',
    },
    lines: order.lineItems.nodes.map((line) => toLine(line, currency)),
    discounts: minor(order.totalDiscountsSet),
    shipping: minor(order.totalShippingPriceSet),
    taxes: minor(order.totalTaxSet),
    total: minor(order.totalPriceSet),
    refunds: order.refunds.map((refund) => ({
      remote_refund_id: refund.id,
      created_at: new Date(refund.createdAt ?? order.updatedAt).toISOString(),
      amount: minor(refund.totalRefundedSet),
      note: refund.note,
      lines: refund.refundLineItems.nodes.map(({ lineItem, quantity }) => ({ remote_line_id: lineItem.id, quantity })),
    })),
    tags: order.tags,
    note: order.note,
    ...(sold_in && { sold_in }),
  }
}

/** An order as a whole, whatever number of lines it has. */
async function whole(call: Call, order: Order): Promise<RemoteOrder> {
  const found = toOrder(order)
  let page = order.lineItems.pageInfo
  while (page.hasNextPage && page.endCursor !== null) {
    const document = { text: MORE_LINES.text, cost: MORE_LINES.cost() }
    const reply = await ask(call, document, { id: order.id, after: page.endCursor }, MoreLinesReply)
    if (!reply.order) break
    found.lines.push(...reply.order.lineItems.nodes.map((line) => toLine(line, order.currencyCode)))
    page = reply.order.lineItems.pageInfo
  }
  return { ...found, subtotal: goodsOf(found) }
}

/**
 * What all pieces cost before anything was taken off. `subtotalPriceSet` is after discounts (Shopify's page of an order, and
 * the types that a Java and a .NET client made of the schema), and those are told beside it.
 */
const goodsOf = ({ lines }: Pick<RemoteOrder, 'lines'>) =>
  lines.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0)

async function wholes(call: Call, orders: readonly Order[]): Promise<RemoteOrder[]> {
  const all: RemoteOrder[] = []
  for (const order of orders) all.push(await whole(call, order))
  return all
}

export async function readOrders(call: Call, { remote_ids }: { remote_ids: string[] }): Promise<RemoteOrder[]> {
  const found: RemoteOrder[] = []
  for (let start = 0; start < remote_ids.length;) {
    const { nodes: page, size } = await smaller(ORDERS_AT_ONCE, async (size) => {
      const ids = remote_ids.slice(start, start + size)
      return {
        ...(await ask(call, { text: READ_ORDERS.text, cost: READ_ORDERS.cost(ids.length) }, { ids }, ReadReply)),
        size,
      }
    })
    const there = page.filter((node) => node !== null)
    found.push(...(await wholes(call, there)))
    start += size
  }
  return found
}

/** Without `read_all_orders` Shopify answers with those of the last 60 days only, which is all that can be bought anyway. */
export async function listOrders(
  call: Call,
  { cursor, changed_since, page_size }: { cursor?: string; changed_since: Date; page_size: number },
): Promise<OrderPage> {
  const { orders } = await smaller(Math.min(page_size, ORDER_LIST_AT_ONCE), (first) =>
    ask(
      call,
      { text: LIST_ORDERS.text, cost: LIST_ORDERS.cost(first) },
      { first, after: cursor ?? null, query: `updated_at:>='${changed_since.toISOString()}'` },
      ListReply,
    ),
  )
  const { hasNextPage, endCursor } = orders.pageInfo
  return { items: await wholes(call, orders.nodes), next: hasNextPage ? endCursor : null }
}
