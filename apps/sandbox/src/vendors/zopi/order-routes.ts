import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { dayOf } from '../../catalogue/days.ts'
import type { SupplyWorld } from '../../catalogue/make-world.ts'
import { variantsOf } from '../../catalogue/variants.ts'
import { plainText } from '../../control/read-input.ts'
import { priceBasket, type WantedLine } from '../../orders/basket.ts'
import {
  cancelOrder,
  findOrders,
  findRepeated,
  orderAt,
  parcelsOf,
  payOrder,
  placeOrder,
  seenUntil,
  totalOf,
} from '../../orders/order-book.ts'
import { type Conversation, conversationsOf, writeMessage } from '../../orders/feedback-book.ts'
import { askRefund, type RefundRow, refundsOf } from '../../orders/refund-book.ts'
import type { OrderRow, OrderWorld } from '../../orders/tables.ts'
import { money, skuId } from './dress.ts'
import { refuse } from './envelope.ts'
import { country, read } from './read-input.ts'

const Line = z.object({ product_id: z.string(), sku_id: z.string(), quantity: z.int().min(1).max(100_000) })
const Money = z.object({ amount: z.int().min(0), currency: z.literal('USD', 'this supplier sells in USD') })
const QuoteInput = z.object({
  lines: z.array(Line).min(1).max(100),
  country_code: country,
  ship_from: country.optional(),
})
const OrderInput = z.object({
  reference: plainText.min(1).max(64),
  lines: z
    .array(Line.extend({ line_id: z.string() }))
    .min(1)
    .max(100),
  address: z.object({
    name: plainText.min(1),
    address1: z.string().min(1),
    city: z.string().min(1),
    zip: z.string().min(1),
    country_code: country,
  }),
  service_code: plainText,
  ship_from: country.optional(),
  max_total: Money.optional(),
})
const PayInput = z.object({ total: Money })
const Pictures = z.array(z.url()).max(6).default([])
const RefundInput = z.object({
  reference: plainText.min(1).max(64),
  reason: z.enum(['item_not_received', 'item_not_as_described', 'defective_item', 'damaged_item']),
  amount: Money.extend({ amount: z.int().min(1) }),
  text: plainText.max(2000),
  pictures: Pictures,
})
const FeedbackInput = z.object({
  reference: plainText.min(1).max(64),
  feedback_id: plainText.max(40).optional(),
  kind: z.enum(['question', 'not_received', 'wrong_item', 'damaged', 'change', 'other']),
  sku_ids: z.array(plainText).max(100).default([]),
  text: plainText.min(1).max(2000),
  pictures: Pictures,
})
const CancelInput = z.object({ reason: z.int().min(1).max(14).default(14) })
const FindInput = z.object({ reference: plainText.min(1).max(64) })

const orderId = ({ no }: Pick<OrderRow, 'no'>) => `ZO-${no}`

function statusOf({ paid_at, shipped_at, cancelled_at, parts }: OrderRow): string {
  if (cancelled_at) return paid_at ? 'refunded' : 'cancelled'
  if (shipped_at) return 'shipped'
  if (parts.length > 0) return 'preparing'
  return paid_at ? 'paid' : 'received'
}

export function dressOrder(order: OrderRow) {
  const { paid_at, shipped_at, cancelled_at, created_at } = order
  return {
    order_id: orderId(order),
    reference: order.reference,
    status: statusOf(order),
    lines: order.lines.map((line) => ({ ...line, price: money(line.price) })),
    items_total: money(order.items_total),
    shipping_total: money(order.shipping_total),
    total: money(totalOf(order)),
    paid_at: paid_at?.toISOString() ?? null,
    shipments: parcelsOf(order).map(({ suffix, at, lines }) => ({
      tracking_number: `ZT${order.no}${suffix}`,
      carrier: 'Zopi Express',
      line_ids: lines.map(({ line_id }) => line_id),
      shipped_at: at.toISOString(),
    })),
    created_at: created_at.toISOString(),
    updated_at: (cancelled_at ?? shipped_at ?? paid_at ?? created_at).toISOString(),
  }
}

