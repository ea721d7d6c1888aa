/** Orders as GraphQL reads them, and as webhooks tell them. */
import { toDecimal } from '@omni/domain/money.ts'
import { gid, lineId, PER_ORDER, variantNumber } from './ids.ts'
import type { OrderLineRow, OrderRow, RefundRow, Shop, ShopifyWorld } from './tables.ts'
import { viewFulfillment, viewFulfillmentOrders } from './fulfillment-view.ts'
import { statusOf, unsentOf } from './left-of-order.ts'
import { suggestRefund } from './suggest-refund.ts'
import { connection, isoSecond } from './view.ts'
import { sumsOf } from './order-sums.ts'
import { shopUrl } from './shops.ts'

interface Page {
  first?: number | null
  after?: string | null
}

export async function viewOrders(world: ShopifyWorld, shop: Shop, rows: readonly OrderRow[]) {
  const ids = rows.flatMap(({ body }) => body.lines.flatMap(({ file_id }) => file_id ?? []))
  const files =
    ids.length === 0 ? [] : await world.db.selectFrom('files').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(files.map(({ id, name }) => [id, name]))
  return rows.map((row) => viewOrder(world, shop, row, names))
}

function viewOrder(world: ShopifyWorld, shop: Shop, row: OrderRow, files: ReadonlyMap<number, string>) {
  const { id, body } = row
  const money = (amount: string | number) => {
    const text = typeof amount === 'number' ? toDecimal(amount, shop.currency) : amount
    return { shopMoney: { amount: text, currencyCode: shop.currency } }
  }
  const { subtotal, discounts, tax, total } = sumsOf(body, shop.currency)
  const viewLine = (line: OrderLineRow) => {
    const name = line.file_id === null ? undefined : files.get(line.file_id)
    return {
      id: lineId(id, line.no),
      title: line.title,
      variantTitle: line.variant_title,
      sku: line.sku,
      quantity: line.quantity,
      currentQuantity: line.current_quantity,
      unfulfilledQuantity: unsentOf(body, line),
      originalUnitPriceSet: money(line.price),
      totalDiscountSet: money(line.discount ?? 0),
      taxLines: [{ title: 'Tax', priceSet: money(line.tax) }],
      product: { __typename: 'Product', id: gid('Product', line.product_id) },
      variant: { id: gid('ProductVariant', variantNumber(line.product_id, line.variant_no)) },
      image: name === undefined ? null : { url: `${shopUrl(world, shop)}/cdn/files/${encodeURIComponent(name)}` },
    }
  }
  const { address, buyer } = body
  return {
    __typename: 'Order',
    id: gid('Order', id),
    name: `#${row.number}`,
    createdAt: isoSecond(row.created_at),
    updatedAt: isoSecond(row.updated_at),
    currencyCode: shop.currency,
    presentmentCurrencyCode: shop.currency,
    displayFinancialStatus: body.financial,
    displayFulfillmentStatus: body.shown_fulfilment ?? statusOf(body),
    cancelledAt: body.cancelled_at,
    cancelReason: body.cancel_reason,
    email: buyer.email,
    phone: buyer.phone || null,
    note: body.note,
    tags: body.tags,
    sourceName: body.source?.name ?? 'web',
    sourceIdentifier: body.source?.identifier ?? null,
    paymentGatewayNames: [body.gateway ?? 'shopify_payments'],
    customer: { id: gid('Customer', id), displayName: `${buyer.first_name} ${buyer.last_name}`.trim() },
    shippingAddress: {
      name: `${buyer.first_name} ${buyer.last_name}`.trim(),
      company: null,
      address1: address.address1,
      address2: address.address2 || null,
      city: address.city,
      province: address.province || null,
      provinceCode: address.province_code || null,
      zip: address.zip,
      countryCodeV2: address.country_code,
      phone: address.phone || null,
    },
    subtotalPriceSet: money(subtotal),
    totalDiscountsSet: money(discounts),
    totalShippingPriceSet: money(body.shipping),
    totalTaxSet: money(tax),
    totalPriceSet: money(total),
    lineItems: (page: Page) => connection(body.lines.map(viewLine), page),
    fulfillments: ({ first }: { first?: number | null }) =>
      (body.fulfillments ?? []).slice(0, first ?? undefined).map((one) => viewFulfillment(id, one)),
    fulfillmentOrders: (page: Page) => connection(viewFulfillmentOrders(shop, id, body), page),
    suggestedRefund: suggestRefund(shop, row),
    refunds: ({ first }: { first?: number | null }) =>
      body.refunds.slice(0, first ?? body.refunds.length).map((refund) => viewRefund(shop, row, refund)),
  }
}

export const viewRefund = ({ currency }: Shop, { id }: OrderRow, refund: RefundRow) => ({
  id: gid('Refund', id * PER_ORDER + refund.no),
  createdAt: refund.at,
  note: refund.note,
  totalRefundedSet: { shopMoney: { amount: refund.amount, currencyCode: currency } },
  refundLineItems: (page: Page) =>
    connection(
      refund.lines.map(({ no, quantity }) => ({ quantity, lineItem: { id: lineId(id, no) } })),
      page,
    ),
})

/** Webhooks still have the shape of the old REST resources. */
export function restOrder(shop: Shop, { id, number, body, updated_at, created_at }: OrderRow) {
  const { total } = sumsOf(body, shop.currency)
  return {
    id,
    admin_graphql_api_id: gid('Order', id),
    name: `#${number}`,
    order_number: number,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    cancelled_at: body.cancelled_at,
    financial_status: body.financial.toLowerCase(),
    currency: shop.currency,
    total_price: toDecimal(total, shop.currency),
    line_items: body.lines.map(({ no, title, quantity }) => ({ id: id * PER_ORDER + no, title, quantity })),
  }
}

export function restRefund({ id, body }: OrderRow) {
  const refund = body.refunds.at(-1)
  return {
    id: id * PER_ORDER + (refund?.no ?? 0),
    admin_graphql_api_id: gid('Refund', id * PER_ORDER + (refund?.no ?? 0)),
    order_id: id,
    note: refund?.note ?? null,
    created_at: refund?.at ?? null,
  }
}
