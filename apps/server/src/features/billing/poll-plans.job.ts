import { isNotFound } from '@omni/connectors/vendor-error.ts'
import { dueDowngrade, graceEnds, isEndDue, pollsAt, planInForce } from '@omni/domain/billing/subscription.ts'
import { FREE_PLAN } from '@omni/domain/billing/plan-catalogue.ts'
import { sql } from 'kysely'
import { OPERATOR_PLANS_ID } from '@omni/domain/vendors/manifest.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, type Job, work } from '../../platform/jobs.ts'
import { notify, putInForce, readAndHandle } from './handle-subscription.ts'
import { catchUpPlans, pollCharge, pollSubscription, openMethodPage, sweepPlans } from './jobs.ts'
import { handleStore } from './handle-store.ts'
import { changesInPlace, openProvider, OPERATOR, placeOf } from './plan-place.ts'
import { settleTransaction } from './settle-transaction.ts'
import { startChange, startEnd } from './start-charge.ts'
import { at, lockCharge, lockSubscription, type Payer, pendingCharge, toSubscription } from './subscription-row.ts'
import { settleCharge, writeCharge } from './write-charge.ts'

const SWEPT_AT_ONCE = 200
const MINUTE_MS = 60_000
/** How long after the first look at a page the next ones come, in minutes. */
const LOOKS_AFTER = [2, 5, 10, 30, 60, 180]
/** A page that nobody paid for a day is given up; paid later all the same, it counts. */
const PAGE_LIVES_MS = 24 * 60 * MINUTE_MS

export const pollSubscriptionJob: Job = work(pollSubscription, async (ctx, { workplace_id, subscription_id }) => {
  const row = await ctx.db.read((tx) =>
    tx
      .selectFrom('subscriptions')
      .select(['provider', 'provider_ref', 'store_workplace_id', 'store_id', 'user_id'])
      .where('workplace_id', '=', workplace_id)
      .where('subscription_id', '=', subscription_id)
      .executeTakeFirst(),
  )
  if (!row) return
  const place = placeOf(row)
  if (changesInPlace(place)) await readAndHandle(ctx, row.provider_ref)
  else await handleStore(ctx, { workplace_id, user_id: row.user_id }, place)
  await ctx.db.tx((tx) => goOn(tx, ctx, { workplace_id, user_id: row.user_id }, subscription_id))
})

/** What time alone brings: the end of the grace period, a downgrade that is due. */
async function goOn(
  tx: Parameters<Parameters<JobCtx['db']['tx']>[0]>[0],
  ctx: JobCtx,
  payer: Payer,
  subscription_id: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plan ${payer.user_id}`}, 0))`.execute(tx)
  const row = await lockSubscription(tx, payer.workplace_id, subscription_id)
  if (!row || row.state === 'ended' || row.surplus) return
  const subscription = toSubscription(row)
  const now = ctx.clock()
  await putInForce(tx, row, now)
  if (graceEnds(subscription) !== null && planInForce(subscription, now.getTime()) === FREE_PLAN.id)
    await notify(tx, row, 'grace_over')
  const next = dueDowngrade(subscription, now.getTime())
  const isFree = (await pendingCharge(tx, payer)) === undefined
  if (next !== null && isFree) await startChange(tx, ctx.config, payer, row, { plan_id: next, bills: 'nothing' })
  if (!changesInPlace(placeOf(row)) && isEndDue(subscription, now.getTime()) && isFree)
    await startEnd(tx, ctx.config, payer, row)
  await tx
    .updateTable('subscriptions')
    .set({ check_at: at(pollsAt(subscription, now.getTime())) })
    .where('workplace_id', '=', row.workplace_id)
    .where('subscription_id', '=', subscription_id)
    .execute()
}

export const pollChargeJob: Job = work(pollCharge, async (ctx, { workplace_id, charge_id }) => {
  const row = await ctx.db.read((tx) =>
    tx
      .selectFrom('plan_charges')
      .selectAll()
      .where('workplace_id', '=', workplace_id)
      .where('charge_id', '=', charge_id)
      .executeTakeFirst(),
  )
  if (!row?.transaction_ref || row.settled_at !== null) return
  const place = placeOf(row)
  if (changesInPlace(place)) await handleAbout(ctx, 'transaction', row.transaction_ref)
  else await handleStore(ctx, { workplace_id, user_id: row.user_id }, place)
  await ctx.db.tx(async (tx) => {
    const after = await lockCharge(tx, workplace_id, charge_id)
    if (!after || after.settled_at !== null) return
    const now = ctx.clock()
    if (after.state === 'open' && now.getTime() - Date.parse(after.created_at) > PAGE_LIVES_MS)
      return settleCharge(tx, after, 'expired', 'page_left', now)
    const pause = (LOOKS_AFTER[after.polls] ?? LOOKS_AFTER.at(-1) ?? 60) * MINUTE_MS
    await writeCharge(tx, after, { polls: after.polls + 1, check_at: new Date(now.getTime() + pause) })
  })
})

