/**
 * Buying at CJ: created only (`payType` 3), confirmed, then paid from the account's balance. What was seen where
 * (November 2026):
 * - `payType` 1 page, 2 balance at once, 3 create only; the names of the address: CJ's page api/shopping.html, and a
 *   Vietnamese shop's client that creates with 3 and pays later.
 * - PATCH confirmOrder and POST payBalance, each with `orderId`: that page; an eBay seller's client (confirms, then pays,
 *   and stops when the confirmation is refused) and an adapter's test with the three calls in this order.
 * - getOrderDetail takes CJ's number or ours: that page as quoted by the eBay seller's client, and a shop's client that
 *   says so of its own look-up.
 * - `orderNum`, `cjOrderId` and `cjOrderCode` in the detail: two clients' types. CANCELLED and TRASH end an order: the
 *   Vietnamese client.
 * - `orderAmount` missing at creation: our notes of a live run and a client that sums the parts.
 * - `iossType` 1 none, 2 own, 3 CJ's with the number CJ-IOSS: CJ's page; a German, a French and a Spanish shop's clients.
 * - a province always, and the city where there is none: the page requires it, a Spanish client repeats the city.
 *   Lengths: the page, and a client that cuts to them.
 * - `interceptOrderReasons` and `logisticsMiss` beside a code of 200: two clients that show them to a person.
 * From notes alone: 1 is refused for the EU, the freight call's `iossNumber`, `platform` is needed, an unknown number is answered with success and no data, deleteOrder works
 * before the confirmation only.
 *
 * Which "no" made nothing: refusals.ts; every other is looked up. CJ takes no expected amount: whoever pays reads the order
 * just before.
 */
import { DEFAULT_SHIP_FROM } from '@omni/domain/catalog/sources.ts'
import type { Ioss } from '@omni/domain/order-settings/order-settings.ts'
import type { AddressRules } from '@omni/domain/orders/supplier-address.ts'
import type { PlacementProfile, SupplierOrder } from '@omni/domain/placement/placement.ts'
import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import type { VendorCall } from '../../vendor.ts'
import { mapDone, type WriteOutcome } from '../../write-outcome.ts'
import { mustReadPrice, readPriceRange } from '../amounts.ts'
import {
  type NewSupplyOrder,
  QUOTE_GOOD_FOR_MS,
  SUPPLY_ATTEMPT,
  type SupplyLine,
  type SupplyOrder,
  type SupplyOrders,
  type SupplyStatus,
  UnknownState,
  UNPAID_FOR_MS,
} from '../supply-order.ts'
import { ask, change } from './client.ts'
import { disputes } from './disputes.ts'
import { CURRENCY, toQuotes } from './map.ts'
import { Balance, CreatedOrder, type Envelope, Freight, OrderDetail, StockRows, Variant } from './schemas.ts'

interface App {
  base_url: string
}
interface Credentials {
  access_token: string
}
type Call = VendorCall<App, Credentials>

const READ_POINTS = 10
/** One that CJ knows. It does not say what it does with it. */
const PLATFORM = 'shopify'
const CREATE_ONLY = 3
/** Stands for the number where CJ declares. */
const CJ_IOSS = 'CJ-IOSS'
/** The parcel goes by a service of CJ's that we name. */
const OWN_LOGISTICS = 2

/** A second order under the same number is refused, and it can be looked up by that number. */
export const placing: PlacementProfile = {
  create: SUPPLY_ATTEMPT,
  confirm: SUPPLY_ATTEMPT,
  pay: SUPPLY_ATTEMPT,
  quote_good_for_ms: QUOTE_GOOD_FOR_MS,
  unpaid_for_ms: UNPAID_FOR_MS,
}

export const address: AddressRules = {
  province: 'always',
  longest: { name: 50, address1: 200, address2: 200, city: 50, province: 50, zip: 20, phone: 20, tax_number: 20 },
  ioss: true,
}

const UNCONFIRMED = ['CREATED', 'IN_CART']
/** The corpus has a scene of each. */
export const STATUSES: Record<string, SupplyStatus> = {
  CREATED: 'unpaid',
  IN_CART: 'unpaid',
  UNPAID: 'unpaid',
  UNSHIPPED: 'paid',
  // Paid and queued: a shop's client, September 2026, and our notes.
  PENDING: 'paid',
  PROCESSING: 'paid',
  SHIPPED: 'shipped',
  DELIVERED: 'delivered',
  CANCELLED: 'cancelled',
  TRASH: 'cancelled',
}

