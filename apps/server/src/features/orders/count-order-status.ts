import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { ORDER_STATUSES, type OrderStatus } from '@omni/domain/orders/groups.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { type Filter, inPlace, narrowed, readFilter } from './order-filter.ts'

interface Counted {
  status: string
  sub_status: string
  orders: number
}

/** What triggers have counted is the same set as all rows (`npm run bench -- orders` recounts it); a filter counts its rows. */
async function countRows(tx: Tx, ctx: Ctx, filter: Filter): Promise<Counted[]> {
  if (filter.is_all)
    return tx
      .selectFrom('order_counters')
      .select(['status', 'sub_status', 'orders'])
      .where('workplace_id', '=', ctx.workplace_id)
      .execute()
  const { rows } = await sql<Counted>`
    select g.status, g.sub_status, count(*)::int as orders from order_groups g where ${narrowed(ctx, filter)}
    group by g.status, g.sub_status`.execute(tx)
  return rows
}

async function countOverdue(tx: Tx, ctx: Ctx, filter: Filter): Promise<number> {
  const place = { order_status: 'refund', sub_status: 'all' } as const
  const { rows } = await sql<{ orders: number }>`
    select count(*)::int as orders from order_groups g
    where ${narrowed(ctx, { ...filter, overdue: true })} ${inPlace(place)}`.execute(tx)
  return rows[0]?.orders ?? 0
}

/** Orders spec §7 count-order-status. The sidebar's badge reads the same counters. */
export async function countOrderStatus(ctx: Ctx, narrowing: In<typeof orderCalls.countOrderStatus>) {
  const { rows, overdue } = await ctx.db.read(async (tx) => {
    const filter = await readFilter(tx, ctx, narrowing)
    return { rows: await countRows(tx, ctx, filter), overdue: await countOverdue(tx, ctx, filter) }
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
    all: rows.reduce((sum, { orders }) => sum + orders, 0),
    unfulfilled: count('placement') - archived,
    fulfilled: count('fulfilled') + count('shipment') + count('payment', 'order_placed'),
    archived,
    groups,
  }
}
