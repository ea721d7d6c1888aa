/** What a person pays on Paddle's page, and the subscription that begins with it. */
import type { TypedCard } from '../card-page/cards.ts'
import { newId, taxIn } from './books.ts'
import { endOf } from './prices.ts'
import {
  findCard,
  findSubscription,
  periodOf,
  sendWebhook,
  updateSubscription,
  type SubscriptionChange,
} from './rows.ts'
import type { PaddleWorld, Payment, SoldItem } from './tables.ts'
import { completeTransaction, declineOf, failTransaction, takeMoney } from './transactions.ts'
import type { Subscription, Transaction } from './views.ts'

/** A person gave a card on the page. Answers what is wrong, or null: it is paid. */
export async function payCheckout(
  world: PaddleWorld,
  transaction: Transaction,
  buyer: { email: string; country: string; card: TypedCard },
): Promise<string | null> {
  const now = world.now()
  const customer = transaction.customer ?? newId('ctm')
  if (transaction.customer === null)
    await world.db
      .insertInto('customers')
      .values({ id: customer, email: buyer.email, country: buyer.country, credit: 0, created: now })
      .execute()
  const { brand, last4, exp_month, exp_year, behaviour } = buyer.card
  const before = await findCard(world, customer)
  const isRefused = declineOf(behaviour, 0) !== null
  // A card that is refused is not kept; the one before stays.
  const card = { customer, brand, last4, exp_month, exp_year, behaviour, used: 0 }
  const { customer: _, ...fields } = card
  await world.db
    .insertInto('cards')
    .values(card)
    .onConflict((conflict) => conflict.column('customer').doUpdateSet(fields))
    .execute()
  const payment = await takeMoney(world, customer, transaction.total - transaction.credit)
  const own = await world.db
    .updateTable('transactions')
    .set({
      customer,
      tax: taxIn(transaction.total, buyer.country),
      status: transaction.status === 'draft' ? 'ready' : transaction.status,
    })
    .where('id', '=', transaction.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (payment.status === 'error') {
    if (before && isRefused) await world.db.updateTable('cards').set(before).where('customer', '=', customer).execute()
    await failTransaction(world, own, payment)
    return payment.error_code
  }
  if (own.subscription !== null) return payForSubscription(world, own, payment)
  const [item] = own.items
  const made = item?.cycle ? await createSubscription(world, own, item, item.cycle) : null
  await completeTransaction(
    world,
    { ...own, subscription: made?.id ?? null, period: made ? periodOf(made) : null },
    payment,
  )
  if (made) {
    await sendWebhook(world, 'subscription.created', made)
    await sendWebhook(world, 'subscription.activated', made)
  }
  return null
}

/** A new card for a subscription: what is due is paid, or nothing moves. */
async function payForSubscription(world: PaddleWorld, own: Transaction, payment: Payment): Promise<null> {
  const row = await findSubscription(world, own.subscription ?? '')
  await completeTransaction(world, own, payment)
  if (!row || row.status === 'canceled') return null
  const recovered: SubscriptionChange =
    own.origin === 'subscription_recurring'
      ? { status: 'active', retry_at: null, retries: 0, past_due_since: null }
      : {}
  await sendWebhook(world, 'subscription.updated', await updateSubscription(world, row, recovered))
  return null
}

async function createSubscription(
  world: PaddleWorld,
  transaction: Transaction,
  item: SoldItem,
  cycle: NonNullable<SoldItem['cycle']>,
): Promise<Subscription> {
  const starts_at = world.now()
  const ends_at = endOf(starts_at, cycle)
  const id = newId('sub')
  const made = await world.db
    .insertInto('subscriptions')
    .values({
      id,
      status: 'active',
      customer: transaction.customer ?? '',
      item: JSON.stringify({ ...item, custom_data: null }),
      starts_at,
      ends_at,
      next_billed_at: ends_at,
      scheduled: 'null',
      retry_at: null,
      retries: 0,
      past_due_since: null,
      custom_data: JSON.stringify(transaction.custom_data),
      started: starts_at,
      canceled: null,
      updated: starts_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await world.db
    .updateTable('transactions')
    .set({ subscription: id, period: JSON.stringify(periodOf(made)) })
    .where('id', '=', transaction.id)
    .execute()
  return made
}
