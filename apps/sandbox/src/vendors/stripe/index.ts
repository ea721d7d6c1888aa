/**
 * A bank with Stripe's protocol: Checkout Sessions on a page of its own, Payment Intents with 3-D Secure, kept cards,
 * refunds, disputes, balance transactions and signed messages. Names of fields are those of stripe/openapi's fixtures,
 * which the tests compare. Behaviour, error codes and test cards are from notes alone, the same ones the connector's
 * rules come from: a mistake in them shows in neither.
 * Not as there: one account, one currency at a time, no payouts, and times of signatures are of the wall clock.
 */
import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { announce, EVENTS } from './books.ts'
import { apiRoutes } from './api-routes.ts'
import { booksRoute, control } from './control.ts'
import { stripeError } from './errors.ts'
import { pageRoutes } from './pages.ts'
import { STRIPE_TABLES, type StripeTables } from './tables.ts'
import { sessionView } from './views.ts'

const API = [
  'checkout.sessions.create',
  'checkout.sessions.retrieve',
  'checkout.sessions.expire',
  'payment_intents.create',
  'payment_intents.retrieve',
  'payment_intents.capture',
  'payment_intents.cancel',
  'refunds.create',
  'payment_methods.detach',
  'balance_transactions.list',
]

export const stripe = defineVendor<StripeTables>({
  id: 'stripe',
  name: 'Stripe',
  kind: 'payment',
  badge: { glyph: 'St', colour: '#5046C8' },
  endpoints: [...API, 'hosted_page', 'challenge_page', ...EVENTS],
  tables: STRIPE_TABLES,
  // What is typed on the bank's page stays there: the books never hold it.
  secretKeys: ['card_number', 'card_expiry', 'card_cvc', 'client_secret'],
  sendsCallbacks: true,
  async routes(app, world) {
    answerRefusals(app, (message, status) =>
      stripeError(status, { type: status < 500 ? 'invalid_request_error' : 'api_error', message }),
    )
    pageRoutes(app, world)
    await app.register(async (v1) => apiRoutes(v1, world), { prefix: '/v1' })
  },
  controlRoutes: booksRoute,
  async tick(world) {
    const over = await world.db
      .updateTable('sessions')
      .set({ status: 'expired' })
      .where('status', '=', 'open')
      .where('expires_at', '<=', world.now())
      .returningAll()
      .execute()
    for (const session of over)
      await announce(world, 'checkout.session.expired', sessionView(world, session, session.intent))
  },
  control,
  notFound: ({ method, url }) =>
    stripeError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${url}).` }),
  expiredToken: () => stripeError(401, { type: 'invalid_request_error', message: 'Expired API Key provided' }),
  rateLimited: () =>
    stripeError(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' }),
  serverError: (_request, status) => stripeError(status, { type: 'api_error', message: 'An error occurred.' }),
})
