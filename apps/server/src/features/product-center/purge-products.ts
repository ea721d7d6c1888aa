import type { EventData } from '@omni/contracts/events.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { UNDO_DAYS } from '../../platform/runs.ts'

const HISTORY_DAYS = 365 // spec: not shown

/** What nobody can take back any more: products deleted longer ago than undo reaches, and the oldest history. */
export async function purgeProducts(ctx: JobCtx, { workplace_id }: EventData<'runs.purged'>): Promise<void> {
  const before = (days: number) => new Date(ctx.now.getTime() - days * 86_400_000)
  await ctx.as({ workplace_id }).tx(async (tx) => {
    await sql`
      delete from products where workplace_id = ${workplace_id} and deleted_at < ${before(UNDO_DAYS)}`.execute(tx)
    // The import itself stays: it says where a product came from.
    await sql`
      delete from product_changes
      where workplace_id = ${workplace_id} and created_at < ${before(HISTORY_DAYS)} and revision > 1`.execute(tx)
  })
}
