import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { readViews } from './supplier-order-view.ts'

/** How long what came to an end is still shown (spec: not shown). */
const SHOWN = '10 minutes'
const MOST = 200

/** Orders spec §7 orders/v2/bulk-place-orders: the progress tracker. What is under way first, then the newest. */
export async function listPlacing(ctx: Ctx) {
  return ctx.db.read(async (tx) => {
    const items = await readViews(
      tx,
      ctx.workplace_id,
      sql`(s.due_at is not null or s.state = 'needs_decision' or s.settled_at > ${ctx.now}::timestamptz - ${SHOWN}::interval)
        order by s.settled_at is not null, s.created_at desc, s.turn_no limit ${MOST}`,
    )
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select from supplier_orders
        where workplace_id = ${ctx.workplace_id} and state in ('queued', 'sending', 'checking')
        union all select from placement_clicks c cross join unnest(c.orders)
        where c.workplace_id = ${ctx.workplace_id} limit 1000) c`.execute(tx)
    return { items, processing: rows[0]?.n ?? 0 }
  })
}
