/** A store that was left pays for nothing more. */
import { sql } from 'kysely'
import { type Job, enqueue, work } from '../../platform/jobs.ts'
import type { Subscriber } from '../../platform/outbox.ts'
import { handleStore } from './handle-store.ts'
import { leaveStore, pollCharge, pollSubscription } from './jobs.ts'
import { placeOf } from './plan-place.ts'
import { startEnd } from './start-charge.ts'
import { lockPayer, lockSubscription, pendingCharge } from './subscription-row.ts'
import { settleCharge } from './write-charge.ts'

const AGAIN_MS = 60_000

/**
 * Ends the plan there, and throws the key away when it has ended. Comes back until then: however a store was left, its
 * owner is billed no more.
 */
export const leaveStoreJob: Job = work(leaveStore, async (ctx, { workplace_id, subscription_id }) => {
  const row = await ctx.db.read((tx) =>
    tx
      .selectFrom('subscriptions')
      .selectAll()
      .where('workplace_id', '=', workplace_id)
      .where('subscription_id', '=', subscription_id)
      .executeTakeFirst(),
  )
  if (!row) return
  const payer = { workplace_id, user_id: row.user_id }
  if (row.state !== 'ended') await handleStore(ctx, payer, placeOf(row))
  await ctx.db.tx(async (tx) => {
    await lockPayer(tx, payer)
    const now = await lockSubscription(tx, workplace_id, subscription_id)
    const pending = await pendingCharge(tx, payer)
    // A page that waits to be approved there is over with the store.
    const isPage = pending?.state === 'open' && pending.store_id === row.store_id
    if (pending && isPage) await settleCharge(tx, pending, 'expired', 'page_left', ctx.clock())
    if (now && now.state !== 'ended') {
      if (!pending || isPage) await startEnd(tx, ctx.config, payer, now)
      await enqueue(tx, leaveStore, { workplace_id, subscription_id }, new Date(ctx.clock().getTime() + AGAIN_MS))
      return
    }
    if (pending && pending.subscription_id === subscription_id && !isPage)
      await settleCharge(tx, pending, 'done', null, ctx.clock())
    await sql`delete from plan_farewells where workplace_id = ${workplace_id}
      and subscription_id = ${subscription_id}`.execute(tx)
  })
})

/** The store tells that something of a plan changed: it is read there. */
export const checkStorePlan: Subscriber<'store.plan_changed_remotely'> = async (ctx, { workplace_id, store_id }) => {
  await ctx.db.tx(async (tx) => {
    const { rows } = await sql<{ workplace_id: string; subscription_id: string | null; charge_id: string | null }>`
      select workplace_id, subscription_id, charge_id from plans_of_store(${workplace_id}, ${store_id})`.execute(tx)
    for (const { workplace_id: paid_in, subscription_id, charge_id } of rows) {
      if (subscription_id) await enqueue(tx, pollSubscription, { workplace_id: paid_in, subscription_id })
      if (charge_id) await enqueue(tx, pollCharge, { workplace_id: paid_in, charge_id })
    }
  })
}
