/** Reading orders and returns, from the vendor's pages "Get Order List", "Get Order Detail" and "Search Returns". */
import { toDecimal, toMinor } from '@omni/domain/money.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse, success } from './envelope.ts'
import { shopOf } from './guard.ts'
import { itemId, orderId, orderNumber, packageId, productId, returnId, skuId } from './ids.ts'
import { DELIVERY_OPTION, PROVIDERS } from './package-routes.ts'
import { pictureUrl } from './show.ts'
import { findOrder } from './orders.ts'
import { readInput } from './product-input.ts'
import type { OrderItem, OrderRow, ReturnRow, Shop, TikTokWorld } from './tables.ts'

const MOST_IDS = 50
const at = (endpoint: string) => ({ config: { endpoint } })
const unix = (date: Date | null) => (date ? Math.floor(date.getTime() / 1000) : 0)

const Page = z.object({
  page_size: z.coerce.number().int().min(1).max(100),
  page_token: z.string().optional(),
  sort_field: z.enum(['create_time', 'update_time']).default('create_time'),
  sort_order: z.enum(['ASC', 'DESC']).default('DESC'),
})
const Search = z.object({
  order_status: z.string().optional(),
  create_time_ge: z.number().optional(),
  create_time_lt: z.number().optional(),
  update_time_ge: z.number().optional(),
  update_time_lt: z.number().optional(),
})
const ReturnSearch = z.object({ order_ids: z.array(z.string()).optional() })
const ReturnPage = z.object({
  page_size: z.coerce.number().int().min(10).max(50).default(10),
  page_token: z.string().optional(),
})

/** The address is told once the order is paid. A number has its country's code in brackets. */
function recipientOf({ body, status }: OrderRow) {
  if (status === 'UNPAID') return undefined
  const { first_name, last_name, phone, address1, city, province, zip, country_code } = body.recipient
  const [, code = '', rest = phone] = /^(\+\d{1,2})(\d{8,})$/.exec(phone) ?? []
  return {
    full_address: `${address1} ${city}, ${province} ${zip}`,
    name: `${first_name} ${last_name}`,
    first_name,
    last_name,
    phone_number: code ? `(${code})${rest}` : rest,
    region_code: country_code,
    postal_code: zip,
    address_line1: address1,
    address_line2: '',
    address_detail: address1,
    district_info: [
      { address_level_name: 'Country', address_name: country_code, address_level: 'L0' },
      ...(province ? [{ address_level_name: 'State', address_name: province, address_level: 'L1' }] : []),
      { address_level_name: 'City', address_name: city, address_level: 'L3' },
    ],
  }
}

function displayStatus(item: OrderItem, status: OrderRow['status']): string {
  if (item.is_cancelled) return 'CANCELLED'
  if (item.package) return 'IN_TRANSIT'
  return status === 'PARTIALLY_SHIPPING' ? 'AWAITING_SHIPMENT' : status
}

function showOrder(world: TikTokWorld, shop: Shop, row: OrderRow) {
  const { body, id, status } = row
  const { currency } = shop
  const products = body.items.reduce((sum, { price }) => sum + toMinor(price, currency), 0)
  const taxOf = (price: string) => Math.round((toMinor(price, currency) * body.tax_percent) / 100)
  const tax = body.items.reduce((sum, { price }) => sum + taxOf(price), 0)
  const text = (minor: number) => toDecimal(minor, currency)
  return {
    id: orderId(id),
    status,
    user_id: body.buyer.user_id,
    buyer_email: body.buyer.email,
    buyer_message: body.message,
    create_time: unix(row.created_at),
    // Two days to hand it over, once it is paid.
    rts_sla_time: row.paid_at === null ? 0 : unix(row.paid_at) + 2 * 86_400,
    update_time: unix(row.updated_at),
    paid_time: unix(row.paid_at),
    ...(row.cancelled_at && { cancel_time: unix(row.cancelled_at), cancel_reason: body.cancel_reason }),
    fulfillment_type: 'FULFILLMENT_BY_SELLER',
    shipping_type: 'SELLER',
    delivery_option_id: DELIVERY_OPTION,
    delivery_type: 'HOME_DELIVERY',
    payment: {
      currency,
      original_total_product_price: text(products),
      seller_discount: '0',
      platform_discount: '0',
      sub_total: text(products),
      original_shipping_fee: body.shipping_fee,
      shipping_fee: body.shipping_fee,
      tax: text(tax),
      total_amount: text(products + toMinor(body.shipping_fee, currency) + tax),
    },
    ...(status === 'UNPAID' ? {} : { recipient_address: recipientOf(row) }),
    line_items: body.items.map((item) => ({
      id: itemId(id, item.no),
      sku_id: skuId(item.product, item.sku_no),
      product_id: productId(item.product),
      product_name: item.product_name,
      sku_name: item.sku_name,
      seller_sku: item.seller_sku,
      ...(item.image && { sku_image: pictureUrl(world, item.image) }),
      original_price: item.price,
      sale_price: item.price,
      seller_discount: '0',
      platform_discount: '0',
      currency,
      display_status: displayStatus(item, status),
      ...(item.package && {
        package_id: packageId(id, item.package.no),
        tracking_number: item.package.tracking_number,
        shipping_provider_id: item.package.provider_id,
        shipping_provider_name: PROVIDERS.find((one) => one.id === item.package?.provider_id)?.name ?? '',
      }),
      is_gift: false,
      ...(body.tax_percent > 0 && {
        item_tax: [
          { tax_type: 'SALES_TAX', tax_amount: text(taxOf(item.price)), tax_rate: String(body.tax_percent / 100) },
        ],
      }),
    })),
  }
}

