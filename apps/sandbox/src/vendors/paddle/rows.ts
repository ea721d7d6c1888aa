/** Finding, changing and telling of what Paddle has. */
import { announce } from './books.ts'
import type { PaddleWorld, SoldItem } from './tables.ts'
import { type Subscription, subscriptionView, type Transaction, transactionView } from './views.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
export const at = (world: PaddleWorld, moment: Date): PaddleWorld => ({ ...world, now: () => moment })

export const findSubscription = (world: PaddleWorld, id: string) =>
  world.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
export const findTransaction = (world: PaddleWorld, id: string) =>
  world.db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst()
export const findCustomer = (world: PaddleWorld, id: string) =>
  world.db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
export const findCard = (world: PaddleWorld, customer: string) =>
  world.db.selectFrom('cards').selectAll().where('customer', '=', customer).executeTakeFirst()

export const sendWebhook = async (
  world: PaddleWorld,
  type: Parameters<typeof announce>[1],
  row: Subscription | Transaction,
) => announce(world, type, 'started' in row ? subscriptionView(world, row) : await transactionView(world, row))

export type SubscriptionChange = Partial<{
  status: Subscription['status']
  item: SoldItem
  starts_at: Date
  ends_at: Date
  next_billed_at: Date | null
  scheduled: Subscription['scheduled']
  retry_at: Date | null
  retries: number
  past_due_since: Date | null
  custom_data: Record<string, unknown> | null
  canceled: Date | null
}>

export async function updateSubscription(
  world: PaddleWorld,
  { id }: Subscription,
  { item, scheduled, custom_data, ...change }: SubscriptionChange,
): Promise<Subscription> {
  return world.db
    .updateTable('subscriptions')
    .set({
      ...change,
      ...(item && { item: JSON.stringify(item) }),
      ...(scheduled !== undefined && { scheduled: JSON.stringify(scheduled) }),
      ...(custom_data !== undefined && { custom_data: JSON.stringify(custom_data) }),
      updated: new Date(Math.max(world.now().getTime(), Date.now())),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const periodOf = ({ starts_at, ends_at }: Pick<Subscription, 'starts_at' | 'ends_at'>) => ({
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
})
