import { z } from 'zod'
import { dayOf } from '../../catalogue/days.ts'
import { variantsOf } from '../../catalogue/variants.ts'
import { plainText } from '../../control/read-input.ts'
import { priceBasket } from '../../orders/basket.ts'
import { findOrders, orderAt, parcelsOf, placeOrder, seenUntil, totalOf } from '../../orders/order-book.ts'
import type { OrderRow } from '../../orders/tables.ts'
import { Address, refusalOf } from './address-rules.ts'
import { chargesOf } from './charges.ts'
import { skuAttr, skuId } from './dress.ts'
import { refuse } from './envelope.ts'
import { PAY_TIMEOUT_S, statesOf } from './order-states.ts'
import { purseIn } from './purse.ts'
import { type Method, need, parse } from './read-params.ts'

const Extras = z.object({ trade_extra_param: z.object({ nat_addr: z.string() }).optional() })
/** A reference is remembered so long. */
const REMEMBERED_MS = 24 * 3_600_000
const Request = z.object({
  out_order_id: plainText.max(64).optional(),
  logistics_address: Address,
  product_items: z
    .array(
      z.object({
        product_id: z.coerce.string(),
        product_count: z.coerce.number().int().min(1).max(10_000),
        sku_attr: z.string().optional(),
        logistics_service_name: z.string().optional(),
      }),
    )
    .min(1)
    .max(50),
})

const failed = (error_code: string, error_msg: string) => ({ result: { is_success: false, error_code, error_msg } })
/** The buyer pays on the site: whoever expected it to be paid at once is told so. */
const placed = (orders: readonly OrderRow[]) => ({
  result: {
    is_success: true,
    order_list: orders.map(({ no }) => numberOf(no)),
    error_msg: 'The order was created, but auto-pay failed',
  },
})
/** Fits a number of JavaScript's, as the platform's own do. */
const numberOf = (no: number) => 8_190_000_000_000_000 + no
const noOf = (number: number) => number - 8_190_000_000_000_000

/** An order for each store that something is bought from. The buyer pays on the site: here that is an action of the control room's. */
export const orderCreate: Method = async ({ params, world, supply, account }) => {
  const read = Request.safeParse(parse(need(params, 'param_place_order_request4_open_api_d_t_o')))
  if (!read.success) throw refuse('InvalidParameter', 'The specified parameter param_place_order_request4 is not valid')
  const { out_order_id = '', logistics_address: address, product_items } = read.data
  const { trade_extra_param } = Extras.parse(parse(params.text['ds_extend_request'] ?? '{}'))
  const refusal = refusalOf(address, trade_extra_param?.nat_addr)
  if (refusal) return failed(refusal.code, refusal.message)
  const day = dayOf(world.now())
  const items = product_items.map(({ product_id, product_count: quantity, sku_attr, logistics_service_name }) => {
    const offer = supply.find('aliexpress', product_id)
    const variant = offer && variantsOf(offer, day).find((one) => !sku_attr || skuAttr(offer, one) === sku_attr)
    return offer && variant && { offer, variant, quantity, sku_id: skuId(offer, variant), logistics_service_name }
  })
  const known = items.flatMap((item) => (item ? [item] : []))
  const [first] = known
  if (!first || known.length < items.length)
    return failed('ERROR_WHEN_BUILD_FOR_PLACE_ORDER', 'a product or its variant is not there')
  const basket = await priceBasket(
    world,
    known.map((item) => ({ ...item, variant: item.variant.index })),
    { to: address.country, from: first.variant.stock[0]?.country },
  )
  const service = basket.services.find(({ code }) => code === first.logistics_service_name)
  if (!service) return failed('DELIVERY_METHOD_NOT_EXIST', 'delivery method not exist')
  if (basket.short !== undefined) return failed('INVENTORY_HOLD_ERROR', 'inventory hold error')
  const duties = known.reduce((sum, { variant, quantity }, i) => {
    const purse = purseIn('USD', world.now())
    const charges = purse && chargesOf(variant, basket.prices[i] ?? 0, address.country, purse)
    const tax = charges?.price_include_tax ? 0 : Number(charges?.tax_amount ?? 0)
    return sum + quantity * Math.round((tax + Number(charges?.estimated_import_charges ?? 0)) * 100)
  }, 0)
  const lines = known.map(({ offer, sku_id, quantity }, i) => ({
    store: offer.seller.id,
    line: { line_id: String(i + 1), product_id: offer.id, sku_id, quantity, price: basket.prices[i] ?? 0 },
  }))
  const orders: OrderRow[] = []
  for (const [part, own] of [...Map.groupBy(lines, ({ store }) => store).values()].entries()) {
    const reference = part === 0 || out_order_id === '' ? out_order_id : `${out_order_id}/${part + 1}`
    const { order } = await placeOrder(
      world,
      {
        account,
        reference,
        content: need(params, 'param_place_order_request4_open_api_d_t_o'),
        buyer: address.contact_person,
        service: service.code,
        lines: own.map(({ line }) => line),
        // Duties are collected with the parcel. The first part carries what the whole costs to send.
        shipping_total: part === 0 ? service.cost + duties : 0,
      },
      out_order_id === '' ? 'never' : { for_ms: REMEMBERED_MS },
    )
    orders.push(order)
  }
  return placed(orders)
}

