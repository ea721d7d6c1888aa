import { sql } from 'kysely'
import { work } from '../../platform/jobs.ts'
import { purgeProducts } from '../job-tracker/jobs.ts'
import { UNDO_DAYS } from '../job-tracker/start-run.ts'

const HISTORY_DAYS = 365 // spec: not shown

/** What nobody can take back any more: products deleted longer ago than undo reaches, runs, and the oldest history. */
export const purgeProductsJob = work(purgeProducts, async (ctx, { workplace_id }) => {
  const before = (days: number) => new Date(ctx.now.getTime() - days * 86_400_000)
  await ctx.db.tx(async (tx) => {
    await sql`delete from products where workplace_id = ${workplace_id} and deleted_at < ${before(UNDO_DAYS)}`.execute(
      tx,
    )
    await sql`delete from runs where workplace_id = ${workplace_id} and created_at < ${before(UNDO_DAYS)} and ended_at is not null`.execute(
      tx,
    )
    // The import itself stays: it says where a product came from.
    await sql`delete from product_changes where workplace_id = ${workplace_id} and created_at < ${before(HISTORY_DAYS)} and revision > 1`.execute(
      tx,
    )
  })
})
