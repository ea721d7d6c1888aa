/** Fulfilment orders of the app's fulfilment service, as GraphQL reads them. */
import { gid, lineId, PER_ORDER, serviceLineId, serviceOrderId } from './ids.ts'
import { leftAtService, unsentOf } from './left-of-order.ts'
import { SERVICE_LOCATION } from './shops.ts'
import type { OrderBody, ServiceOrderRow } from './tables.ts'
import { connection } from './view.ts'

interface Page {
  first?: number | null
  after?: string | null
}

/** May be sent by the service: it has accepted, and was not let go of. */
export const isAccepted = ({ status }: ServiceOrderRow): boolean => status === 'IN_PROGRESS'

export const viewServiceOrders = (order_id: number, body: OrderBody) =>
  (body.service_orders ?? []).map((row) => viewServiceOrder(order_id, body, row))

export function viewServiceOrder(order_id: number, body: OrderBody, row: ServiceOrderRow) {
  const lines = body.lines.filter(({ no }) => row.lines.some((one) => one.no === no))
  const isSent = row.status !== 'CANCELLED' && lines.every((line) => leftAtService(body, row.no, line) === 0)
  const isOver = body.cancelled_at !== null || row.status === 'CANCELLED' || isSent
  return {
    __typename: 'FulfillmentOrder',
    id: serviceOrderId(order_id, row.no),
    orderId: gid('Order', order_id),
    status: row.status === 'CANCELLED' ? 'CANCELLED' : isOver ? 'CLOSED' : row.status,
    requestStatus: row.request_status,
    merchantRequests: ({ reverse, ...page }: Page & { reverse?: boolean | null }) => {
      const all = row.asked.map(({ no, kind, message, at }) => ({
        id: gid('FulfillmentOrderMerchantRequest', (order_id * PER_ORDER + row.no) * PER_ORDER + no),
        kind,
        message,
        sentAt: at,
      }))
      return connection(reverse ? all.toReversed() : all, page)
    },
    assignedLocation: { location: { ...SERVICE_LOCATION, isActive: true, shipsInventory: true } },
    supportedActions: !isOver && isAccepted(row) ? [{ action: 'CREATE_FULFILLMENT', externalUrl: null }] : [],
    lineItems: (page: Page) =>
      connection(
        lines.map((line) => ({
          id: serviceLineId(order_id, row.no, line.no),
          totalQuantity: row.lines.find(({ no }) => no === line.no)?.quantity ?? 0,
          remainingQuantity: leftAtService(body, row.no, line),
          lineItem: {
            id: lineId(order_id, line.no),
            currentQuantity: line.current_quantity,
            unfulfilledQuantity: unsentOf(body, line),
          },
        })),
        page,
      ),
  }
}
