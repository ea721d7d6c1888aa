/**
 * Buying at AliExpress: created by us, paid by the seller on the site. What was seen where (November 2026):
 * - aliexpress.ds.order.create with `out_order_id`, `logistics_address` and `product_items`, its reply `is_success`,
 *   `order_list.number` and `error_code`: the types of ae_sdk, a French shop's client and a Laravel tool.
 * - `sku_attr` and not `sku_id` names the variant: ae_sdk, and a Medusa tool that warns of the mistake.
 * - several numbers for one call, success without a number, and REPEATED_ORDER_ERROR as "may exist": the tests of a
 *   purchasing service; "already handled successfully": a Node client's catalogue of errors.
 * - which codes place nothing: refusals.ts; what a state means: order-states.ts; addresses: address.ts.
 * - aliexpress.trade.ds.order.get with `single_order_query`: two clients.
 * - no way to cancel but the site: a tool's design notes and ours.
 * From notes alone: `out_order_id` is remembered for 24 hours; "created, and the automatic payment failed" is a success
 * with an order.
 */
import type { PlacementProfile } from '@omni/domain/placement/placement.ts'
import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { readPriceRange } from '../amounts.ts'
import type { SupplierVariant } from '../supplier.ts'
import {
  type Created,
  type NewSupplyOrder,
  QUOTE_GOOD_FOR_MS,
  SUPPLY_ATTEMPT,
  type SupplyLine,
  type SupplyMethod,
  type SupplyOrder,
  type SupplyOrders,
  UnknownState,
  UNPAID_FOR_MS,
} from '../supply-order.ts'
import { numberFields, places } from './address.ts'
import { type App, askBusiness, changeBusiness } from './client.ts'
import { toQuotes } from './map.ts'
import { endedProducts, statusOf } from './order-states.ts'
import { type Call, CURRENCY, deliveryOptions, getProduct } from './reads.ts'
import { contentsOf, hasParts, shipmentsOf } from './parcels.ts'
import { PLACES_NOTHING } from './refusals.ts'
import { CreateReply, OrderReply, TrackingReply } from './schemas.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The same reference answers with the first order for a day, of which we use 20 hours. There is no look-up by it. */
export const placing: PlacementProfile = {
  create: {
    ...SUPPLY_ATTEMPT,
    find: 'none',
    merges_for_ms: 20 * HOUR_MS,
    resend_after_ms: [10 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS],
    max_sends: 6,
  },
  confirm: null,
  pay: 'at_site',
  quote_good_for_ms: QUOTE_GOOD_FOR_MS,
  unpaid_for_ms: UNPAID_FOR_MS,
}

export function toOrder(
  orderNo: string,
  { result }: z.output<typeof OrderReply>,
  tracking: z.output<typeof TrackingReply> | null = null,
): SupplyOrder {
  if (!result?.order_status) throw new VendorError('aliexpress', 'not_found', `there is no order ${orderNo}`)
  const shipments = shipmentsOf(result, tracking)
  const status = statusOf(result.order_status, result.child_order_list, shipments.length > 0)
  const ended_products = endedProducts(result.order_status, result.child_order_list)
  if (!status) throw new UnknownState('aliexpress', result.order_status, shipments, ended_products)
  const currency = result.order_amount?.currency_code ?? CURRENCY
  return {
    order_no: orderNo,
    confirmed: true,
    // The reply does not say whether a cancelled order was paid before. The platform itself gives that money back.
    paid: status !== 'unpaid' && status !== 'cancelled',
    closed: status === 'cancelled',
    total: readPriceRange(result.order_amount?.amount, currency)?.[1] ?? null,
    reference: null,
    currency,
    status,
    shipments,
    contents: contentsOf(result),
    ended_products,
    more_numbers: [],
  }
}

export function toCreated(outcome: WriteOutcome<unknown>): WriteOutcome<Created> {
  if (outcome.outcome !== 'done') return outcome
  const reply = CreateReply.safeParse(outcome.reply)
  if (!reply.success) return { outcome: 'unknown', reason: 'the reply is not as agreed' }
  const { is_success, order_list, error_code = '', error_msg: message = '' } = reply.data.result
  const [order_no, ...more_numbers] = order_list
  if (is_success === true && order_no !== undefined) {
    const order = { order_no, confirmed: true, paid: false, closed: false, total: null }
    return { outcome: 'done', reply: { is: 'order', order, more_numbers } }
  }
  if (error_code === 'REPEATED_ORDER_ERROR') return { outcome: 'done', reply: { is: 'repeated' } }
  const kind = Object.hasOwn(PLACES_NOTHING, error_code) ? PLACES_NOTHING[error_code] : undefined
  if (is_success === false && kind) return { outcome: 'refused', kind, code: error_code, message }
  return { outcome: 'unknown', reason: `${error_code} ${message}`.trim() || 'no number came' }
}

