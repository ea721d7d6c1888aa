import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

/** Orders spec §7 orders/v5/sync-status. */
export async function getSyncStatus(ctx: Ctx) {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ open: number; unasked: number; oldest: string | null }>`
      select count(*)::int as open, count(*) filter (where synced_at is null)::int as unasked, min(synced_at) as oldest
      from (select synced_at from supplier_orders where workplace_id = ${ctx.workplace_id} and state = 'placed'
        and coalesce(supplier_status, '') not in ('delivered', 'cancelled', 'refunded') limit 10000) o`.execute(tx),
  )
  return rows[0] ?? { open: 0, unasked: 0, oldest: null }
}
