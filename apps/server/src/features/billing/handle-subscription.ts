/** What the provider says about a subscription becomes our row, the account's plan, and what its owner is told. */
import type { ProviderSubscription, ProviderTransaction } from '@omni/connectors/payments/subscriptions.ts'
import {
  handle,
  pollsAt,
  newSubscription,
  planInForce,
  type Said,
  type SubscriptionNews,
} from '@omni/domain/billing/subscription.ts'
import { sql } from 'kysely'
import { OPERATOR_PLANS_ID } from '@omni/domain/vendors/manifest.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { paymentAlarms } from '../../platform/metrics.ts'
import { emit } from '../../platform/outbox.ts'
import { publish } from '../../platform/realtime.ts'
import type { NotificationKey } from '@omni/domain/notifications/kinds.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { planOf } from './plan-of.ts'
import { OPERATOR, openProvider, type Place, planOfPrice } from './plan-place.ts'
import { settleTransaction } from './settle-transaction.ts'
import { startEnd } from './start-charge.ts'
import {
  at,
  fromSubscription,
  lockSubscription,
  type Payer,
  type SubscriptionRow,
  toSubscription,
} from './subscription-row.ts'
import { publishPlan } from './write-charge.ts'

const DAY_MS = 86_400_000
/** Transactions are listed from a little before the period they belong to. */
const LISTED_BEFORE_MS = 3 * DAY_MS

/**
 * Reads a subscription and its money, and writes both. Nothing happens when it is nobody's here. `about`: a transaction
 * that was told of; it may belong to a period before the running one.
 */
export async function readAndHandle(ctx: JobCtx, subscription_ref: string, about?: ProviderTransaction): Promise<void> {
  const provider = await openProvider(ctx, OPERATOR)
  // No connection is held while the provider is waited for.
  const said = await provider.readSubscription(subscription_ref)
  const begins = said.period?.starts_at ?? said.started_at ?? said.updated_at
  const since = new Date(begins.getTime() - LISTED_BEFORE_MS)
  const listed = await provider.listTransactions({ subscription_ref, since })
  const isListed = listed.some(({ transaction_ref }) => transaction_ref === about?.transaction_ref)
  const transactions = about && !isListed ? [about, ...listed] : listed
  const payer = await payerOfRef(ctx, said, transactions)
  if (payer) await ctx.as({ ...payer }).tx((tx) => handleAll(tx, ctx, payer, OPERATOR, said, transactions))
}

/** Whose it is: a subscription we know, or a checkout of ours that it came from. */
async function payerOfRef(
  ctx: JobCtx,
  { subscription_ref, reference }: ProviderSubscription,
  transactions: readonly ProviderTransaction[],
): Promise<Payer | undefined> {
  const references = [reference, ...transactions.map((one) => one.reference)].filter((text) => text !== '')
  const refs = transactions.map((one) => one.transaction_ref)
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<Payer>`
      select workplace_id, user_id from subscription_of_ref(${OPERATOR_PLANS_ID}, ${subscription_ref})`.execute(tx)
    if (rows[0]) return rows[0]
    const found = await sql<Payer>`
      select workplace_id, user_id from plan_charge_of(${OPERATOR_PLANS_ID}, ${references}::text[], ${refs}::text[])`.execute(
      tx,
    )
    return found.rows[0]
  })
}

export async function handleAll(
  tx: Tx,
  ctx: JobCtx,
  payer: Payer,
  place: Place,
  said: ProviderSubscription,
  transactions: readonly ProviderTransaction[],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plan ${payer.user_id}`}, 0))`.execute(tx)
  const found = await rowOf(tx, ctx, payer, place, said)
  if (!found) return
  const card = transactions.toReversed().find(({ method, error_key }) => method !== null && error_key === null)?.method
  const { subscription, news } = handle(toSubscription(found), saidOf(ctx, place, found.plan_id, said))
  const now = ctx.clock()
  const wanted = {
    ...fromSubscription(subscription),
    customer_ref: said.customer_ref,
    check_at: at(pollsAt(subscription, now.getTime())),
    ...(card && {
      card_brand: card.brand,
      card_last4: card.last4.slice(-4),
      card_exp_month: card.exp_month,
      card_exp_year: card.exp_year,
    }),
  }
  await tx
    .updateTable('subscriptions')
    .set(wanted)
    .where('workplace_id', '=', found.workplace_id)
    .where('subscription_id', '=', found.subscription_id)
    .execute()
  const row = (await lockSubscription(tx, found.workplace_id, found.subscription_id)) ?? found
  for (const transaction of transactions) {
    // What it was for is told by its price: the plan may have changed since.
    const plan_id = planOfPrice(ctx.config, place, transaction.price_refs[0] ?? '') ?? row.plan_id
    await settleTransaction(tx, payer, { ...row, plan_id }, transaction, now, place)
  }
  if (row.state === 'active') await closeMethodPages(tx, row, now)
  if (!row.surplus) await putInForce(tx, row, now)
  for (const one of news) await notify(tx, row, one)
  // Also where an operator had given the account this plan before.
  if (news.includes('started')) await emit(tx, 'plan.chosen', { workplace_id: row.workplace_id, user_id: row.user_id })
  await publishPlan(tx, payer.user_id)
}

