import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { within } from './list-orders.ts'

/** Orders spec §7 orders/v5/section/{type}/summary. What is archived counts only where it is asked for. */
export async function getSectionSummary(
  ctx: Ctx,
  { type, sub_status = 'all', source, from_date, to_date }: In<typeof orderCalls.getSectionSummary>,
) {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ currency: string; orders: number; amount: number; cost: number }>`
      select o.currency, count(distinct o.order_id)::int as orders,
        coalesce(sum(l.unit_price * l.wanted - l.discount), 0)::bigint as amount, coalesce(sum(l.cost), 0)::bigint as cost
      from order_groups g
      join orders o using (workplace_id, order_id)
      join order_lines l on l.workplace_id = g.workplace_id and l.order_id = g.order_id and l.line_id = any(g.line_ids)
      where g.workplace_id = ${ctx.workplace_id} and g.status = ${type}
        ${sub_status === 'all' ? sql`and g.sub_status <> 'archived'` : sql`and g.sub_status = ${sub_status}`}
        ${within(from_date, to_date)}
        ${source === 'all' ? sql`` : sql`and l.sources @> array[${source}]::text[]`}
      group by o.currency order by o.currency`.execute(tx),
  )
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    cost: rows.reduce((sum, { cost }) => sum + cost, 0),
    sold: rows.map(({ currency, amount }) => ({ currency, amount })),
  }
}
