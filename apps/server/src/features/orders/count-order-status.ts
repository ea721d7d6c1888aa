import { ORDER_STATUSES, type OrderStatus } from '@omni/domain/orders/groups.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { overdueOrders } from './list-orders.ts'

/** Orders spec §7 count-order-status. The sidebar's badge reads the same counters. */
export async function countOrderStatus(ctx: Ctx) {
  const { rows, overdue } = await ctx.db.read(async (tx) => {
    const late = await sql<{ orders: number }>`
      select count(distinct o.order_id)::int as orders from (${overdueOrders(ctx.workplace_id, ctx.now)}) o`.execute(tx)
    const counters = await tx
      .selectFrom('order_counters')
      .select(['status', 'sub_status', 'orders'])
      .where('workplace_id', '=', ctx.workplace_id)
      .execute()
    return { rows: counters, overdue: late.rows[0]?.orders ?? 0 }
  })
  const count = (status: string, sub_status?: string) =>
    rows
      .filter((row) => row.status === status && (sub_status === undefined || row.sub_status === sub_status))
      .reduce((sum, { orders }) => sum + orders, 0)
  const groups = Object.fromEntries(
    ORDER_STATUSES.map((status) => {
      const own = rows.filter((row) => row.status === status).map((row) => [row.sub_status, row.orders])
      return [status, { ...Object.fromEntries(own), all: count(status) - count(status, 'archived') }]
    }),
  ) as Record<OrderStatus, Record<string, number>> // made of the statuses themselves
  if (overdue > 0) groups.refund['overdue'] = overdue
  const archived = count('placement', 'archived')
  return {
    unfulfilled: count('placement') - archived,
    fulfilled: count('fulfilled') + count('shipment') + count('payment', 'order_placed'),
    archived,
    groups,
  }
}
