/** Commits a request with the caller's own work. A job carries it out. */
import { attemptReference } from '@omni/domain/attempts/reference.ts'
import type { Extra } from '@omni/domain/billing/extras.ts'
import type { Plan } from '@omni/domain/billing/plan-catalogue.ts'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type AttemptKind, startAttempt } from '../../platform/attempts.ts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { cancelPlan, changePlan, chargeOnce, openCheckout, resumePlan } from './plan-attempts.ts'
import { changesInPlace, type Place, placeOf, priceOf, profileOf } from './plan-place.ts'
import { type ChargeRow, lockCharge, type Payer, pendingCharge, type SubscriptionRow } from './subscription-row.ts'
import { settleCharge, publishPlan, writeCharge } from './write-charge.ts'

const CURRENCY = 'USD'
type Kind = 'subscribe' | 'upgrade' | 'downgrade' | 'cancel' | 'end' | 'resume' | 'extra' | 'ready2sale' | 'method'

async function start<I extends z.ZodObject>(
  tx: Tx,
  config: Config,
  kind: AttemptKind<I>,
  row: ChargeRow,
  input: z.input<I>,
): Promise<ChargeRow> {
  const place = placeOf(row)
  const sends = row.sends + 1
  const { attempt_id } = await startAttempt(
    tx,
    { ...kind, vendor: place.provider, profile: profileOf(config, place) },
    {
      workplace_id: row.workplace_id,
      subject_id: `${row.charge_id}:${sends}`,
      account_key: place.store_id ?? 'operator',
      input: { ...input, place },
    },
  )
  await writeCharge(tx, row, { reference: attemptReference(attempt_id), sends, state: 'opening', error_key: null })
  const written = await lockCharge(tx, row.workplace_id, row.charge_id)
  if (!written) throw new Error('a charge that was just written is not there')
  return written
}

const insert = (
  tx: Tx,
  { workplace_id, user_id }: Payer,
  place: Place | { provider: 'wallet' },
  request: { kind: Kind; item: string; amount?: number; subscription_id?: string | null },
): Promise<ChargeRow> =>
  tx
    .insertInto('plan_charges')
    .values({ ...place, ...request, charge_id: randomUUID(), workplace_id, user_id, currency: CURRENCY })
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * One change at a time: the next one would not know what it changes. A change that only waits to be approved on a page
 * is given up for the next one; approved all the same, it counts.
 */
export async function mustBeFree(tx: Tx, payer: Payer, now: Date): Promise<void> {
  const pending = await pendingCharge(tx, payer)
  if (!pending || pending.kind === 'subscribe') return
  if (pending.state !== 'open') refuse('billing.change_under_way')
  await settleCharge(tx, pending, 'expired', 'page_left', now)
}

const mustHavePrice = (config: Config, place: Place, plan_id: string): string =>
  priceOf(config, place, plan_id) ?? refuse('billing.plan_not_sold', {}, { field: 'package_id' })

const buysPlan = (config: Config, place: Place, { id, name, price, cycle }: Plan) => ({
  is: 'plan' as const,
  price_ref: mustHavePrice(config, place, id),
  title: `Omni ${name}`,
  amount: price,
  currency: CURRENCY,
  days: cycle,
})

/**
 * The page on which a plan is bought. There is one for each account: a request for another plan changes what the open page
 * sells, so that nobody pays two. Where a page cannot be changed, another is opened: only one plan can be approved.
 */
export async function startSubscribe(
  tx: Tx,
  config: Config,
  payer: Payer,
  place: Place,
  plan: Plan,
  customer_ref: string | null,
): Promise<ChargeRow> {
  const buys = buysPlan(config, place, plan)
  const pending = await pendingCharge(tx, payer)
  if (!pending) {
    const row = await insert(tx, payer, place, { kind: 'subscribe', item: plan.id, amount: plan.price })
    return start(tx, config, openCheckout, row, { buys, customer_ref, transaction_ref: null })
  }
  if (pending.kind !== 'subscribe') refuse('billing.change_under_way')
  if (pending.item === plan.id) return pending
  if (pending.state !== 'open') refuse('billing.change_under_way')
  const transaction_ref = changesInPlace(placeOf(pending)) ? pending.transaction_ref : null
  await writeCharge(tx, pending, { item: plan.id, amount: plan.price, page_url: null, transaction_ref })
  return start(tx, config, openCheckout, pending, { buys, customer_ref, transaction_ref })
}

const addressOf = ({ subscription_id, provider_ref }: SubscriptionRow) => ({
  subscription_id,
  subscription_ref: provider_ref,
})