export const openMethodPageJob: Job = work(
  openMethodPage,
  async (ctx, { workplace_id, charge_id }) => {
    const row = await ctx.db.read((tx) =>
      tx
        .selectFrom('plan_charges as c')
        .innerJoin('subscriptions as s', (join) =>
          join.onRef('s.workplace_id', '=', 'c.workplace_id').onRef('s.subscription_id', '=', 'c.subscription_id'),
        )
        .select(['s.provider', 's.provider_ref', 's.store_workplace_id', 's.store_id', 'c.state'])
        .where('c.workplace_id', '=', workplace_id)
        .where('c.charge_id', '=', charge_id)
        .executeTakeFirst(),
    )
    if (!row || row.state !== 'opening') return
    const { in_place } = await openProvider(ctx, placeOf(row))
    const page = await in_place?.openMethodPage(row.provider_ref)
    if (!page) return
    await ctx.db.tx(async (tx) => {
      const charge = await lockCharge(tx, workplace_id, charge_id)
      if (!charge || charge.state !== 'opening') return
      // Of an unpaid renewal the transaction has a row of its own: this one only leads there.
      const isOwn = page.origin === 'method'
      await writeCharge(tx, charge, {
        state: 'open',
        page_url: page.url,
        amount: page.total ?? 0,
        ...(isOwn && { transaction_ref: page.transaction_ref, check_at: new Date(ctx.clock().getTime() + 120_000) }),
        ...(!isOwn && { check_at: null }),
      })
    })
  },
  {
    exhausted: async (ctx, { workplace_id, charge_id }) => {
      await ctx.db.tx(async (tx) => {
        const charge = await lockCharge(tx, workplace_id, charge_id)
        if (charge && charge.settled_at === null)
          await settleCharge(tx, charge, 'failed', 'provider_unreachable', ctx.clock())
      })
    },
  },
)

/** What a message of the provider is about: read there, and written where it is ours. */
export async function handleAbout(ctx: JobCtx, is: 'subscription' | 'transaction', ref: string): Promise<void> {
  try {
    if (is === 'subscription') return await readAndHandle(ctx, ref)
    const said = await (await openProvider(ctx, OPERATOR)).readTransaction(ref)
    if (said.subscription_ref !== null) return await readAndHandle(ctx, said.subscription_ref, said)
    const { rows } = await ctx.db.read((tx) =>
      sql<Payer>`select workplace_id, user_id
        from plan_charge_of(${OPERATOR_PLANS_ID}, ${[said.reference]}::text[], ${[ref]}::text[])`.execute(tx),
    )
    const [payer] = rows
    if (payer) await ctx.as({ ...payer }).tx((tx) => settleTransaction(tx, payer, null, said, ctx.clock()))
  } catch (error) {
    // Not in the provider's books: whoever told of it, there is nothing to write.
    if (!isNotFound(error)) throw error
  }
}

export const sweepPlansJob: Job = work(sweepPlans, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    const subscriptions = await sql<{ workplace_id: string; subscription_id: string }>`
      select workplace_id, subscription_id from due_subscriptions(${ctx.now}, ${SWEPT_AT_ONCE})`.execute(tx)
    for (const id of subscriptions.rows) await enqueue(tx, pollSubscription, id)
    const charges = await sql<{ workplace_id: string; charge_id: string }>`
      select workplace_id, charge_id from due_plan_charges(${ctx.now}, ${SWEPT_AT_ONCE})`.execute(tx)
    for (const id of charges.rows) await enqueue(tx, pollCharge, id)
  })
})

export const catchUpPlansJob: Job = work(catchUpPlans, async (ctx) => {
  const provider = ctx.services.subscriptions
  if (!provider) return
  const read = await ctx.db.read((tx) =>
    tx.selectFrom('subscription_events_read').selectAll().where('provider', '=', provider.id).executeTakeFirst(),
  )
  const events = await provider.listEvents(read?.event_id ?? null)
  // Several events of one thing are one look at it: what is there now counts.
  const about = new Map(events.flatMap(({ about: one }) => (one ? [[`${one.is} ${one.ref}`, one] as const] : [])))
  for (const one of about.values()) await handleAbout(ctx, one.is, one.ref)
  const last = events.at(-1)
  if (!last) return
  await ctx.db.tx((tx) =>
    sql`insert into subscription_events_read (provider, event_id, read_at)
      values (${provider.id}, ${last.event_id}, ${ctx.now})
      on conflict (provider) do update set event_id = excluded.event_id, read_at = excluded.read_at`.execute(tx),
  )
})
