/** How many pieces of an order are left to be sent, and by whom. */
import type { FulfillmentRow, OrderBody, OrderLineRow } from './tables.ts'

const sentOf = (fulfillments: readonly FulfillmentRow[], no: number) =>
  fulfillments
    .flatMap(({ lines }) => lines)
    .filter((line) => line.no === no)
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** Pieces of a line that are wanted and were not sent. */
export const unsentOf = ({ fulfillments = [] }: OrderBody, line: OrderLineRow): number =>
  Math.max(0, line.current_quantity - sentOf(fulfillments, line.no))

/** Of these, the ones that the fulfilment service has. */
export function leftAtService(body: OrderBody, service_no: number, line: OrderLineRow): number {
  const order = body.service_orders?.find(({ no }) => no === service_no)
  if (!order || order.status === 'CANCELLED') return 0
  const given = order.lines.find(({ no }) => no === line.no)?.quantity ?? 0
  const sent = sentOf(
    (body.fulfillments ?? []).filter((one) => one.service_no === service_no),
    line.no,
  )
  return Math.min(unsentOf(body, line), Math.max(0, given - sent))
}

/** And the ones that the merchant sends himself. */
export function leftAtShop(body: OrderBody, line: OrderLineRow): number {
  const elsewhere = (body.service_orders ?? []).reduce((sum, { no }) => sum + leftAtService(body, no, line), 0)
  return Math.max(0, unsentOf(body, line) - elsewhere)
}

export function statusOf(body: OrderBody): 'UNFULFILLED' | 'PARTIALLY_FULFILLED' | 'FULFILLED' {
  if ((body.fulfillments ?? []).length === 0) return 'UNFULFILLED'
  return body.lines.some((line) => unsentOf(body, line) > 0) ? 'PARTIALLY_FULFILLED' : 'FULFILLED'
}
