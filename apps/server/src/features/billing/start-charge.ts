/** Commits a wish with the caller's own work. A job carries it out. */
import { attemptReference } from '@omni/domain/attempts/reference.ts'
import type { Extra } from '@omni/domain/billing/extras.ts'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type AttemptKind, startAttempt } from '../../platform/attempts.ts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { cancelPlan, changePlan, chargeOnce, openCheckout, resumePlan } from './plan-attempts.ts'
import { priceOf, profileOf } from './prices.ts'
import { type ChargeRow, lockCharge, type Payer, pendingCharge, type SubscriptionRow } from './subscription-row.ts'
import { writeCharge } from './write-charge.ts'

const CURRENCY = 'USD'

async function start<I extends z.ZodObject>(
  tx: Tx,
  config: Config,
  kind: AttemptKind<I>,
  row: Pick<ChargeRow, 'workplace_id' | 'charge_id' | 'sends' | 'user_id'>,
  input: z.input<I>,
): Promise<ChargeRow> {
  const sends = row.sends + 1
  const { attempt_id } = await startAttempt(
    tx,
    { ...kind, profile: profileOf(config) },
    { workplace_id: row.workplace_id, subject_id: `${row.charge_id}:${sends}`, account_key: 'operator', input },
  )
  await writeCharge(tx, row, { reference: attemptReference(attempt_id), sends, state: 'opening', error_key: null })
  const written = await lockCharge(tx, row.workplace_id, row.charge_id)
  if (!written) throw new Error('a charge that was just written is not there')
  return written
}

async function insert(
  tx: Tx,
  { workplace_id, user_id }: Payer,
  wish: Pick<ChargeRow, 'kind' | 'item' | 'amount' | 'subscription_id'> & { provider?: 'paddle' | 'wallet' },
): Promise<ChargeRow> {
  return tx
    .insertInto('plan_charges')
    .values({ provider: 'paddle', ...wish, charge_id: randomUUID(), workplace_id, user_id, currency: CURRENCY })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** One change at a time: the next one would not know what it changes. */
export async function mustBeFree(tx: Tx, payer: Payer): Promise<void> {
  const pending = await pendingCharge(tx, payer)
  if (pending && pending.kind !== 'subscribe') refuse('billing.change_under_way')
}

const mustHavePrice = (config: Config, plan_id: string): string =>
  priceOf(config, plan_id) ?? refuse('billing.plan_not_sold', {}, { field: 'package_id' })

/**
 * The page on which a plan is bought. There is one for each account: a wish for another plan changes what the open page
 * sells, so that nobody pays two.
 */
export async function startSubscribe(
  tx: Tx,
  config: Config,
  payer: Payer,
  plan: { id: string; price: number },
  customer_ref: string | null,
): Promise<ChargeRow> {
  const price_ref = mustHavePrice(config, plan.id)
  const pending = await pendingCharge(tx, payer)
  if (pending?.kind === 'subscribe') {
    if (pending.item === plan.id) return pending
    if (pending.state !== 'open') refuse('billing.change_under_way')
    await writeCharge(tx, pending, { item: plan.id, amount: plan.price, page_url: null })
    const { transaction_ref } = pending
    return start(tx, config, openCheckout, pending, { buys: { is: 'plan', price_ref }, customer_ref, transaction_ref })
  }
  if (pending) refuse('billing.change_under_way')
  const row = await insert(tx, payer, { kind: 'subscribe', item: plan.id, amount: plan.price, subscription_id: null })
  return start(tx, config, openCheckout, row, { buys: { is: 'plan', price_ref }, customer_ref, transaction_ref: null })
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
  const price_ref = mustHavePrice(config, plan_id)
  const { subscription_id } = subscription
  const kind = bills === 'now' ? 'upgrade' : 'downgrade'
  const row = await insert(tx, payer, { kind, item: plan_id, amount: 0, subscription_id })
  return start(tx, config, changePlan, row, { ...addressOf(subscription), price_ref, bills })
}

export async function startCancel(
  tx: Tx,
  config: Config,
  payer: Payer,
  subscription: SubscriptionRow,
): Promise<ChargeRow> {
  const { subscription_id, plan_id } = subscription
  const row = await insert(tx, payer, { kind: 'cancel', item: plan_id, amount: 0, subscription_id })
  return start(tx, config, cancelPlan, row, { ...addressOf(subscription), when: 'period_end' })
}

/** Ends it now. Nothing is owed afterwards. */
export async function startEnd(
  tx: Tx,
  config: Config,
  payer: Payer,
  subscription: SubscriptionRow,
): Promise<ChargeRow> {
  const { subscription_id, plan_id } = subscription
  const row = await insert(tx, payer, { kind: 'end', item: plan_id, amount: 0, subscription_id })
  return start(tx, config, cancelPlan, row, { ...addressOf(subscription), when: 'now' })
}

export async function startResume(
  tx: Tx,
  config: Config,
  payer: Payer,
  subscription: SubscriptionRow,
): Promise<ChargeRow> {
  const { subscription_id, plan_id } = subscription
  const row = await insert(tx, payer, { kind: 'resume', item: plan_id, amount: 0, subscription_id })
  return start(tx, config, resumePlan, row, addressOf(subscription))
}

const TITLES: Record<string, string> = {
  orders_100: 'Omni: 100 more orders',
  imports_500: 'Omni: 500 more imports',
  ready2sale: 'Omni: ready to sell',
}

/** By the card of the plan; without a plan on a page. */
export async function startExtra(
  tx: Tx,
  config: Config,
  payer: Payer,
  subscription: SubscriptionRow | undefined,
  extra: Extra,
): Promise<ChargeRow> {
  const kind = extra.id === 'ready2sale' ? 'ready2sale' : 'extra'
  const subscription_id = subscription?.subscription_id ?? null
  const row = await insert(tx, payer, { kind, item: extra.id, amount: extra.price, subscription_id })
  const once = { title: TITLES[extra.id] ?? 'Omni', amount: extra.price, currency: CURRENCY }
  return subscription
    ? start(tx, config, chargeOnce, row, { ...addressOf(subscription), ...once })
    : start(tx, config, openCheckout, row, { buys: { is: 'once', ...once }, customer_ref: null, transaction_ref: null })
}

export const insertWalletExtra = (tx: Tx, payer: Payer, extra: Extra): Promise<ChargeRow> =>
  insert(tx, payer, {
    provider: 'wallet',
    kind: extra.id === 'ready2sale' ? 'ready2sale' : 'extra',
    item: extra.id,
    amount: extra.price,
    subscription_id: null,
  })

export const insertMethod = (tx: Tx, payer: Payer, { subscription_id, plan_id }: SubscriptionRow): Promise<ChargeRow> =>
  insert(tx, payer, { kind: 'method', item: plan_id, amount: 0, subscription_id })
