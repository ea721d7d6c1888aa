/** What a seller changes about a subscription: prorated by the minute, charged, ended. */
import { refusal } from './errors.ts'
import { endOf, isSameCycle } from './prices.ts'
import { MINUTE_MS, periodOf, sendWebhook, updateSubscription } from './rows.ts'
import type { PaddleWorld, SoldItem } from './tables.ts'
import { completeTransaction, failTransaction, insertTransaction, takeMoney } from './transactions.ts'
import type { Subscription } from './views.ts'

const LOCKED_MS = 30 * MINUTE_MS
export interface Change {
  item: SoldItem
  /** What is given back and asked for, for the rest of the period. */
  credit: number
  charge: number
  starts_at: Date
  ends_at: Date
  rate: string
}

/** To the minute: what is left of the period, of both prices. Another cycle begins a period of its own now. */
export function planChange(now: Date, row: Subscription, item: SoldItem): Change {
  const minutes = (from: Date, to: Date) => Math.max(0, Math.floor((to.getTime() - from.getTime()) / MINUTE_MS))
  const rate = minutes(now, row.ends_at) / Math.max(1, minutes(row.starts_at, row.ends_at))
  const credit = Math.round(row.item.amount * rate)
  if (isSameCycle(row.item.cycle, item.cycle) || item.cycle === null)
    return {
      item,
      credit,
      charge: Math.round(item.amount * rate),
      starts_at: row.starts_at,
      ends_at: row.ends_at,
      rate: rate.toFixed(6),
    }
  return { item, credit, charge: item.amount, starts_at: now, ends_at: endOf(now, item.cycle), rate: '1' }
}

export function mustBeEditable(world: PaddleWorld, row: Subscription, scheduledMatters = true): void {
  if (row.status === 'canceled')
    throw refusal(400, 'subscription_update_when_canceled', 'cannot update subscription, as subscription is canceled')
  if (row.status === 'past_due' && scheduledMatters)
    throw refusal(400, 'subscription_update_when_past_due', 'cannot update subscription, as subscription is past due')
  const left = (row.next_billed_at?.getTime() ?? Infinity) - world.now().getTime()
  if (left > 0 && left < LOCKED_MS)
    throw refusal(409, 'subscription_locked_renewal', 'unable to update subscription 30m0s before renewal')
}

/** Changes what recurs. A payment that fails prevents the change: nothing is different afterwards. */
export async function changeItem(
  world: PaddleWorld,
  row: Subscription,
  item: SoldItem,
  bills: 'prorated_immediately' | 'do_not_bill',
  custom_data: Record<string, unknown> | null | undefined,
): Promise<Subscription> {
  mustBeEditable(world, row)
  const plan = planChange(world.now(), row, item)
  const data = custom_data === undefined ? {} : { custom_data }
  if (bills === 'do_not_bill') {
    const changed = await updateSubscription(world, row, { item, ...data })
    await sendWebhook(world, 'subscription.updated', changed)
    return changed
  }
  const used = Math.min(plan.credit, plan.charge)
  const payment = await takeMoney(world, row.customer, plan.charge - used)
  const transaction = await insertTransaction(world, {
    origin: 'subscription_update',
    status: 'ready',
    customer: row.customer,
    subscription: row.id,
    items: [{ ...item, rate: plan.rate }],
    total: plan.charge,
    credit: used,
    period: periodOf(plan),
    custom_data: custom_data ?? row.custom_data,
  })
  await sendWebhook(world, 'transaction.created', transaction)
  if (payment.status === 'error') {
    const failed = await failTransaction(world, transaction, payment)
    const gone = await world.db
      .updateTable('transactions')
      .set({ status: 'canceled' })
      .where('id', '=', failed.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await sendWebhook(world, 'transaction.canceled', gone)
    throw refusal(400, 'subscription_payment_declined', 'payment declined')
  }
  if (plan.credit > used)
    await world.db
      .updateTable('customers')
      .set((eb) => ({ credit: eb('credit', '+', plan.credit - used) }))
      .where('id', '=', row.customer)
      .execute()
  const changed = await updateSubscription(world, row, {
    item,
    starts_at: plan.starts_at,
    ends_at: plan.ends_at,
    next_billed_at: plan.ends_at,
    ...data,
  })
  await completeTransaction(world, transaction, payment)
  await sendWebhook(world, 'subscription.updated', changed)
  return changed
}

export async function chargeOnce(world: PaddleWorld, row: Subscription, items: SoldItem[]): Promise<Subscription> {
  mustBeEditable(world, row)
  const total = items.reduce((sum, { amount }) => sum + amount, 0)
  const payment = await takeMoney(world, row.customer, total)
  if (payment.status === 'error') throw refusal(400, 'subscription_payment_declined', 'payment declined')
  const transaction = await insertTransaction(world, {
    origin: 'subscription_charge',
    status: 'ready',
    customer: row.customer,
    subscription: row.id,
    items,
    total,
    credit: 0,
    period: null,
    custom_data: row.custom_data,
  })
  await sendWebhook(world, 'transaction.created', transaction)
  await completeTransaction(world, transaction, payment)
  const changed = await updateSubscription(world, row, {})
  await sendWebhook(world, 'subscription.updated', changed)
  return changed
}

export async function cancelNow(world: PaddleWorld, row: Subscription): Promise<Subscription> {
  const now = world.now()
  const gone = await updateSubscription(world, row, {
    status: 'canceled',
    scheduled: null,
    next_billed_at: null,
    retry_at: null,
    canceled: now,
  })
  // What was not paid is not asked for any more.
  await world.db
    .updateTable('transactions')
    .set({ status: 'canceled', updated: now })
    .where('subscription', '=', row.id)
    .where('status', 'in', ['past_due', 'ready'])
    .execute()
  await sendWebhook(world, 'subscription.canceled', gone)
  return gone
}
