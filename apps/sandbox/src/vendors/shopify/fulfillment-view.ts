/** What was sent of an order, as GraphQL reads it. Each order has one fulfilment order, at the shop's only location. */
import { gid, lineId, PER_ORDER } from './ids.ts'
import { LOCATION } from './shops.ts'
import type { FulfillmentRow, OrderBody, OrderLineRow } from './tables.ts'
import { connection } from './view.ts'

interface Page {
  first?: number | null
  after?: string | null
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
