import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { BadInput } from '../../control/read-input.ts'
import { action } from '../../frame/define-vendor.ts'
import { announce, hookUrl, newId, signature } from './books.ts'
import { payCheckout } from './checkout.ts'
import { doWhatIsDue, renew } from './renewals.ts'
import { findSubscription, findTransaction, updateSubscription } from './rows.ts'
import type { PaddleTables, PaddleWorld } from './tables.ts'
import { subscriptionView } from './views.ts'

const DAY_MS = 86_400_000
const field = (name: string, label: string, value: string) => ({ name, label, type: 'text' as const, value })
const SubscriptionInput = z.strictObject({ subscription: z.string().max(100) })
const AgeInput = z.strictObject({ subscription: z.string().max(100), days: z.coerce.number().min(0).max(3660) })
const CardInput = z.strictObject({
  subscription: z.string().max(100),
  behaviour: z.enum(['ok', 'poor', 'no', 'expired']),
})
const ForgedInput = z.strictObject({
  ref: z.string().max(100),
  type: z.string().max(60).default('subscription.canceled'),
  secret: z.string().max(100).default('pdl_ntfset_wrong'),
})
const MuteInput = z.strictObject({ muted: z.enum(['yes', 'no']) })
const PaidInput = z.strictObject({
  transaction: z.string().max(100),
  days_ago: z.coerce.number().min(0).max(366).default(0),
})
const GOOD = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2032, behaviour: 'ok' }

async function subscriptionOf(world: PaddleWorld, id: string) {
  const row = await findSubscription(world, id)
  if (!row) throw new BadInput(`There is no subscription "${id}"`, 404)
  return row
}
const SUBSCRIPTION = field('subscription', 'Subscription', 'sub_')

export const control = {
  renew_now: action<PaddleTables, typeof SubscriptionInput>({
    label: 'The next renewal of a subscription is now',
    fields: [SUBSCRIPTION],
    input: SubscriptionInput,
    async run(world, { subscription }) {
      const row = await subscriptionOf(world, subscription)
      const now = world.now()
      await renew(world, { ...row, next_billed_at: now })
    },
  }),
  retry_now: action<PaddleTables, typeof SubscriptionInput>({
    label: 'An unpaid renewal is tried again now',
    fields: [SUBSCRIPTION],
    input: SubscriptionInput,
    async run(world, { subscription }) {
      await updateSubscription(world, await subscriptionOf(world, subscription), { retry_at: world.now() })
      await doWhatIsDue(world)
    },
  }),
  age: action<PaddleTables, typeof AgeInput>({
    label: 'A subscription began some days earlier',
    fields: [SUBSCRIPTION, { name: 'days', label: 'Days', type: 'number', value: 15 }],
    input: AgeInput,
    async run(world, { subscription, days }) {
      const row = await subscriptionOf(world, subscription)
      const back = (at: Date) => new Date(at.getTime() - days * DAY_MS)
      await world.db
        .updateTable('subscriptions')
        .set({ started: back(row.started) })
        .where('id', '=', row.id)
        .execute()
      const aged = await updateSubscription(world, row, {
        starts_at: back(row.starts_at),
        ends_at: back(row.ends_at),
        next_billed_at: row.next_billed_at && back(row.next_billed_at),
        ...(row.scheduled && {
          scheduled: { ...row.scheduled, effective_at: back(new Date(row.scheduled.effective_at)).toISOString() },
        }),
      })
      await announce(world, 'subscription.updated', subscriptionView(world, aged))
    },
  }),
  set_card: action<PaddleTables, typeof CardInput>({
    label: 'What the bank says to the card of a subscription',
    fields: [SUBSCRIPTION, field('behaviour', 'ok, poor, no, expired', 'no')],
    input: CardInput,
    async run(world, { subscription, behaviour }) {
      const { customer } = await subscriptionOf(world, subscription)
      await world.db.updateTable('cards').set({ behaviour }).where('customer', '=', customer).execute()
    },
  }),
  pay: action<PaddleTables, typeof PaidInput>({
    label: 'A person paid on the page, some days ago',
    fields: [
      field('transaction', 'Transaction', 'txn_'),
      { name: 'days_ago', label: 'Days ago', type: 'number', value: 0 },
    ],
    input: PaidInput,
    async run(world, { transaction, days_ago }) {
      const row = await findTransaction(world, transaction)
      if (!row) throw new BadInput(`There is no transaction "${transaction}"`, 404)
      const past = { ...world, now: () => new Date(world.now().getTime() - days_ago * DAY_MS) }
      const problem = await payCheckout(past, row, { email: 'maya@omni.test', country: 'US', card: GOOD })
      return { paid: problem === null, subscription: (await findTransaction(world, transaction))?.subscription ?? null }
    },
  }),
  mute: action<PaddleTables, typeof MuteInput>({
    label: 'Messages are lost on their way',
    fields: [field('muted', 'yes, no', 'yes')],
    input: MuteInput,
    async run(world, { muted }) {
      await world.db
        .insertInto('settings')
        .values({ name: 'muted', value: muted })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: muted }))
        .execute()
    },
  }),
  forge: action<PaddleTables, typeof ForgedInput>({
    label: 'Somebody else tells of a subscription or a transaction',
    fields: [
      field('ref', 'Subscription or transaction', 'sub_'),
      field('type', 'Type', 'subscription.canceled'),
      field('secret', 'Signed with', 'pdl_ntfset_wrong'),
    ],
    input: ForgedInput,
    async run(world, { ref, type, secret }) {
      const event = {
        event_id: newId('evt'),
        event_type: type,
        occurred_at: world.now().toISOString(),
        notification_id: newId('ntf'),
        data: { id: ref, status: 'canceled' },
      }
      const sign = (body: string) => signature(body, new Date(), secret)
      await world.callback(type, hookUrl(world), event, {}, sign, async () => undefined)
    },
  }),
}

/** Paddle's books, for tests and for the control room. */
export function booksRoute(app: FastifyInstance, world: PaddleWorld) {
  app.get('/paddle/books', async () => {
    const movements = await world.db.selectFrom('movements').selectAll().orderBy('created').orderBy('id').execute()
    const subscriptions = await world.db.selectFrom('subscriptions').selectAll().orderBy('id').execute()
    const transactions = await world.db
      .selectFrom('transactions')
      .select([
        'id',
        'status',
        'origin',
        'subscription',
        'total',
        'credit',
        'tax',
        'fee',
        'invoice_number',
        'custom_data',
      ])
      .select(sql<string[]>`array(select i ->> 'price_id' from jsonb_array_elements(items) i)`.as('prices'))
      .orderBy('id')
      .execute()
    const balance = movements.reduce((sum, { amount, tax, fee }) => sum + amount - tax - fee, 0)
    return { balance, movements, subscriptions, transactions }
  })
}