const showReturn = (shop: Shop, row: ReturnRow) => ({
  return_id: returnId(row.id),
  order_id: orderId(row.order_id),
  return_type: 'REFUND',
  return_status: row.status,
  role: 'BUYER',
  return_reason_text: row.reason,
  create_time: unix(row.created_at),
  update_time: unix(row.created_at),
  refund_amount: { currency: shop.currency, refund_total: row.total, refund_subtotal: row.total },
  return_line_items: row.item_nos.map((no) => ({
    return_line_item_id: `${returnId(row.id)}${no}`,
    order_line_item_id: itemId(row.order_id, no),
  })),
})

async function search(world: TikTokWorld, shop: Shop, query: unknown, given: unknown) {
  const page = Page.safeParse(query).data
  if (!page) throw refuse(36009004, 'Invalid page_size, sort_field or sort_order.', 400)
  const filter = readInput(Search, given ?? {})
  const time = (seconds: number) => new Date(seconds * 1000)
  let rows = world.db.selectFrom('orders').where('shop', '=', shop.id)
  if (filter.order_status) rows = rows.where('status', '=', filter.order_status as OrderRow['status']) // compared only
  if (filter.create_time_ge !== undefined) rows = rows.where('created_at', '>=', time(filter.create_time_ge))
  if (filter.create_time_lt !== undefined) rows = rows.where('created_at', '<', time(filter.create_time_lt))
  if (filter.update_time_ge !== undefined) rows = rows.where('updated_at', '>=', time(filter.update_time_ge))
  if (filter.update_time_lt !== undefined) rows = rows.where('updated_at', '<', time(filter.update_time_lt))
  const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const token = /^\d{1,9}$/.test(page.page_token ?? '') ? Number(page.page_token) : 0
  const direction = page.sort_order === 'ASC' ? 'asc' : 'desc'
  const found = await rows
    .selectAll()
    .orderBy(page.sort_field === 'create_time' ? 'created_at' : 'updated_at', direction)
    .orderBy('id', direction)
    .offset(token)
    .limit(page.page_size)
    .execute()
  const next = token + found.length
  return success({
    total_count: Number(total),
    orders: found.map((row) => showOrder(world, shop, row)),
    next_page_token: next < Number(total) ? String(next) : '',
  })
}

export function orderRoutes(app: FastifyInstance, world: TikTokWorld) {
  app.get<{ Querystring: { ids?: string } }>('/order/202309/orders', at('orders.get'), async (request) => {
    const shop = await shopOf(world, request)
    const ids = (request.query.ids ?? '').split(',').filter(Boolean)
    if (ids.length === 0 || ids.length > MOST_IDS) throw refuse(36009004, 'Invalid ids.', 400)
    const rows: OrderRow[] = []
    for (const id of ids) {
      const row = await findOrder(world, shop, id)
      if (!row) throw refuse(21008111, 'The order or package does not belong to the current seller.')
      rows.push(row)
    }
    return success({ orders: rows.map((row) => showOrder(world, shop, row)) })
  })

  app.post('/order/202309/orders/search', at('orders.search'), async (request) =>
    search(world, await shopOf(world, request), request.query, request.body),
  )

  app.post('/return_refund/202309/returns/search', at('returns.search'), async (request) => {
    const shop = await shopOf(world, request)
    const page = ReturnPage.safeParse(request.query).data
    if (!page) throw refuse(25001001, 'An invalid request parameter was passed.')
    const { order_ids } = readInput(ReturnSearch, request.body ?? {})
    let rows = world.db.selectFrom('returns').selectAll().where('shop', '=', shop.id)
    if (order_ids) rows = rows.where('order_id', 'in', [0, ...order_ids.map(orderNumber)])
    const all = await rows.orderBy('id', 'desc').execute()
    const from = /^\d{1,9}$/.test(page.page_token ?? '') ? Number(page.page_token) : 0
    const found = all.slice(from, from + page.page_size)
    const next = from + found.length
    return success({
      total_count: all.length,
      return_orders: found.map((row) => showReturn(shop, row)),
      next_page_token: next < all.length ? String(next) : '',
    })
  })
}
