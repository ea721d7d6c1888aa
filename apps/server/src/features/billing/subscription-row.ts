import type { Out } from '@omni/contracts/kernel.ts'
import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import { findExtra } from '@omni/domain/billing/extras.ts'
import { graceEnds, isFirstCycle, isLocked, type Subscription } from '@omni/domain/billing/subscription.ts'
import { sql, type Selectable } from 'kysely'
import type { BaseCtx, Ctx } from '../../platform/ctx.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { planOf } from './plan-of.ts'

export type SubscriptionRow = Selectable<DB['subscriptions']>
export type ChargeRow = Selectable<DB['plan_charges']>
export type ChargeView = Out<typeof billingCalls.getPlanCharge>
type SubscriptionView = NonNullable<Out<typeof billingCalls.getSubscription>['subscription']>

export interface Payer {
  user_id: string
  /** Where everything the account pays for plans lies. */
  workplace_id: string
}

/** The account's own place for what it pays for plans. The first one who pays chooses it: where they are. */
export async function payerOf(ctx: Pick<Ctx, 'db' | 'user_id' | 'workplace_id'>): Promise<Payer> {
  const { user_id, workplace_id } = ctx
  const row = await ctx.db.read((tx) =>
    tx.selectFrom('users').select('billing_workplace_id').where('user_id', '=', user_id).executeTakeFirst(),
  )
  return { user_id, workplace_id: row?.billing_workplace_id ?? workplace_id }
}

export const paying = (ctx: Pick<BaseCtx, 'as'>, payer: Payer): Db => ctx.as({ ...payer })

/** One at a time for each account: two clicks must not both see that nothing is under way. */
export async function lockPayer(tx: Tx, { user_id, workplace_id }: Payer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plan ${user_id}`}, 0))`.execute(tx)
  await tx
    .updateTable('users')
    .set({ billing_workplace_id: workplace_id })
    .where('user_id', '=', user_id)
    .where('billing_workplace_id', 'is', null)
    .execute()
}

const subscriptionsOf = (tx: Tx, { workplace_id, user_id }: Payer) =>
  tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('user_id', '=', user_id)
    .where('surplus', '=', false)

export const livingSubscription = (tx: Tx, payer: Payer) =>
  subscriptionsOf(tx, payer).where('state', '<>', 'ended').executeTakeFirst()

/** The living one, or the one that ended last. */
export const latestSubscription = (tx: Tx, payer: Payer) =>
  subscriptionsOf(tx, payer).orderBy('created_at', 'desc').limit(1).executeTakeFirst()

export const lockSubscription = (tx: Tx, workplace_id: string, subscription_id: string) =>
  tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('subscription_id', '=', subscription_id)
    .forUpdate()
    .executeTakeFirst()

export const lockCharge = (tx: Tx, workplace_id: string, charge_id: string) =>
  tx
    .selectFrom('plan_charges')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('charge_id', '=', charge_id)
    .forUpdate()
    .executeTakeFirst()

const CHANGES = ['upgrade', 'downgrade', 'cancel', 'resume', 'end'] as const

/** What is under way: a change, or a page on which a plan can be paid. */
export const pendingCharge = (tx: Tx, { workplace_id, user_id }: Payer) =>
  tx
    .selectFrom('plan_charges')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('user_id', '=', user_id)
    .where('state', 'in', ['opening', 'open', 'checking'])
    .where('kind', 'in', [...CHANGES, 'subscribe'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const ms = (text: string | null) => (text === null ? null : Date.parse(text))

export const toSubscription = (row: SubscriptionRow): Subscription => ({
  state: row.state as Subscription['state'], // the table's own check
  plan_id: row.plan_id,
  period_start: Date.parse(row.period_start),
  period_end: Date.parse(row.period_end),
  next_billed_at: ms(row.next_billed_at),
  cancel_at: ms(row.cancel_at),
  next_plan_id: row.next_plan_id,
  next_sent: row.next_sent,
  past_due_since: ms(row.past_due_since),
  started_at: Date.parse(row.started_at),
  ended_at: ms(row.ended_at),
  provider_updated_at: Date.parse(row.provider_updated_at),
})

export const at = (moment: number | null) => (moment === null ? null : new Date(moment))

export const fromSubscription = (subscription: Subscription) => ({
  state: subscription.state,
  plan_id: subscription.plan_id,
  period_start: new Date(subscription.period_start),
  period_end: new Date(subscription.period_end),
  next_billed_at: at(subscription.next_billed_at),
  cancel_at: at(subscription.cancel_at),
  next_plan_id: subscription.next_plan_id,
  next_sent: subscription.next_sent,
  past_due_since: at(subscription.past_due_since),
  started_at: new Date(subscription.started_at),
  ended_at: at(subscription.ended_at),
  provider_updated_at: new Date(subscription.provider_updated_at),
})

export function subscriptionView(row: SubscriptionRow, now: Date): SubscriptionView {
  const subscription = toSubscription(row)
  const plan = planOf(row.plan_id)
  const next = row.next_plan_id === null ? null : planOf(row.next_plan_id)
  const { card_brand: brand, card_last4: last4, card_exp_month: exp_month, card_exp_year: exp_year } = row
  return {
    state: subscription.state,
    package_id: plan.id,
    name: plan.name,
    price: plan.price,
    cycle: plan.cycle,
    period_start: row.period_start,
    period_end: row.period_end,
    next_billed_at: row.next_billed_at,
    cancel_at: row.cancel_at,
    next_package: next && { id: next.id, name: next.name, price: next.price },
    grace_ends: at(graceEnds(subscription))?.toISOString() ?? null,
    is_first_cycle: isFirstCycle(subscription),
    is_locked: isLocked(subscription, now.getTime()),
    method: last4 === null ? null : { brand: brand ?? '', last4, exp_month: exp_month ?? 0, exp_year: exp_year ?? 0 },
  }
}

export const chargeView = (row: ChargeRow): ChargeView => ({
  charge_id: row.charge_id,
  kind: row.kind as ChargeView['kind'], // the table's own checks, here and below
  item: row.item,
  name: findExtra(row.item) ? row.item : planOf(row.item).name,
  state: row.state as ChargeView['state'],
  amount: row.amount,
  tax: row.tax,
  currency: row.currency,
  url: row.state === 'open' || row.state === 'past_due' ? row.page_url : null,
  invoice_number: row.invoice_number,
  paid_by: row.provider as ChargeView['paid_by'],
  error_key: row.error_key,
  period_start: row.period_start,
  period_end: row.period_end,
  created_at: row.created_at,
  happened_at: row.happened_at,
})