/** The sum is missing where CJ did not add up. Null: not even its parts are there. */
function totalOf(order: Pick<z.output<typeof CreatedOrder>, 'orderAmount' | 'productAmount' | 'postageAmount'>) {
  const cents = (price: string | number | undefined) => readPriceRange(price, CURRENCY)?.[1]
  const [goods, postage] = [cents(order.productAmount), cents(order.postageAmount)]
  const parts = goods === undefined || postage === undefined ? null : goods + postage
  return cents(order.orderAmount) ?? parts
}

const shipmentsOf = (detail: z.output<typeof OrderDetail>): SupplyOrder['shipments'] =>
  detail.trackNumber
    ? [
        {
          tracking_number: detail.trackNumber,
          carrier: detail.trackingProvider ?? detail.logisticName ?? '',
          tracking_url: detail.trackingUrl ?? null,
        },
      ]
    : []

export function toOrder(detail: z.output<typeof OrderDetail>): SupplyOrder {
  const status = STATUSES[detail.orderStatus]
  const shipments = shipmentsOf(detail)
  // OTHER is one of CJ's own. It decides nothing, as one that nobody described.
  if (!status) throw new UnknownState('cj', detail.orderStatus, shipments)
  const paid = detail.paymentDate !== undefined || ['paid', 'shipped', 'delivered'].includes(status)
  return {
    order_no: detail.cjOrderId ?? detail.cjOrderCode ?? detail.orderId,
    confirmed: !UNCONFIRMED.includes(detail.orderStatus),
    paid,
    closed: status === 'cancelled' && !paid,
    total: totalOf(detail),
    reference: detail.orderNum ?? null,
    currency: CURRENCY,
    status,
    shipments,
    // One number for an order, and nothing of its lines. An order that CJ splits becomes several, each with its own.
    ...(detail.productList && { contents: detail.productList.map(({ vid, quantity }) => ({ sku_id: vid, quantity })) }),
    more_numbers: [],
  }
}

const detailOf = (call: Call, number: string) =>
  ask(
    call,
    { path: `/shopping/order/getOrderDetail?${new URLSearchParams({ orderId: number })}`, cost: 0 },
    OrderDetail,
  )

async function priceOf(call: Call, { sku_id, quantity }: SupplyLine, shipFrom: string) {
  const vid = encodeURIComponent(sku_id)
  const variant = await ask(call, { path: `/product/variant/queryByVid?vid=${vid}`, cost: READ_POINTS }, Variant)
  const stock = await ask(call, { path: `/product/stock/queryByVid?vid=${vid}`, cost: READ_POINTS }, StockRows)
  const pieces = stock
    .filter(({ countryCode }) => countryCode === shipFrom)
    .reduce((sum, row) => sum + (row.totalInventoryNum ?? row.storageNum ?? 0), 0)
  if (pieces < quantity) throw new VendorError('cj', 'out_of_stock', `${pieces} of ${sku_id} are left in ${shipFrom}`)
  return mustReadPrice('cj', variant.variantSellPrice, CURRENCY)
}

/** 1 is none, which CJ refuses for the EU. Its own service has a fixed number. */
const iossOf = (ioss: Ioss | undefined) => {
  if (!ioss) return { iossType: 1 }
  return ioss.by === 'own' ? { iossType: 2, iossNumber: ioss.number } : { iossType: 3, iossNumber: CJ_IOSS }
}

const toBody = ({ reference, lines, address, method, ship_from, note }: NewSupplyOrder) => ({
  orderNumber: reference,
  shippingZip: address.zip,
  shippingCountry: address.country_name,
  shippingCountryCode: address.country_code,
  shippingProvince: address.province,
  shippingCity: address.city,
  shippingPhone: address.phone,
  shippingCustomerName: address.name,
  shippingAddress: address.address1,
  shippingAddress2: address.address2,
  taxId: address.tax_id,
  ...iossOf(address.ioss),
  email: address.email,
  remark: note,
  payType: CREATE_ONLY,
  platform: PLATFORM,
  shopLogisticsType: OWN_LOGISTICS,
  logisticName: method,
  fromCountryCode: ship_from || DEFAULT_SHIP_FROM,
  products: lines.map(({ sku_id, quantity }, i) => ({ vid: sku_id, quantity, storeLineItemId: String(i + 1) })),
})

