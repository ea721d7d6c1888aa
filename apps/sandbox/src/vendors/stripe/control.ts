import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BadInput } from '../../control/read-input.ts'
import { action } from '../../frame/define-vendor.ts'
import { announce, hookUrl, newId, record, seconds, signature } from './books.ts'
import { findIntent, newCustomer, putCard } from './intents.ts'
import { paySession } from './pages.ts'
import type { StripeTables, StripeWorld } from './tables.ts'
import { intentView } from './views.ts'

const field = (name: string, label: string, value: string) => ({ name, label, type: 'text' as const, value })
const IntentInput = z.strictObject({ intent: z.string().max(100) })
const ForgedInput = z.strictObject({ intent: z.string().max(100), secret: z.string().max(100).default('whsec_wrong') })
const PaidInput = z.strictObject({
  session: z.string().max(100),
  days_ago: z.coerce.number().min(0).max(366).default(0),
})
const CardInput = z.strictObject({ behaviour: z.string().max(40).default('ok'), last4: z.string().length(4) })

async function intentOf(world: StripeWorld, id: string) {
  const intent = await findIntent(world, id)
  if (!intent) throw new BadInput(`There is no payment "${id}"`, 404)
  return intent
}

export const control = {
  send_again: action<StripeTables, typeof IntentInput>({
    label: 'Tell again that a payment succeeded',
    fields: [field('intent', 'Payment', 'pi_')],
    input: IntentInput,
    async run(world, { intent }) {
      const found = await intentOf(world, intent)
      await announce(world, 'payment_intent.succeeded', await intentView(world, found, false))
    },
  }),
  forge: action<StripeTables, typeof ForgedInput>({
    label: 'Somebody else tells that a payment succeeded',
    fields: [field('intent', 'Payment', 'pi_forged'), field('secret', 'Signed with', 'whsec_wrong')],
    input: ForgedInput,
    async run(world, { intent, secret }) {
      const event = {
        id: newId('evt'),
        object: 'event',
        type: 'payment_intent.succeeded',
        created: seconds(world.now()),
        data: { object: { id: intent, object: 'payment_intent', amount: 100_000, status: 'succeeded' } },
      }
      const sign = (body: string) => signature(body, new Date(), secret)
      await world.callback('payment_intent.succeeded', hookUrl(world), event, {}, sign, async () => undefined)
    },
  }),
  dispute: action<StripeTables, typeof IntentInput>({
    label: 'The card holder disputes a payment',
    fields: [field('intent', 'Payment', 'pi_')],
    input: IntentInput,
    async run(world, { intent: id }) {
      const { amount, currency, charge, metadata } = await intentOf(world, id)
      const reference = metadata['reference'] ?? ''
      const source = newId('dp')
      await record(world, { type: 'adjustment', amount: -amount, fee: 1500, currency, source, intent: id, reference })
      const view = {
        id: source,
        object: 'dispute',
        amount,
        charge,
        currency,
        payment_intent: id,
        status: 'needs_response',
      }
      await announce(world, 'charge.dispute.created', view)
      await announce(world, 'charge.dispute.funds_withdrawn', view)
    },
  }),
  pay_session: action<StripeTables, typeof PaidInput>({
    label: 'A person paid on the page, some days ago',
    fields: [
      field('session', 'Checkout session', 'cs_test_'),
      { name: 'days_ago', label: 'Days ago', type: 'number', value: 3 },
    ],
    input: PaidInput,
    run: async (world, { session, days_ago }) => ({ paid: await paySession(world, session, days_ago) }),
  }),
  /** A seller's card that is kept, as if it had been typed: for tests and demo data. */
  keep_card: action<StripeTables, typeof CardInput>({
    label: 'A card that is kept',
    fields: [field('behaviour', 'ok, poor, no, challenge, lapses', 'ok'), field('last4', 'Last four digits', '4242')],
    input: CardInput,
    async run(world, { behaviour, last4 }) {
      const customer = await newCustomer(world)
      const card = { brand: 'visa', last4, exp_month: 12, exp_year: 2032, behaviour }
      return { customer, method: await putCard(world, card, customer) }
    },
  }),
}

/** The bank's books, for tests and for the control room. */
export function booksRoute(app: FastifyInstance, world: StripeWorld) {
  app.get('/stripe/books', async () => {
    const movements = await world.db.selectFrom('movements').selectAll().orderBy('created').orderBy('id').execute()
    const intents = await world.db
      .selectFrom('intents')
      .select(['id', 'kind', 'status', 'amount', 'received', 'metadata'])
      .orderBy('created')
      .execute()
    const balance = movements.reduce((sum, { amount, fee }) => sum + amount - fee, 0)
    return { balance, movements, intents }
  })
}
