/** What Paddle does by itself: renews, tries again, gives up. */
import { cancelNow } from './changes.ts'
import { endOf } from './prices.ts'
import { at, DAY_MS, findCustomer, periodOf, sendWebhook, updateSubscription } from './rows.ts'
import type { PaddleWorld } from './tables.ts'
import { completeTransaction, failTransaction, insertTransaction, takeMoney } from './transactions.ts'
import type { Subscription } from './views.ts'

/** Days after the first failure; after the last one the subscription ends. */
const RETRY_DAYS = [1, 3, 5, 8, 12, 20, 30]

/** The next period begins, paid or not. */
export async function renew(world: PaddleWorld, row: Subscription): Promise<void> {
  if (row.item.cycle === null || row.next_billed_at === null) return
  const starts_at = row.next_billed_at
  const ends_at = endOf(starts_at, row.item.cycle)
  const { credit } = await findCustomer(world, row.customer)
  const used = Math.min(credit, row.item.amount)
  if (used > 0)
    await world.db
      .updateTable('customers')
      .set({ credit: credit - used })
      .where('id', '=', row.customer)
      .execute()
  const transaction = await insertTransaction(world, {
    origin: 'subscription_recurring',
    status: 'ready',
    customer: row.customer,
    subscription: row.id,
    items: [row.item],
    total: row.item.amount,
    credit: used,
    period: periodOf({ starts_at, ends_at }),
    custom_data: row.custom_data,
  })
  const payment = await takeMoney(world, row.customer, row.item.amount - used)
  const next = { starts_at, ends_at, next_billed_at: ends_at }
  if (payment.status === 'captured') {
    const renewed = await updateSubscription(world, row, next)
    await completeTransaction(world, transaction, payment)
    await sendWebhook(world, 'subscription.updated', renewed)
    return
  }
  await failTransaction(world, transaction, payment)
  const unpaid = await world.db
    .updateTable('transactions')
    .set({ status: 'past_due' })
    .where('id', '=', transaction.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await sendWebhook(world, 'transaction.past_due', unpaid)
  const now = world.now()
  const retry_at = new Date(now.getTime() + (RETRY_DAYS[0] ?? 1) * DAY_MS)
  const late = { ...next, status: 'past_due' as const, retry_at, retries: 0, past_due_since: now }
  await sendWebhook(world, 'subscription.past_due', await updateSubscription(world, row, late))
}

async function retry(world: PaddleWorld, row: Subscription): Promise<void> {
  const unpaid = await world.db
    .selectFrom('transactions')
    .selectAll()
    .where('subscription', '=', row.id)
    .where('status', '=', 'past_due')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!unpaid) return
  const payment = await takeMoney(world, row.customer, unpaid.total - unpaid.credit)
  if (payment.status === 'captured') {
    const paid = { status: 'active' as const, retry_at: null, retries: 0, past_due_since: null }
    const recovered = await updateSubscription(world, row, paid)
    await completeTransaction(world, unpaid, payment)
    await sendWebhook(world, 'subscription.updated', recovered)
    return
  }
  await failTransaction(world, unpaid, payment)
  const retries = row.retries + 1
  const day = RETRY_DAYS[retries]
  const since = row.past_due_since ?? world.now()
  if (day === undefined) await cancelNow(world, row)
  else await updateSubscription(world, row, { retries, retry_at: new Date(since.getTime() + day * DAY_MS) })
}

/** Does what has become due. Each thing happens at its own moment, however far the clock jumped. */
export async function doWhatIsDue(world: PaddleWorld): Promise<void> {
  for (let rounds = 0; rounds < 200; rounds++) {
    const now = world.now()
    const due = await world.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('status', '<>', 'canceled')
      .where((eb) => eb.or([eb('next_billed_at', '<=', now), eb('retry_at', '<=', now)]))
      .execute()
    if (due.length === 0) return
    for (const row of due) {
      if (row.status === 'past_due' && row.retry_at !== null && row.retry_at <= now)
        await retry(at(world, row.retry_at), row)
      else if (row.scheduled && row.next_billed_at) await cancelNow(at(world, row.next_billed_at), row)
      else if (row.status === 'active' && row.next_billed_at) await renew(at(world, row.next_billed_at), row)
      // Unpaid and a whole period old: nothing new is billed before it is paid.
      else await updateSubscription(world, row, { next_billed_at: null })
    }
  }
}