export const orderGet: Method = async ({ params, world, account }) => {
  const query = z.object({ order_id: z.coerce.number() }).safeParse(parse(need(params, 'single_order_query')))
  if (!query.success) throw refuse('InvalidParameter', 'The specified parameter single_order_query is not valid')
  const no = noOf(query.data.order_id)
  const [order] = no > 0 && Number.isSafeInteger(no) ? await findOrders(world, account, { no }) : []
  const seen = order && orderAt(order, await seenUntil(world, 'order.get'))
  if (!seen) return { result: {} }
  const { whole, lines } = await statesOf(world, seen)
  return {
    result: {
      order_status: whole.state,
      pay_timeout_second: String(PAY_TIMEOUT_S),
      logistics_status: parcelsOf(seen).length > 0 ? 'SELLER_SEND_GOODS' : 'NO_LOGISTICS',
      order_amount: { amount: (totalOf(seen) / 100).toFixed(2), currency_code: 'USD' },
      child_order_list: seen.lines.map(({ product_id, quantity }, i) => ({
        product_id: Number(product_id),
        product_count: quantity,
        order_status: lines[i]?.state,
        ...(lines[i]?.end_reason && { end_reason: lines[i].end_reason }),
      })),
      logistics_info_list: parcelsOf(seen).map(({ suffix }) => ({
        logistics_no: `LP${seen.no}${suffix}`,
        logistics_service: seen.service,
      })),
    },
  }
}

/**
 * What the carriers show of an order's parcels. The source is another than the connector's: the reply with
 * `package_item_list` of `sku_desc`, `quantity` as text, `item_id` and `item_title` in the mock of a dropshipping backend,
 * and the refusal with code 1001 beside it (November 2026).
 */
export const trackingGet: Method = async ({ params, world, account }) => {
  const no = noOf(Number(need(params, 'ae_order_id')))
  need(params, 'language')
  const [order] = no > 0 && Number.isSafeInteger(no) ? await findOrders(world, account, { no }) : []
  const seen = order && orderAt(order, await seenUntil(world, 'order.tracking.get'))
  const parcels = seen ? parcelsOf(seen) : []
  if (parcels.length === 0) return { result: { ret: false, code: '1001', msg: 'TRACKING DATA NOT FOUND' } }
  const lines = parcels.map((parcel) => ({
    mail_no: `LP${no}${parcel.suffix}`,
    carrier_name: 'AliExpress Selection Standard',
    detail_node_list: [{ time_stamp: String(parcel.at.getTime()), tracking_name: 'Package shipped' }],
    package_item_list: parcel.lines.map(({ product_id, quantity }) => ({
      item_id: product_id,
      quantity: String(quantity),
      sku_desc: '',
      item_title: '',
    })),
  }))
  return { result: { ret: true, code: '0', msg: '', data: { tracking_detail_line_list: lines } } }
}