/** `now`: an upgrade. `nothing`: the plan of the next cycle, told ahead of it. */
export async function startChange(
  tx: Tx,
  config: Config,
  payer: Payer,
  subscription: SubscriptionRow,
  { plan_id, bills }: { plan_id: string; bills: 'now' | 'nothing' },
): Promise<ChargeRow> {
  const place = placeOf(subscription)
  const price_ref = mustHavePrice(config, place, plan_id)
  const { subscription_id } = subscription
  const kind = bills === 'now' ? 'upgrade' : 'downgrade'
  const row = await insert(tx, payer, place, { kind, item: plan_id, subscription_id })
  return start(tx, config, changePlan, row, { ...addressOf(subscription), price_ref, bills })
}

/** Where every change is approved on a page: the plan that takes the place of this one, at once or with the next cycle. */
export async function startReplacement(
  tx: Tx,
  config: Config,
  payer: Payer,
  subscription: SubscriptionRow,
  plan: Plan,
  kind: 'upgrade' | 'downgrade',
): Promise<ChargeRow> {
  const place = placeOf(subscription)
  const { subscription_id } = subscription
  const row = await insert(tx, payer, place, { kind, item: plan.id, subscription_id })
  const applies = kind === 'upgrade' ? 'now' : 'next_cycle'
  const buys = buysPlan(config, place, plan)
  return start(tx, config, openCheckout, row, { buys, customer_ref: null, transaction_ref: null, applies })
}

/** What needs no more than the subscription: `end` is now, and nothing is owed afterwards. */
const startOn =
  <I extends z.ZodObject>(kind: 'cancel' | 'end' | 'resume', attempt: AttemptKind<I>, more: object) =>
  async (tx: Tx, config: Config, payer: Payer, subscription: SubscriptionRow): Promise<ChargeRow> => {
    const { subscription_id, plan_id } = subscription
    const row = await insert(tx, payer, placeOf(subscription), { kind, item: plan_id, subscription_id })
    // Each kind's own input, as it is given below.
    return start(tx, config, attempt as unknown as AttemptKind, row, { ...addressOf(subscription), ...more })
  }
export const startCancel = startOn('cancel', cancelPlan, { when: 'period_end' })
export const startEnd = startOn('end', cancelPlan, { when: 'now' })
export const startResume = startOn('resume', resumePlan, {})

/** Where the provider keeps no such request: when the plan is to end. Null: it goes on. */
export async function requestEnd(
  tx: Tx,
  { workplace_id, user_id }: Payer,
  { subscription_id }: Pick<SubscriptionRow, 'subscription_id'>,
  cancel_at: Date | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ cancel_at, check_at: now })
    .where('workplace_id', '=', workplace_id)
    .where('subscription_id', '=', subscription_id)
    .execute()
  await publishPlan(tx, user_id)
}

const TITLES: Record<string, string> = {
  orders_100: 'Omni: 100 more orders',
  imports_500: 'Omni: 500 more imports',
  ready2sale: 'Omni: ready to sell',
}
const extraKind = ({ id }: Extra): Kind => (id === 'ready2sale' ? 'ready2sale' : 'extra')

/** By the card of the plan; without a plan, or where nothing is charged without one, on a page. */
export async function startExtra(
  tx: Tx,
  config: Config,
  payer: Payer,
  { subscription, place }: { subscription: SubscriptionRow | undefined; place: Place },
  extra: Extra,
): Promise<ChargeRow> {
  const subscription_id = subscription?.subscription_id ?? null
  const request = { kind: extraKind(extra), item: extra.id, amount: extra.price, subscription_id }
  const row = await insert(tx, payer, place, request)
  const once = { title: TITLES[extra.id] ?? 'Omni', amount: extra.price, currency: CURRENCY }
  return subscription && changesInPlace(place)
    ? start(tx, config, chargeOnce, row, { ...addressOf(subscription), ...once })
    : start(tx, config, openCheckout, row, { buys: { is: 'once', ...once }, customer_ref: null, transaction_ref: null })
}

export const insertWalletExtra = (tx: Tx, payer: Payer, extra: Extra): Promise<ChargeRow> =>
  insert(tx, payer, { provider: 'wallet' }, { kind: extraKind(extra), item: extra.id, amount: extra.price })

export const insertMethod = (tx: Tx, payer: Payer, row: SubscriptionRow): Promise<ChargeRow> =>
  insert(tx, payer, placeOf(row), { kind: 'method', item: row.plan_id, subscription_id: row.subscription_id })