/** Made, and stopped: CJ names what keeps it, or has no way to send it. */
export function toCreated(outcome: WriteOutcome<z.output<typeof Envelope>>) {
  if (outcome.outcome !== 'done') return outcome
  const created = CreatedOrder.safeParse(outcome.reply.data)
  // Said to be done, and nothing to name it by: it is looked up.
  if (!created.success) return { outcome: 'unknown' as const, reason: 'the reply does not name the order' }
  const { orderId: order_no, interceptOrderReasons, logisticsMiss } = created.data
  const order = { order_no, confirmed: false, paid: false, closed: false, total: totalOf(created.data) }
  const made = { is: 'order' as const, order, more_numbers: [] }
  if (interceptOrderReasons.length === 0 && !logisticsMiss) return { outcome: 'done' as const, reply: made }
  const reasons = interceptOrderReasons.map(({ code, message }) => message ?? code ?? '')
  const says = [...reasons, logisticsMiss ? 'logisticsMiss' : ''].filter((one) => one !== '').join('; ')
  return { outcome: 'done' as const, reply: { ...made, order: { ...order, held_back: true as const }, says } }
}

/** The reply says only that it was done. */
const known = (order_no: string, more: Partial<SupplierOrder>): SupplierOrder => ({
  order_no,
  confirmed: false,
  paid: false,
  closed: false,
  total: null,
  ...more,
})

export const orders: SupplyOrders<App, Credentials> = {
  ...disputes,
  // The address is in CJ's own tool server. From notes alone: that `amount` is what may be spent.
  async balance(call) {
    const { amount } = await ask(call, { path: '/shopping/pay/getBalance', cost: 0 }, Balance)
    return { currency: CURRENCY, amount: mustReadPrice('cj', amount, CURRENCY) }
  },
  async quote(call, { lines, country_code, ship_from, ioss }) {
    const from = ship_from || DEFAULT_SHIP_FROM
    const prices: number[] = []
    // One after the other: the account's limit is per second.
    for (const line of lines) prices.push(await priceOf(call, line, from))
    const products = lines.map(({ sku_id, quantity }) => ({ vid: sku_id, quantity }))
    const { iossNumber } = iossOf(ioss)
    const body = { startCountryCode: from, endCountryCode: country_code, products, ...(iossNumber && { iossNumber }) }
    const rates = await ask(call, { path: '/logistic/freightCalculate', cost: READ_POINTS, body }, Freight)
    const methods = toQuotes(rates, from).map((quote) => ({ ...quote, method: quote.service_name }))
    if (methods.length === 0) throw new VendorError('cj', 'cannot_ship', `nothing goes from ${from} to ${country_code}`)
    const items_total = lines.reduce((sum, { quantity }, i) => sum + quantity * (prices[i] ?? 0), 0)
    return { currency: CURRENCY, prices, items_total, charges: 0, methods }
  },
  create: {
    send: async (call, order) =>
      toCreated(await change(call, { path: '/shopping/order/createOrderV2', method: 'POST', body: toBody(order) })),
  },
  confirm: {
    send: async (call, { order_no }) =>
      mapDone(
        await change(call, { path: '/shopping/order/confirmOrder', method: 'PATCH', body: { orderId: order_no } }),
        () => known(order_no, { confirmed: true }),
      ),
  },
  pay: {
    send: async (call, { order_no }) =>
      mapDone(
        await change(call, { path: '/shopping/pay/payBalance', method: 'POST', body: { orderId: order_no } }),
        () => known(order_no, { confirmed: true, paid: true }),
      ),
  },
  async find(call, { reference }) {
    try {
      return [toOrder(await detailOf(call, reference))]
    } catch (error) {
      if (error instanceof VendorError && error.kind === 'not_found') return []
      throw error
    }
  },
  get: async (call, { order_no }) => toOrder(await detailOf(call, order_no)),
  cancel: {
    send: async (call, { order_no }) =>
      mapDone(
        await change(call, {
          path: `/shopping/order/deleteOrder?${new URLSearchParams({ orderId: order_no })}`,
          method: 'DELETE',
          body: undefined,
        }),
        () => known(order_no, { closed: true }),
      ),
  },
}
