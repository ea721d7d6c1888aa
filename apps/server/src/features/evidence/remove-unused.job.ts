import { sql } from 'kysely'
import { z } from 'zod'
import { job, type Job, work } from '../../platform/jobs.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 500

export const removeUnused = job('evidence.remove-unused', {
  payload: z.object({}),
  attempts: 3,
  cron: '17 * * * *',
  background: true,
})

/** Pictures that were uploaded and sent with nothing. */
export const removeUnusedJob: Job = work(removeUnused, async (ctx) => {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ workplace_id: string; evidence_id: string; file: string }>`
      select * from unused_evidence(${new Date(ctx.now.getTime() - DAY_MS)}, ${AT_ONCE})`.execute(tx),
  )
  for (const { workplace_id, evidence_id, file } of rows) {
    // Whoever is sending it at this moment keeps it.
    const { numDeletedRows } = await ctx
      .as({ workplace_id })
      .tx((tx) =>
        tx
          .deleteFrom('evidence_files')
          .where('workplace_id', '=', workplace_id)
          .where('evidence_id', '=', evidence_id)
          .where('used_at', 'is', null)
          .executeTakeFirst(),
      )
    if (numDeletedRows > 0n) await ctx.services.storage.remove(file)
  }
})