const dressRefund = ({ no, reference, state, asked, granted, note, created_at, answered_at }: RefundRow) => ({
  refund_id: `ZR-${no}`,
  reference,
  state,
  asked: money(asked),
  granted: granted === null ? null : money(granted),
  note,
  created_at: created_at.toISOString(),
  answered_at: answered_at?.toISOString() ?? null,
})

const dressFeedback = ({ no, kind, created_at, messages }: Conversation) => ({
  feedback_id: `ZF-${no}`,
  kind,
  messages: messages.map((message) => ({
    message_id: `ZM-${message.no}`,
    reference: message.reference,
    text: message.text,
    pictures: message.pictures,
    created_at: message.created_at.toISOString(),
  })),
  created_at: created_at.toISOString(),
})

/** The order part of the protocol. `accountOf`: whose key the request carries. */
export function orderRoutes(
  app: FastifyInstance,
  world: OrderWorld,
  supply: SupplyWorld,
  accountOf: (request: FastifyRequest) => string,
) {
  const wanted = ({ product_id, sku_id, quantity }: z.output<typeof Line>): WantedLine => {
    const offer = supply.find('zopi', product_id)
    const variant = offer && variantsOf(offer, dayOf(world.now())).find((one) => skuId(offer, one) === sku_id)
    if (!offer || !variant) throw refuse('not_found', `There is no variant ${sku_id} of a product ${product_id}`)
    return { offer, variant: variant.index, sku_id, quantity }
  }
  const price = async <L extends z.output<typeof Line>>(lines: L[], to: string, from: string | undefined) => {
    const basket = await priceBasket(world, lines.map(wanted), { to, from })
    if (basket.short !== undefined) throw refuse('out_of_stock', `There is not enough of ${basket.short}`)
    if (basket.services.length === 0) throw refuse('cannot_ship', `No service carries all of it to ${to}`)
    return { ...basket, lines: lines.map((line, i) => ({ ...line, price: basket.prices[i] ?? 0 })) }
  }
  const mine = async (request: FastifyRequest<{ Params: { order_id: string } }>): Promise<OrderRow> => {
    const no = Number(/^ZO-(\d{1,12})$/.exec(request.params.order_id)?.[1] ?? 0)
    const [order] = await findOrders(world, accountOf(request), { no })
    if (!order) throw refuse('not_found', `There is no order ${request.params.order_id}`)
    return order
  }
  type ById = { Params: { order_id: string } }

  app.post('/order-quotes', { config: { endpoint: 'order-quotes' } }, async (request) => {
    const { lines, country_code, ship_from } = read(QuoteInput, request.body)
    const priced = await price(lines, country_code, ship_from)
    return {
      lines: priced.lines.map((line) => ({ ...line, price: money(line.price) })),
      items_total: money(priced.lines.reduce((sum, line) => sum + line.price * line.quantity, 0)),
      services: priced.services.map(({ code, company, cost, ...service }) => ({
        service_code: code,
        service_name: company,
        price: money(cost),
        min_days: service.min_days,
        max_days: service.max_days,
        ship_from: service.ship_from,
        tracked: service.tracked,
      })),
    }
  })

  app.post('/orders', { config: { endpoint: 'order' } }, async (request, reply) => {
    const input = read(OrderInput, request.body)
    const { reference, address, service_code, ship_from, max_total } = input
    const account = accountOf(request)
    const content = JSON.stringify({ ...input, max_total: undefined })
    const [earlier] = await findRepeated(world, account, reference)
    if (!earlier) {
      const priced = await price(input.lines, address.country_code, ship_from)
      const service = priced.services.find(({ code }) => code === service_code)
      if (!service) throw refuse('cannot_ship', `${service_code} does not carry it`)
      const total = priced.lines.reduce((sum, line) => sum + line.price * line.quantity, service.cost)
      if (max_total && total > max_total.amount) throw refuse('price_changed', `It costs ${total}`)
      const { lines } = priced
      const made = await placeOrder(
        world,
        {
          account,
          reference,
          content,
          buyer: address.name,
          service: service_code,
          lines,
          shipping_total: service.cost,
        },
        'for_ever',
      )
      if (made.is_new || made.order.content === content)
        return reply.code(made.is_new ? 201 : 200).send(dressOrder(made.order))
    }
    if (earlier?.content !== content) throw refuse('invalid', `The reference ${reference} named another order`)
    return dressOrder(earlier)
  })

  app.get('/orders', { config: { endpoint: 'find-order' } }, async (request) => {
    const { reference } = read(FindInput, request.query)
    const until = await seenUntil(world, 'find-order')
    const found = await findOrders(world, accountOf(request), { reference })
    return { items: found.flatMap((order) => orderAt(order, until) ?? []).map(dressOrder) }
  })

  app.get<ById>('/orders/:order_id', { config: { endpoint: 'read-order' } }, async (request) => {
    const seen = orderAt(await mine(request), await seenUntil(world, 'read-order'))
    if (!seen) throw refuse('not_found', `There is no order ${request.params.order_id}`)
    return dressOrder(seen)
  })

  app.post<ById>('/orders/:order_id/pay', { config: { endpoint: 'pay' } }, async (request) => {
    const { total } = read(PayInput, request.body)
    const order = await mine(request)
    const paid = await payOrder(world, accountOf(request), order.no, total.amount)
    if (paid.is === 'missing' || paid.is === 'closed') throw refuse('invalid', `Order ${orderId(order)} was cancelled`)
    if (paid.is === 'changed') throw refuse('price_changed', `It costs ${totalOf(paid.order)} and not ${total.amount}`)
    if (paid.is === 'poor') throw refuse('insufficient_funds', `The balance is below ${totalOf(order)}`)
    return dressOrder(paid.order)
  })

  app.post<ById>('/orders/:order_id/refunds', { config: { endpoint: 'refund' } }, async (request, reply) => {
    const { reference, reason, amount, text, pictures } = read(RefundInput, request.body)
    const order = await mine(request)
    if (!order.paid_at || order.cancelled_at) throw refuse('invalid', `Order ${orderId(order)} is not a paid one`)
    const refund = { reference, reason, text, pictures, asked: amount.amount }
    const made = await askRefund(world, { no: order.no, total: totalOf(order) }, refund)
    if (!made) throw refuse('invalid', 'That is more than was paid')
    return reply.code(made.is_new ? 201 : 200).send(dressRefund(made.refund))
  })

  app.get<ById>('/orders/:order_id/refunds', { config: { endpoint: 'read-refunds' } }, async (request) => ({
    items: (await refundsOf(world, (await mine(request)).no)).map(dressRefund),
  }))

  app.post<ById>('/orders/:order_id/feedbacks', { config: { endpoint: 'feedback' } }, async (request, reply) => {
    const { feedback_id, sku_ids, ...message } = read(FeedbackInput, request.body)
    const order = await mine(request)
    const foreign = sku_ids.find((sku) => !order.lines.some(({ sku_id }) => sku_id === sku))
    if (foreign !== undefined) throw refuse('invalid', `${foreign} is not in this order`)
    const no = feedback_id === undefined ? null : Number(/^ZF-(\d{1,12})$/.exec(feedback_id)?.[1] ?? 0)
    const made = await writeMessage(world, order.no, no, message)
    if (!made) throw refuse('not_found', `There is no conversation ${feedback_id} about this order`)
    return reply.code(made.is_new ? 201 : 200).send(dressFeedback(made.conversation))
  })

  app.get<ById>('/orders/:order_id/feedbacks', { config: { endpoint: 'read-feedbacks' } }, async (request) => ({
    items: (await conversationsOf(world, (await mine(request)).no)).map(dressFeedback),
  }))

  app.post<ById>('/orders/:order_id/cancel', { config: { endpoint: 'cancel' } }, async (request) => {
    const order = await mine(request)
    const { reason } = read(CancelInput, request.body ?? {})
    const cancelled = await cancelOrder(world, order.no, 'unshipped', `cancelled ${reason}`)
    if (!cancelled) throw refuse('invalid', `Order ${orderId(order)} is already shipped`)
    return dressOrder(cancelled)
  })
}
