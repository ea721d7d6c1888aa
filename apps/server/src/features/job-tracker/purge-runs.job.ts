import { sql } from 'kysely'
import { work } from '../../platform/jobs.ts'
import { emit } from '../../platform/outbox.ts'
import { purgeRuns, UNDO_DAYS } from '../../platform/runs.ts'

/** Runs nobody can take back any more; the areas hear of it and remove what they kept for an undo. */
export const purgeRunsJob = work(purgeRuns, async (ctx, { workplace_id }) => {
  const before = new Date(ctx.now.getTime() - UNDO_DAYS * 86_400_000)
  await ctx.db.tx(async (tx) => {
    await sql`
      delete from runs where workplace_id = ${workplace_id} and created_at < ${before} and ended_at is not null`.execute(
      tx,
    )
    await emit(tx, 'runs.purged', { workplace_id })
  })
})
