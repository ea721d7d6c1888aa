/** Telling a shop what was sent of an order. */
import { statusOf, unsentOf, viewFulfillment } from './fulfillment-view.ts'
import { gid, numberOf, partOf, PER_ORDER } from './ids.ts'
import { changeOrder, findOrder } from './orders.ts'
import type { FulfillmentRow, Shop, ShopifyWorld } from './tables.ts'
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

export async function createFulfillment(world: ShopifyWorld, shop: Shop, input: FulfillmentInput) {
  const [first, other] = input.lineItemsByFulfillmentOrder
  if (!first || other) throw refuseUser(null, 'All fulfillment orders must be of one order and location', 'INVALID')
  const order_id = numberOf('FulfillmentOrder', first.fulfillmentOrderId) ?? 0
  if (!(await findOrder(world, shop, order_id)))
    throw refuseUser(null, 'Fulfillment order does not exist.', 'NOT_FOUND')
  let made: FulfillmentRow | undefined
  await changeOrder(world, shop, order_id, (body) => {
    if (body.cancelled_at !== null || statusOf(body) === 'FULFILLED')
      throw refuseUser(null, `Fulfillment order ${order_id} has an unfulfillable status= closed.`, 'INVALID')
    const wanted =
      first.fulfillmentOrderLineItems ??
      body.lines.map((line) => ({
        id: gid('FulfillmentOrderLineItem', order_id * PER_ORDER + line.no),
        quantity: unsentOf(body, line),
      }))
    const lines = wanted.map(({ id, quantity }) => {
      const part = partOf('FulfillmentOrderLineItem', id)
      const line = body.lines.find(({ no }) => part?.order_id === order_id && no === part.no)
      if (!line || quantity < 1 || quantity > unsentOf(body, line))
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