/** What one piece costs on top of its price and of shipping. */
function chargesOf({ charges }: SupplierVariant): number {
  const tax = charges?.price_includes_tax ? 0 : (charges?.tax?.amount ?? 0)
  return tax + (charges?.import_charges ?? 0)
}

async function methodsFor(call: Call, line: SupplyLine, country_code: string, from: string): Promise<SupplyMethod[]> {
  const options = await deliveryOptions(call, { ...line, country_code })
  const methods = options.flatMap((option) =>
    option.code ? toQuotes([option]).map((quote) => ({ ...quote, method: option.code ?? '' })) : [],
  )
  // The variant decides the warehouse; where it is kept in several, the one that was meant comes alone.
  const wanted = methods.filter(({ ship_from }) => ship_from === from)
  return wanted.length > 0 ? wanted : methods
}

/** A method must carry every line. */
const together = ([first = [], ...others]: SupplyMethod[][]): SupplyMethod[] =>
  first.flatMap((one) => {
    const rest = others.map((methods) => methods.find(({ method }) => method === one.method))
    if (rest.includes(undefined)) return []
    return [{ ...one, amount: rest.reduce((sum, other) => sum + (other?.amount ?? 0), one.amount) }]
  })

function toRequest({ reference, lines, address, method, note }: NewSupplyOrder) {
  const { name } = address
  return {
    out_order_id: reference,
    logistics_address: {
      address: address.address1,
      ...(address.address2 && { address2: address.address2 }),
      city: address.city,
      province: address.province,
      country: address.country_code,
      zip: address.zip,
      contact_person: name,
      full_name: name,
      mobile_no: address.phone,
      phone_country: address.phone_country,
      ...numberFields(address),
    },
    product_items: lines.map(({ product_id, sku_attr, quantity }) => ({
      product_id: Number(product_id),
      product_count: quantity,
      sku_attr,
      logistics_service_name: method,
      ...(note && { order_memo: note }),
    })),
  }
}

/** Saudi Arabia's short address goes apart from the others' numbers. */
const toExtras = ({ address }: NewSupplyOrder) => ({
  payment: { pay_currency: CURRENCY },
  ...(address.country_code === 'SA' && address.tax_id && { trade_extra_param: { nat_addr: address.tax_id } }),
})

export const orders: SupplyOrders<App, Call['credentials']> = {
  places,
  async quote(call, { lines, country_code, ship_from }) {
    const variants: SupplierVariant[] = []
    const methods: SupplyMethod[][] = []
    for (const line of lines) {
      const product = await getProduct(call, { product_id: line.product_id, ship_to: country_code })
      const variant = product.variants.find(({ sku_id }) => sku_id === line.sku_id)
      if (!variant) throw new VendorError('aliexpress', 'not_found', `there is no variant ${line.sku_id}`)
      if ((variant.quantity ?? 0) < line.quantity)
        throw new VendorError('aliexpress', 'out_of_stock', `not enough of ${line.sku_id} is left`)
      variants.push(variant)
      methods.push(await methodsFor(call, line, country_code, ship_from))
    }
    const all = together(methods)
    if (all.length === 0) throw new VendorError('aliexpress', 'cannot_ship', 'nothing carries all of it')
    const sum = (of: (variant: SupplierVariant) => number) =>
      variants.reduce((total, variant, i) => total + of(variant) * (lines[i]?.quantity ?? 0), 0)
    return {
      currency: CURRENCY,
      prices: variants.map(({ price }) => price),
      items_total: sum(({ price }) => price),
      charges: sum(chargesOf),
      methods: all,
    }
  },
  create: {
    send: async (call, order) =>
      toCreated(
        await changeBusiness(call, 'aliexpress.ds.order.create', {
          param_place_order_request4_open_api_d_t_o: JSON.stringify(toRequest(order)),
          ds_extend_request: JSON.stringify(toExtras(order)),
        }),
      ),
  },
  async get(call, { order_no }) {
    const query = { single_order_query: JSON.stringify({ order_id: Number(order_no) }) }
    const reply = await askBusiness(call, 'aliexpress.trade.ds.order.get', query, OrderReply)
    return toOrder(order_no, reply, hasParts(reply) ? await askTracking(call, order_no) : null)
  },
}

/** Whom it cannot show that now is asked again: what is told too early cannot be taken back. */
const askTracking = (call: Call, order_no: string) =>
  askBusiness(call, 'aliexpress.ds.order.tracking.get', { ae_order_id: order_no, language: 'en_US' }, TrackingReply)
