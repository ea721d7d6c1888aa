/** Telling a shop what was sent of an order. */
import { viewFulfillment } from './fulfillment-view.ts'
import { fulfillmentOrderOf, gid, partOf, PER_ORDER, serviceLineId } from './ids.ts'
import { leftAtService, leftAtShop, statusOf } from './left-of-order.ts'
import { changeOrder, findOrder } from './orders.ts'
import { isAccepted } from './service-order-view.ts'
import type { FulfillmentRow, OrderBody, OrderLineRow, Shop, ShopifyWorld } from './tables.ts'
import { refuseUser } from './user-errors.ts'

export interface TrackingInput {
  company?: string | null
  number?: string | null
  numbers?: string[] | null
  url?: string | null
  urls?: string[] | null
}
export interface FulfillmentInput {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string
    fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null
  }[]
  notifyCustomer?: boolean | null
  trackingInfo?: TrackingInput | null
}

const trackingOf = (input: TrackingInput | null | undefined) => ({
  company: input?.company ?? null,
  numbers: input?.numbers ?? (input?.number ? [input.number] : []),
  urls: input?.urls ?? (input?.url ? [input.url] : []),
})

/** Where the pieces are sent from: `no` 0 is the shop itself, others are orders of the fulfilment service. */
function placeOf(order_id: number, no: number) {
  if (no === 0)
    return {
      lineId: (line: OrderLineRow) => gid('FulfillmentOrderLineItem', order_id * PER_ORDER + line.no),
      left: leftAtShop,
    }
  return {
    lineId: (line: OrderLineRow) => serviceLineId(order_id, no, line.no),
    left: (body: OrderBody, line: OrderLineRow) => leftAtService(body, no, line),
  }
}

export async function createFulfillment(world: ShopifyWorld, shop: Shop, input: FulfillmentInput) {
  const [first, other] = input.lineItemsByFulfillmentOrder
  if (!first || other) throw refuseUser(null, 'All fulfillment orders must be of one order and location', 'INVALID')
  const { order_id, no: service_no } = fulfillmentOrderOf(first.fulfillmentOrderId) ?? { order_id: 0, no: 0 }
  if (!(await findOrder(world, shop, order_id)))
    throw refuseUser(null, 'Fulfillment order does not exist.', 'NOT_FOUND')
  const { lineId, left } = placeOf(order_id, service_no)
  let made: FulfillmentRow | undefined
  await changeOrder(world, shop, order_id, (body) => {
    const service = body.service_orders?.find(({ no }) => no === service_no)
    const isOpen = service_no === 0 || (service !== undefined && isAccepted(service))
    if (body.cancelled_at !== null || statusOf(body) === 'FULFILLED' || !isOpen)
      throw refuseUser(null, `Fulfillment order ${order_id} has an unfulfillable status= closed.`, 'INVALID')
    const wanted =
      first.fulfillmentOrderLineItems ??
      body.lines.flatMap((line) => (left(body, line) === 0 ? [] : { id: lineId(line), quantity: left(body, line) }))
    const lines = wanted.map(({ id, quantity }) => {
      const line = body.lines.find((one) => lineId(one) === id)
      if (!line || quantity < 1 || quantity > left(body, line))
        throw refuseUser(null, 'Invalid fulfillment order line item quantity requested.', 'INVALID')
      return { no: line.no, quantity }
    })
    const fulfillments = body.fulfillments ?? []
    made = {
      no: fulfillments.length + 1,
      at: world.now().toISOString(),
      ...trackingOf(input.trackingInfo),
      notified: input.notifyCustomer === true,
      lines,
      updates: 0,
      ...(service_no > 0 && { service_no }),
    }
    return { ...body, fulfillments: [...fulfillments, made] }
  })
  return { fulfillment: made ? viewFulfillment(order_id, made) : null }
}

export async function updateTracking(world: ShopifyWorld, shop: Shop, fulfillmentId: string, input: TrackingInput) {
  const part = partOf('Fulfillment', fulfillmentId)
  const order = part && (await findOrder(world, shop, part.order_id))
  const row = order?.body.fulfillments?.find(({ no }) => no === part?.no)
  if (!order || !row) throw refuseUser(['fulfillmentId'], 'Fulfillment does not exist.', 'NOT_FOUND')
  const changed = { ...row, ...trackingOf(input), updates: row.updates + 1 }
  await changeOrder(world, shop, order.id, (body) => ({
    ...body,
    fulfillments: (body.fulfillments ?? []).map((one) => (one.no === row.no ? changed : one)),
  }))
  return { fulfillment: viewFulfillment(order.id, changed) }
}
