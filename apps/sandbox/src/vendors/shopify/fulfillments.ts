/** What was sent of an order. Each order has one fulfilment order, at the shop's only location. */
import { gid, lineId, numberOf, partOf, PER_ORDER } from './ids.ts'
import { changeOrder, findOrder } from './orders.ts'
import { LOCATION } from './shops.ts'
import type { FulfillmentRow, OrderBody, OrderLineRow, Shop, ShopifyWorld } from './tables.ts'
import { refuseUser } from './user-errors.ts'
import { connection } from './view.ts'

interface Page {
  first?: number | null
  after?: string | null
}

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

/** Pieces of a line that are wanted and were not sent. */
export function unsentOf({ fulfillments = [] }: OrderBody, line: OrderLineRow): number {
  const sent = fulfillments.flatMap(({ lines }) => lines).filter(({ no }) => no === line.no)
  return Math.max(0, line.current_quantity - sent.reduce((sum, { quantity }) => sum + quantity, 0))
}

export function statusOf(body: OrderBody): 'UNFULFILLED' | 'PARTIALLY_FULFILLED' | 'FULFILLED' {
  if ((body.fulfillments ?? []).length === 0) return 'UNFULFILLED'
  return body.lines.some((line) => unsentOf(body, line) > 0) ? 'PARTIALLY_FULFILLED' : 'FULFILLED'
}

export const viewFulfillment = (order_id: number, row: FulfillmentRow) => ({
  id: gid('Fulfillment', order_id * PER_ORDER + row.no),
  status: 'SUCCESS',
  createdAt: row.at,
  trackingInfo: ({ first }: { first?: number | null }) =>
    row.numbers
      .slice(0, first ?? undefined)
      .map((number, i) => ({ company: row.company, number, url: row.urls[i] ?? null })),
  fulfillmentLineItems: (page: Page) =>
    connection(
      row.lines.map(({ no, quantity }) => ({
        id: gid('FulfillmentLineItem', (order_id * PER_ORDER + row.no) * PER_ORDER + no),
        quantity,
        lineItem: { id: lineId(order_id, no) },
      })),
      page,
    ),
})

export function viewFulfillmentOrder(order_id: number, body: OrderBody) {
  const isOver = body.cancelled_at !== null || statusOf(body) === 'FULFILLED'
  return {
    id: gid('FulfillmentOrder', order_id),
    status: isOver ? 'CLOSED' : 'OPEN',
    requestStatus: 'UNSUBMITTED',
    assignedLocation: { location: { ...LOCATION, isActive: true, shipsInventory: true } },
    supportedActions: isOver ? [] : [{ action: 'CREATE_FULFILLMENT', externalUrl: null }],
    lineItems: (page: Page) =>
      connection(
        body.lines.map((line) => ({
          id: gid('FulfillmentOrderLineItem', order_id * PER_ORDER + line.no),
          totalQuantity: line.current_quantity,
          remainingQuantity: unsentOf(body, line),
          lineItem: { id: lineId(order_id, line.no) },
        })),
        page,
      ),
  }
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
