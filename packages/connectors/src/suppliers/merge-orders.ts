import type { SupplyOrder, SupplyShipment, SupplyStatus } from './supply-order.ts'

/** What has to happen first counts for orders that are one purchase. */
const ORDER: readonly SupplyStatus[] = ['unpaid', 'paid', 'shipped', 'delivered']

/** A single parcel of an order that was sent carries all of that order, and nothing of the others. */
function shipmentsOf({ shipments, contents, status }: SupplyOrder): SupplyShipment[] {
  const isSent = status === 'shipped' || status === 'delivered'
  const isWhole = contents !== undefined && isSent && shipments.length === 1
  return isWhole ? shipments.map((shipment) => ({ lines: contents, ...shipment })) : shipments
}

/**
 * One purchase that the supplier split into several orders, as if it were one. It is paid when each is that goes on, and
 * closed when all are. What was cancelled or given back of it counts once nothing else is left.
 */
export function mergeOrders(first: SupplyOrder, others: readonly SupplyOrder[]): SupplyOrder {
  const all = [first, ...others]
  const open = all.filter(({ closed }) => !closed)
  const going = open.length > 0 ? open : all
  const statuses = going.map(({ status }) => status)
  return {
    ...first,
    confirmed: going.every(({ confirmed }) => confirmed),
    paid: going.every(({ paid }) => paid),
    closed: open.length === 0,
    total: going.reduce<number | null>((sum, { total }) => (sum === null || total === null ? null : sum + total), 0),
    status: ORDER.find((status) => statuses.includes(status)) ?? first.status,
    shipments: all.flatMap(shipmentsOf),
    ended_products: all.flatMap(({ ended_products = [] }) => ended_products),
    more_numbers: others.map(({ order_no }) => order_no),
  }
}
