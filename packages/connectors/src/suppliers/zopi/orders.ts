import type { PlacementProfile } from '@omni/domain/placement/placement.ts'
import type { z } from 'zod'
import { mapDone } from '../../write-outcome.ts'
import {
  QUOTE_GOOD_FOR_MS,
  SUPPLY_ATTEMPT,
  type SupplyAddress,
  type SupplyFeedback,
  type SupplyOrder,
  type SupplyOrders,
  type SupplyRefund,
  type SupplyStatus,
  UnknownState,
  UNPAID_FOR_MS,
} from '../supply-order.ts'
import { ask, type Caller, change } from './client.ts'
import { toQuote } from './map.ts'
import { Feedback, FeedbackList, Order, OrderList, OrderQuote, Refund, RefundList } from './schemas.ts'

/** Every amount of the protocol's orders travels with its currency; zopi itself sells in one. */
const CURRENCY = 'USD'

/**
 * Created, then paid. A repeated reference is answered with the first order for good, and it can be looked up. We look
 * and do not lean on the first.
 */
export const placing: PlacementProfile = {
  create: SUPPLY_ATTEMPT,
  confirm: null,
  pay: SUPPLY_ATTEMPT,
  quote_good_for_ms: QUOTE_GOOD_FOR_MS,
  unpaid_for_ms: UNPAID_FOR_MS,
}

const STATUSES: Record<string, SupplyStatus> = {
  received: 'unpaid',
  paid: 'paid',
  preparing: 'paid',
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'cancelled',
  refunded: 'refunded',
}

/** A line that is in several parcels is in none of them here: the protocol does not say how many pieces each has. */
const linesOf = ({ lines, shipments }: z.output<typeof Order>, line_ids: readonly string[]) =>
  lines
    .filter(({ line_id }) => line_ids.includes(line_id))
    .filter(({ line_id }) => shipments.filter((one) => one.line_ids.includes(line_id)).length === 1)
    .map(({ product_id, sku_id, quantity }) => ({ product_id, sku_id, quantity }))

function toOrder(order: z.output<typeof Order>): SupplyOrder {
  const shipments = order.shipments.map(({ tracking_url, line_ids, ...shipment }) => ({
    ...shipment,
    tracking_url: tracking_url ?? null,
    lines: linesOf(order, line_ids),
  }))
  const status = STATUSES[order.status]
  // A word of a later version of the protocol decides nothing.
  if (!status) throw new UnknownState('zopi', order.status, shipments)
  return {
    order_no: order.order_id,
    confirmed: true,
    paid: order.paid_at !== null,
    closed: status === 'cancelled' && order.paid_at === null,
    total: order.total.amount,
    reference: order.reference,
    currency: order.total.currency,
    status,
    shipments,
    more_numbers: [],
  }
}

const toRefund = ({ refund_id, reference, asked, granted, ...refund }: z.output<typeof Refund>): SupplyRefund => ({
  ...refund,
  refund_no: refund_id,
  reference: reference === '' ? null : reference,
  currency: asked.currency,
  asked: asked.amount,
  granted: granted?.amount ?? null,
})

const toFeedback = ({ feedback_id, messages }: z.output<typeof Feedback>): SupplyFeedback => ({
  feedback_no: feedback_id,
  messages: messages.map(({ message_id, reference, created_at, ...message }) => ({
    ...message,
    message_no: message_id,
    reference: reference === '' ? null : reference,
    written_at: created_at,
  })),
})

/** Only what is known: an empty text would be taken for a value. */
const toAddress = ({ country_name: _name, phone_country: _dial, ioss: _ioss, ...address }: SupplyAddress) =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ''))

const money = (amount: number) => ({ amount, currency: CURRENCY })
const at = (orderNo: string, rest = '') => `/orders/${encodeURIComponent(orderNo)}${rest}`

export const orders: SupplyOrders<Caller['app'], Caller['credentials']> = {
  async quote(call, { lines, country_code, ship_from }) {
    const quote = await ask(call, '/order-quotes', OrderQuote, {
      lines: lines.map(({ product_id, sku_id, quantity }) => ({ product_id, sku_id, quantity })),
      country_code,
      ...(ship_from && { ship_from }),
    })
    return {
      currency: quote.items_total.currency,
      prices: quote.lines.map(({ price }) => price.amount),
      items_total: quote.items_total.amount,
      charges: 0,
      methods: quote.services.map((service) => ({ ...toQuote(service), method: service.service_code })),
    }
  },
  create: {
    async send(call, { reference, lines, address, method, ship_from, note, max_total }) {
      const body = {
        reference,
        lines: lines.map(({ product_id, sku_id, quantity }, i) => ({
          line_id: String(i + 1),
          product_id,
          sku_id,
          quantity,
        })),
        address: toAddress(address),
        service_code: method,
        ...(ship_from && { ship_from }),
        max_total: money(max_total),
        ...(note && { note }),
      }
      const outcome = await change(call, '/orders', body, Order)
      return mapDone(outcome, (order) => ({ is: 'order' as const, order: toOrder(order), more_numbers: [] }))
    },
  },
  pay: {
    send: async (call, { order_no, total }) =>
      mapDone(await change(call, at(order_no, '/pay'), { total: money(total) }, Order), toOrder),
  },
  find: async (call, { reference }) =>
    (await ask(call, `/orders?${new URLSearchParams({ reference })}`, OrderList)).items.map(toOrder),
  get: async (call, { order_no }) => toOrder(await ask(call, at(order_no), Order)),
  requestRefund: {
    async send(call, { order_no, reference, reason, amount, text, pictures }) {
      const body = { reference, reason, amount: money(amount), text, ...(pictures.length > 0 && { pictures }) }
      return mapDone(await change(call, at(order_no, '/refunds'), body, Refund), toRefund)
    },
  },
  listRefunds: async (call, { order_no }) =>
    (await ask(call, at(order_no, '/refunds'), RefundList)).items.map(toRefund),
  sendFeedback: {
    async send(call, { order_no, feedback_no, sku_ids, pictures, ...message }) {
      const body = {
        ...message,
        ...(feedback_no !== null && { feedback_id: feedback_no }),
        ...(sku_ids.length > 0 && { sku_ids }),
        ...(pictures.length > 0 && { pictures }),
      }
      return mapDone(await change(call, at(order_no, '/feedbacks'), body, Feedback), toFeedback)
    },
  },
  listFeedbacks: async (call, { order_no }) =>
    (await ask(call, at(order_no, '/feedbacks'), FeedbackList)).items.map(toFeedback),
  cancel: {
    send: async (call, { order_no, reason }) =>
      mapDone(await change(call, at(order_no, '/cancel'), reason === undefined ? {} : { reason }, Order), toOrder),
  },
}
