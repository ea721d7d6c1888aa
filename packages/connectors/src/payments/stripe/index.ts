/**
 * Stripe by its own SDK (stripe-node 23.1.0, API version 2026-10-28.endive). Seen in the SDK: types, parameters, that it
 * repeats a cut connection. From notes alone, not checked against a second source: idempotency for 24 hours, what each
 * state means, and the closed list of refusals after which nothing was done (`refusalOf`).
 *
 * The SDK sends through a client of ours that sends once (once-client.ts). Every write carries our reference as its
 * idempotency key, so that the same send again is the look-up of the first (`PROFILE`).
 */
import { type PaymentProfile, USUAL_POLLS } from '@omni/domain/wallet/payment.ts'
import type { ProviderPage } from '@omni/domain/wallet/payment-words.ts'
import { Stripe } from 'stripe'
import { VendorError, type VendorErrorKind } from '../../vendor-error.ts'
import { mapDone, type WriteOutcome } from '../../write-outcome.ts'
import type {
  ChargeInput,
  OpenedPage,
  PageInput,
  PaymentDefinition,
  PaymentProvider,
  PaymentWebhook,
} from '../provider.ts'
import { onceClient } from './once-client.ts'
import { webhookAbout, pageOf, paymentOf, toMovement } from './read.ts'
import { isSigned } from './signature.ts'

const ID = 'stripe'
const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const TIMEOUT_MS = 20 * SECOND_MS
const PAGE_SIZE = 100

/** Keys are kept for a day; an hour less is counted on. What was sent twice under one key has one effect. */
const PROFILE: PaymentProfile = {
  write: {
    find: 'none',
    merges_for_ms: 23 * HOUR_MS,
    resend_after_ms: [2, 10, 60, 600, 3600, 6 * 3600].map((seconds) => seconds * SECOND_MS),
    // The time ends it and no count: what a killed worker sent says nothing.
    max_sends: 100,
    send_within_ms: 10 * SECOND_MS,
    answers_within_ms: TIMEOUT_MS,
    lands_within_ms: 60 * SECOND_MS,
    shows_within_ms: 0,
    asks_person_after_ms: HOUR_MS,
  },
  tries_again_on_page: true,
  tells_page_end: true,
  books_late_ms: 0,
  polls: USUAL_POLLS,
}

interface StripeSettings {
  url: string
  secret_key: string
  webhook_secret: string
}

export const stripe: PaymentDefinition = {
  id: ID,
  name: 'Stripe',
  proved: { payments: ['sdk'] },
  keeps: 'card',
  profile: PROFILE,
  least_authorised: 50,
  settings: {
    STRIPE_URL: { default: 'https://api.stripe.com', sandbox: '{sandbox}/stripe' },
    STRIPE_SECRET_KEY: { sandbox: 'sk_test_sandbox' },
    STRIPE_WEBHOOK_SECRET: { sandbox: 'whsec_sandbox' },
  },
  deploy: [
    {
      variables: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
      meaning:
        'Stripe: top-ups, kept cards and the card part of orders. Its webhook leads to `PUBLIC_URL/hooks/stripe` with the events checkout.session.completed, checkout.session.expired, payment_intent.succeeded, payment_intent.payment_failed, payment_intent.amount_capturable_updated, payment_intent.canceled and setup_intent.succeeded. `STRIPE_URL` leads to a sandbox if need be. `PAYMENT_LANDS_MS` is for tests alone',
      without: 'off: nothing can be topped up',
    },
  ],
  needs: 'STRIPE_SECRET_KEY',
  open: (env) =>
    openStripe({
      url: env['STRIPE_URL'] ?? '',
      secret_key: env['STRIPE_SECRET_KEY'] ?? '',
      webhook_secret: env['STRIPE_WEBHOOK_SECRET'] ?? '',
    }),
}

const PAYMENT_PARTS = ['latest_charge.balance_transaction', 'payment_method']
const PAGE_PARTS = [...PAYMENT_PARTS.map((part) => `payment_intent.${part}`), 'setup_intent.payment_method']

