import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { inPlace, narrowed, readFilter } from './order-filter.ts'

interface Sums {
  rows: number
  orders: number
  cost: number
  cost_unknown: number
  shipping: number
  shipping_unknown: number
}

const NOTHING: Sums = { rows: 0, orders: 0, cost: 0, cost_unknown: 0, shipping: 0, shipping_unknown: 0 }

/** Orders spec §7 orders/v5/section/{type}/summary: the sums over the rows that the list shows for the same filter. */
export async function getSectionSummary(
  ctx: Ctx,
  { type, sub_status = 'all', ...narrowing }: In<typeof orderCalls.getSectionSummary>,
) {
  return ctx.db.read(async (tx) => {
    const filter = await readFilter(tx, ctx, narrowing)
    const where = sql`${narrowed(ctx, filter)} ${inPlace({ order_status: type, sub_status })}`
    const sums = await sql<Sums>`
      select count(*)::int as rows, count(distinct g.order_id)::int as orders,
        coalesce(sum(g.cost), 0)::bigint as cost, (count(*) - count(g.cost))::int as cost_unknown,
        coalesce(sum(g.shipping), 0)::bigint as shipping, (count(*) - count(g.shipping))::int as shipping_unknown
      from order_groups g where ${where}`.execute(tx)
    const sold = await sql<{ currency: string; amount: number }>`
      select o.currency, sum(o.total)::bigint as amount
      from (select distinct g.order_id from order_groups g where ${where}) r
      join orders o on o.workplace_id = ${ctx.workplace_id} and o.order_id = r.order_id
      group by o.currency order by o.currency`.execute(tx)
    return { ...(sums.rows[0] ?? NOTHING), sold: sold.rows }
  })
}
