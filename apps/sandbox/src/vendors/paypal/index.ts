/**
 * PayPal as its buyers and merchants meet it: Orders v2 with a page of its own, Payments v2 (authorisations, captures,
 * refunds), kept accounts, the transaction report, and messages signed with a certificate. Names of fields are those of
 * PayPal's documents, which the tests compare. Seen in replies and messages that public clients recorded: the report's
 * rows with a negative fee, the message of a capture with `supplementary_data.related_ids`, error bodies with `details`.
 * A dispute and its message (`disputed_transactions[].seller_transaction_id`), and a refund with its capture above it:
 * customer_disputes_v1 and payments_payment_v2 of PayPal's specifications. An account that is kept later (`APPROVED`
 * without an id, then a message with `metadata`): PayPal's guide on saving a wallet.
 * From notes: that a repeated request id is answered 200 with the latest state, DUPLICATE_INVOICE_ID, which states
 * refuse what.
 * Not as there: one account, no expiry of request ids, the report shows a payment at once, times of signatures are of
 * the wall clock, and an account's name before the @ says how it pays (ok, no, slow, later, lapses, closed).
 */
import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { apiRoutes } from './api-routes.ts'
import { EVENTS } from './books.ts'
import { booksRoute, control } from './control.ts'
import { paypalError } from './errors.ts'
import { pageRoutes } from './pages.ts'
import { PAYPAL_TABLES, type PaypalTables } from './tables.ts'

const API = [
  'oauth2.token',
  'certificates',
  'orders.create',
  'orders.get',
  'orders.capture',
  'authorizations.get',
  'authorizations.capture',
  'authorizations.void',
  'captures.get',
  'captures.refund',
  'refunds.get',
  'disputes.get',
  'webhooks.verify',
  'payment_tokens.get',
  'payment_tokens.delete',
  'reporting.transactions',
]

export const paypal = defineVendor<PaypalTables>({
  id: 'paypal',
  name: 'PayPal',
  kind: 'payment',
  badge: { glyph: 'PP', colour: '#1B4AA0' },
  endpoints: [...API, 'approve_page', ...EVENTS],
  tables: PAYPAL_TABLES,
  secretKeys: ['password', 'access_token'],
  sendsCallbacks: true,
  routes(app, world) {
    answerRefusals(app, (_message, status) =>
      paypalError(status, status < 500 ? 'INVALID_REQUEST' : 'INTERNAL_SERVER_ERROR'),
    )
    pageRoutes(app, world)
    apiRoutes(app, world)
  },
  controlRoutes: booksRoute,
  control,
  notFound: () => paypalError(404, 'RESOURCE_NOT_FOUND'),
  expiredToken: () => ({
    status: 401,
    body: { error: 'invalid_token', error_description: 'Token signature verification failed' },
  }),
  rateLimited: () => paypalError(429, 'RATE_LIMIT_REACHED'),
  serverError: (_request, status) => paypalError(status, 'INTERNAL_SERVER_ERROR'),
})