function openStripe({ url, secret_key, webhook_secret }: StripeSettings): PaymentProvider {
  const base_url = url.replace(/\/$/, '')
  /** A client of the SDK for one request. */
  const openClient = (send_by: number) => {
    const { client, sent } = onceClient(base_url, send_by)
    const options = { httpClient: client, maxNetworkRetries: 0, telemetry: false, timeout: TIMEOUT_MS }
    return { api: new Stripe(secret_key, options), sent }
  }

  async function write<T>(send_by: number, call: (api: Stripe) => Promise<T>): Promise<WriteOutcome<T>> {
    const { api, sent } = openClient(send_by)
    try {
      return { outcome: 'done', reply: await call(api) }
    } catch (error) {
      const state = sent()
      const reason = error instanceof Error ? error.message : 'it failed'
      if (state === null || state.state === 'not_sent') return { outcome: 'not_sent', reason }
      return refusalOf(error) ?? { outcome: 'unknown', reason }
    }
  }

  async function read<T>(call: (api: Stripe) => Promise<T>): Promise<T> {
    try {
      return await call(openClient(performance.now() + TIMEOUT_MS).api)
    } catch (error) {
      const refusal = refusalOf(error)
      const message = error instanceof Error ? error.message : 'no answer'
      throw refusal
        ? new VendorError(ID, refusal.kind, message, refusal.retry_after_s, refusal.code)
        : new VendorError(ID, 'unavailable', message)
    }
  }

  return {
    id: ID,
    async openPage(input, send_by) {
      const options = { idempotencyKey: input.reference }
      const made = await write(send_by, (api) => api.checkout.sessions.create(pageParams(input), options))
      return mapDone(made, ({ id, url: page_url }): OpenedPage => ({ page_ref: id, url: page_url ?? '' }))
    },
    readPage: (page_ref): Promise<ProviderPage> =>
      read(async (api) => pageOf(await api.checkout.sessions.retrieve(page_ref, { expand: PAGE_PARTS }))),
    async charge(input, send_by) {
      const options = { idempotencyKey: input.reference }
      const made = await write(send_by, (api) => api.paymentIntents.create(chargeParams(input), options))
      return mapDone(made, paymentOf)
    },
    readPayment: (payment_ref) =>
      read(async (api) => paymentOf(await api.paymentIntents.retrieve(payment_ref, { expand: PAYMENT_PARTS }))),
    // Its search by metadata is late by up to an hour; the list of a customer's own is not.
    async findPayment({ reference, customer_ref, since }) {
      let after: string | undefined
      for (;;) {
        const params = {
          limit: PAGE_SIZE,
          created: { gte: Math.floor(since.getTime() / SECOND_MS) },
          ...(customer_ref !== null && { customer: customer_ref }),
          ...(after !== undefined && { starting_after: after }),
          expand: PAYMENT_PARTS.map((part) => `data.${part}`),
        }
        const list = await read((api) => Promise.resolve(api.paymentIntents.list(params)))
        const found = list.data.find(({ metadata }) => metadata['reference'] === reference)
        if (found) return paymentOf(found)
        after = list.data.at(-1)?.id
        if (!list.has_more || after === undefined) return null
      }
    },
    async capture({ reference, payment_ref, amount }, send_by) {
      const params = { amount_to_capture: amount, expand: PAYMENT_PARTS }
      const made = await write(send_by, (api) =>
        api.paymentIntents.capture(payment_ref, params, { idempotencyKey: reference }),
      )
      return mapDone(made, paymentOf)
    },
    async release({ reference, payment_ref }, send_by) {
      const made = await write(send_by, (api) =>
        api.paymentIntents.cancel(payment_ref, {}, { idempotencyKey: reference }),
      )
      return mapDone(made, paymentOf)
    },
    forget: (method_ref) =>
      read(async (api) => {
        await api.paymentMethods.detach(method_ref)
      }).catch((error: unknown) => {
        // It is not attached any more: that was what was asked for.
        if (!(error instanceof VendorError) || (error.kind !== 'not_found' && error.kind !== 'invalid')) throw error
      }),
    async verify(raw, header, now): Promise<PaymentWebhook | null> {
      if (!isSigned(raw, header('stripe-signature'), webhook_secret, now)) return null
      return webhookAbout(raw)
    },
    async listMovements(since) {
      const found = []
      let after: string | undefined
      for (;;) {
        const params = {
          limit: PAGE_SIZE,
          created: { gte: Math.floor(since.getTime() / SECOND_MS) },
          ...(after !== undefined && { starting_after: after }),
          expand: ['data.source'],
        }
        const list = await read((api) => Promise.resolve(api.balanceTransactions.list(params)))
        found.push(...list.data.map(toMovement))
        after = list.data.at(-1)?.id
        if (!list.has_more || after === undefined) return found
      }
    },
  }
}

function pageParams(input: PageInput): Stripe.Checkout.SessionCreateParams {
  const { reference, currency, amount, customer_ref } = input
  const metadata = { reference }
  const shared: Stripe.Checkout.SessionCreateParams = {
    client_reference_id: reference,
    metadata,
    success_url: input.success_url,
    cancel_url: input.cancel_url,
    expires_at: Math.floor(input.expires_at.getTime() / SECOND_MS),
    ...(customer_ref === null ? { customer_creation: 'always' } : { customer: customer_ref }),
  }
  if (input.kind === 'save')
    return { ...shared, mode: 'setup', currency: currency.toLowerCase(), setup_intent_data: { metadata } }
  const price_data = { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: input.title } }
  return {
    ...shared,
    mode: 'payment',
    line_items: [{ price_data, quantity: 1 }],
    payment_intent_data: {
      metadata,
      ...(input.kind === 'authorise' && { capture_method: 'manual' }),
      ...(input.save_method && { setup_future_usage: 'off_session' }),
    },
  }
}

const chargeParams = (input: ChargeInput): Stripe.PaymentIntentCreateParams => ({
  amount: input.amount,
  currency: input.currency.toLowerCase(),
  customer: input.customer_ref,
  payment_method: input.method_ref,
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  confirm: true,
  off_session: true,
  capture_method: input.take === 'authorise' ? 'manual' : 'automatic',
  metadata: { reference: input.reference },
  expand: PAYMENT_PARTS,
})

const SHOWN_DECLINES = ['insufficient_funds', 'expired_card', 'authentication_required']

/** The closed list of answers after which nothing was done. Everything else is looked up by the same key. */
function refusalOf(error: unknown): Extract<WriteOutcome<never>, { outcome: 'refused' }> | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null
  const { statusCode, message } = error
  const refused = (kind: VendorErrorKind, code: string) => ({ outcome: 'refused' as const, kind, code, message })
  const type = error.rawType ?? ''
  if (statusCode === 402 && type === 'card_error') {
    const code = [error.decline_code, error.code].find((said) => SHOWN_DECLINES.includes(said ?? ''))
    // A lost or stolen card is told as any other no.
    return refused('invalid', code ?? 'card_declined')
  }
  if (statusCode === 429) return { ...refused('rate_limited', 'rate_limit'), retry_after_s: 1 }
  if (statusCode === 401 || statusCode === 403) return refused('auth_expired', 'not_authorised')
  if (type === 'invalid_request_error' && statusCode === 404) return refused('not_found', error.code ?? 'not_found')
  if (type === 'invalid_request_error' && statusCode === 400) return refused('invalid', error.code ?? 'invalid_request')
  return null
}
