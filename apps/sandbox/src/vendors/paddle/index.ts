/**
 * Paddle Billing: a hosted checkout, subscriptions prorated by the minute, renewals by the sandbox's clock, retries of
 * unpaid ones, signed messages, events to catch up with. Shapes of objects are those of Paddle's own SDK
 * (paddle-node-sdk 3: `src/types`, `src/__tests__/mocks`); the connector's are from its OpenAPI document, which the test
 * compares. Codes and statuses of refusals: Paddle's public error pages. From notes alone, as in the connector: seven
 * retries in thirty days, that custom data goes from the checkout to the subscription and its transactions.
 * Not as there: one account, US dollars, one item a subscription, tax included in three countries, no trials, no pauses.
 */
import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { apiRoutes } from './api-routes.ts'
import { EVENTS } from './books.ts'
import { booksRoute, control } from './control.ts'
import { doWhatIsDue } from './renewals.ts'
import { paddleError } from './errors.ts'
import { pageRoutes } from './pages.ts'
import { seedPrices } from './prices.ts'
import { PADDLE_TABLES, type PaddleTables } from './tables.ts'

const API = [
  'transactions.create',
  'transactions.update',
  'transactions.get',
  'transactions.list',
  'subscriptions.get',
  'subscriptions.update',
  'subscriptions.preview',
  'subscriptions.cancel',
  'subscriptions.charge',
  'subscriptions.method',
  'events.list',
]

export const paddle = defineVendor<PaddleTables>({
  id: 'paddle',
  name: 'Paddle',
  kind: 'payment',
  badge: { glyph: 'Pd', colour: '#8A6A00' },
  endpoints: [...API, 'hosted_checkout', ...EVENTS],
  tables: PADDLE_TABLES,
  // What is typed on the checkout stays there: the books never hold it.
  secretKeys: ['card_number', 'card_expiry', 'card_cvc'],
  sendsCallbacks: true,
  seed: seedPrices,
  async routes(app, world) {
    answerRefusals(app, (message, status) =>
      paddleError(status, status < 500 ? 'bad_request' : 'internal_error', message),
    )
    pageRoutes(app, world)
    await app.register(async (api) => apiRoutes(api, world))
  },
  controlRoutes: booksRoute,
  tick: doWhatIsDue,
  control,
  notFound: ({ url }) => paddleError(404, 'not_found', `There is nothing at ${url}`),
  expiredToken: () => paddleError(403, 'invalid_token', 'The API key has expired'),
  rateLimited: () => paddleError(429, 'too_many_requests', 'IP address exceeded the allowed rate limit.'),
  serverError: (_request, status) => paddleError(status, 'internal_error', 'Something went wrong.'),
})