/** A page that paid what was due has no transaction of its own: it is over when nothing is due any more. */
async function closeMethodPages(tx: Tx, { workplace_id, subscription_id }: SubscriptionRow, now: Date): Promise<void> {
  await tx
    .updateTable('plan_charges')
    .set({ state: 'done', settled_at: now, page_url: null })
    .where('workplace_id', '=', workplace_id)
    .where('subscription_id', '=', subscription_id)
    .where('kind', '=', 'method')
    .where('state', '=', 'open')
    .where('transaction_ref', 'is', null)
    .execute()
}

const time = (moment: Date | null) => moment?.getTime() ?? null

function saidOf(ctx: JobCtx, place: Place, before: string, said: ProviderSubscription): Said {
  const plan_id = planOfPrice(ctx.config, place, said.price_ref)
  const { scheduled } = said
  // A price that no plan has: what is in force stays, and somebody must look.
  if (plan_id === null) paymentAlarms.inc({ alarm: 'plan_price' })
  return {
    status: said.status,
    plan_id: plan_id ?? before,
    period: said.period && { start: said.period.starts_at.getTime(), end: said.period.ends_at.getTime() },
    next_billed_at: time(said.next_billed_at),
    cancel_at: scheduled === 'never' ? 'ours' : scheduled?.action === 'cancel' ? scheduled.at.getTime() : null,
    started_at: time(said.started_at),
    updated_at: said.updated_at.getTime(),
  }
}

/** Our row, locked; made when it is new. A second living one of an account gives no plan and is ended at once. */
async function rowOf(
  tx: Tx,
  ctx: JobCtx,
  payer: Payer,
  place: Place,
  said: ProviderSubscription,
): Promise<SubscriptionRow | undefined> {
  const { workplace_id, user_id } = payer
  const known = await tx
    .selectFrom('subscriptions')
    .select('subscription_id')
    .where('workplace_id', '=', workplace_id)
    .where('provider_ref', '=', said.subscription_ref)
    .executeTakeFirst()
  if (known) return lockSubscription(tx, workplace_id, known.subscription_id)
  const plan_id = planOfPrice(ctx.config, place, said.price_ref)
  if (plan_id === null) {
    paymentAlarms.inc({ alarm: 'plan_price' })
    return undefined
  }
  const other = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('user_id', '=', user_id)
    .where('state', '<>', 'ended')
    .where('surplus', '=', false)
    .executeTakeFirst()
  if (other && other.store_id !== null && other.store_id === place.store_id) return replaced(tx, other, said)
  const fresh = newSubscription(saidOf(ctx, place, plan_id, said))
  const made = await tx
    .insertInto('subscriptions')
    .values({
      ...fromSubscription(fresh),
      workplace_id,
      user_id,
      ...place,
      provider_ref: said.subscription_ref,
      customer_ref: said.customer_ref,
      surplus: other !== undefined,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (other && said.status !== 'canceled') {
    paymentAlarms.inc({ alarm: 'second_plan' })
    await startEnd(tx, ctx.config, payer, made)
  }
  return made
}

/** A store has one plan: what was approved last took the place of the one before, and goes on as the same one here. */
async function replaced(
  tx: Tx,
  { workplace_id, subscription_id }: SubscriptionRow,
  { subscription_ref: provider_ref }: ProviderSubscription,
): Promise<SubscriptionRow | undefined> {
  await tx
    .updateTable('subscriptions')
    .set({ provider_ref })
    .where('workplace_id', '=', workplace_id)
    .where('subscription_id', '=', subscription_id)
    .execute()
  return lockSubscription(tx, workplace_id, subscription_id)
}

/** The account's plan is what is paid for: every limit counts at once. */
export async function putInForce(tx: Tx, row: SubscriptionRow, now: Date): Promise<void> {
  const plan_id = planInForce(toSubscription(row), now.getTime())
  // An ended subscription that was followed by another one no longer decides.
  const newer = await tx
    .selectFrom('subscriptions')
    .select('subscription_id')
    .where('workplace_id', '=', row.workplace_id)
    .where('user_id', '=', row.user_id)
    .where('subscription_id', '<>', row.subscription_id)
    .where('state', '<>', 'ended')
    .where('surplus', '=', false)
    .executeTakeFirst()
  if (newer) return
  const changed = await tx
    .updateTable('users')
    .set({ plan_id })
    .where('user_id', '=', row.user_id)
    .where('plan_id', '<>', plan_id)
    .returning('user_id')
    .executeTakeFirst()
  if (changed) await publish(tx, row.user_id, 'account.changed', {})
}

const TOLD: Partial<Record<SubscriptionNews | 'grace_over', NotificationKey>> = {
  started: 'plan_started',
  plan_changed: 'plan_changed',
  payment_failed: 'plan_payment_failed',
  recovered: 'plan_recovered',
  ended: 'plan_ended',
  grace_over: 'plan_grace_over',
}

/** Told where the account pays from, while that workplace is there. */
export async function notify(tx: Tx, row: SubscriptionRow, news: SubscriptionNews | 'grace_over'): Promise<void> {
  const message_key = TOLD[news]
  const member = await tx
    .selectFrom('workplace_members')
    .select('user_id')
    .where('workplace_id', '=', row.workplace_id)
    .where('user_id', '=', row.user_id)
    .executeTakeFirst()
  if (!message_key || !member || row.surplus) return
  await createNotification(tx, {
    workplace_id: row.workplace_id,
    user_id: row.user_id,
    message_key,
    params: { plan: planOf(row.plan_id).name },
    link: '/app/setting/billing',
    cause: `${row.subscription_id} ${news} ${row.provider_updated_at}`,
  })
}
