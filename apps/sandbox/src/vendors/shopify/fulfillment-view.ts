/** What was sent of an order, and what is left at the shop's own location, as GraphQL reads it. */
import { gid, lineId, PER_ORDER } from './ids.ts'
import { leftAtShop, statusOf } from './left-of-order.ts'
import { viewServiceOrders } from './service-order-view.ts'
import { LOCATION, scopesOf } from './shops.ts'
import type { FulfillmentRow, OrderBody, Shop } from './tables.ts'
import { connection } from './view.ts'

interface Page {
  first?: number | null
  after?: string | null
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

/** The shop's own; and those of the app's service, where the app may see them. */
export function viewFulfillmentOrders(shop: Shop, order_id: number, body: OrderBody) {
  const isSeen = scopesOf(shop).some((scope) => /^(read|write)_assigned_fulfillment_orders$/.test(scope))
  const assigned = isSeen ? viewServiceOrders(order_id, body) : []
  const isAllElsewhere = body.lines.every((line) => leftAtShop(body, line) === 0) && assigned.length > 0
  return isAllElsewhere ? assigned : [viewOwn(order_id, body), ...assigned]
}

function viewOwn(order_id: number, body: OrderBody) {
  const isOver = body.cancelled_at !== null || statusOf(body) === 'FULFILLED'
  return {
    __typename: 'FulfillmentOrder',
    id: gid('FulfillmentOrder', order_id),
    orderId: gid('Order', order_id),
    status: isOver ? 'CLOSED' : 'OPEN',
    requestStatus: 'UNSUBMITTED',
    merchantRequests: (page: Page) => connection([], page),
    assignedLocation: { location: { ...LOCATION, isActive: true, shipsInventory: true } },
    supportedActions: isOver ? [] : [{ action: 'CREATE_FULFILLMENT', externalUrl: null }],
    lineItems: (page: Page) =>
      connection(
        body.lines.map((line) => ({
          id: gid('FulfillmentOrderLineItem', order_id * PER_ORDER + line.no),
          totalQuantity: line.current_quantity,
          remainingQuantity: leftAtShop(body, line),
          lineItem: { id: lineId(order_id, line.no) },
        })),
        page,
      ),
  }
}
