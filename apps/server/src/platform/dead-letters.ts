import { sql } from 'kysely'
import { z } from 'zod'
import { type Job, job, work } from './jobs.ts'
import { jobsExhausted } from './metrics.ts'

const AT_ONCE = 100

/** The database adds one, under this name, key and queue, with every dead letter (`fail_job`). */
const deadLetters = job('jobs.dead-letters', {
  payload: z.object({}),
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  key: () => 'all',
  queue: () => 'jobs.dead-letters',
})

/** Every job that will not be tried again is shown where its area says so. The operator finds all in `job_failures`. */
export function handleDeadLetters(jobs: Job[]): Job {
  const byName = new Map(jobs.map((entry) => [entry.definition.name, entry]))
  return work(deadLetters, async (ctx) => {
    await ctx.db.tx((tx) => sql`delete from job_failures where failed_at < now() - interval '90 days'`.execute(tx))
    const { rows } = await ctx.db.tx((tx) =>
      sql<DeadLetter>`select failure_id, job, payload, tries, error from unhandled_failures(${AT_ONCE})`.execute(tx),
    )
    for (const { failure_id, job: name, payload, tries, error } of rows) {
      ctx.log.error({ job: name, failure_id, tries, error }, 'job given up')
      jobsExhausted.inc({ job: name })
      const entry = byName.get(name)
      const parsed = entry?.definition.payload.safeParse(payload)
      if (entry?.exhausted && parsed?.success) {
        const scope = entry.definition.scope?.(parsed.data) ?? {}
        await entry.exhausted({ ...ctx, db: ctx.as(scope) }, payload, { failure_id, error, tries })
      }
      // Last: killed before this, the next round does it again, and `exhausted` is safe to run twice.
      await ctx.db.tx((tx) =>
        tx
          .updateTable('job_failures')
          .set({ handled_at: sql`now()` })
          .where('failure_id', '=', failure_id)
          .execute(),
      )
    }
  })
}

interface DeadLetter {
  failure_id: string
  job: string
  payload: unknown
  tries: number
  error: string
}
