import { z } from 'zod'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { job, work } from '../../platform/jobs.ts'
import { forgetAccount } from './forget-account.ts'

const sweep = job('auth.sweep', { payload: z.object({}), attempts: 3, cron: '17 * * * *' })

/** A visit that is cut off is not over yet. */
const GUEST_KEPT_MS = 3_600_000
const GUESTS_AT_ONCE = 200

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
  for (const { user_id } of await goneGuests(ctx)) await ctx.as({ user_id }).tx((tx) => forgetAccount(tx, user_id))
})

/** Guests without an address whose last session is over: nobody can come back to them. */
const goneGuests = ({ db, now }: JobCtx) =>
  db.read((tx) =>
    tx
      .selectFrom('users as u')
      .select('u.user_id')
      .where('u.is_demo', '=', true)
      .where('u.email', 'is', null)
      .where('u.created_at', '<', new Date(now.getTime() - GUEST_KEPT_MS).toISOString())
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('sessions as s').select('s.session_id').whereRef('s.user_id', '=', 'u.user_id'))),
      )
      .limit(GUESTS_AT_ONCE)
      .execute(),
  )
