import { z } from 'zod'
import { sql } from 'kysely'
import { job, work } from '../../platform/jobs.ts'

const sweep = job('auth.sweep', { payload: z.object({}), attempts: 3, cron: '17 * * * *' })

/** Hourly: what has run out is deleted. Deleting twice deletes once. */
export const sweepJob = work(sweep, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    await tx.deleteFrom('sessions').where('expires_at', '<', ctx.now.toISOString()).execute()
    await tx.deleteFrom('account_codes').where('expires_at', '<', ctx.now.toISOString()).execute()
    await tx.deleteFrom('social_attempts').where('expires_at', '<', ctx.now.toISOString()).execute()
    // A browser nobody came back with for as long as its cookie lives.
    await sql`delete from known_devices where seen_at < now() - interval '400 days'`.execute(tx)
    await sql`delete from rate_limits where expire < ${ctx.now.getTime()}`.execute(tx)
    await sql`delete from realtime_messages where created_at < now() - interval '1 day'`.execute(tx)
    await sql`delete from outbox where delivered_at < now() - interval '7 days'`.execute(tx)
    // spec decisions, API
    await sql`delete from idempotency_keys where created_at < now() - interval '30 days'`.execute(tx)
    await sql`delete from worker_heartbeats where beat_at < now() - interval '1 hour'`.execute(tx)
  })
})
