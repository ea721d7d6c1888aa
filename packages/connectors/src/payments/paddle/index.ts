/**
 * Paddle Billing, API version 1. Seen in Paddle's own OpenAPI document (paddle-openapi, 2025-05-27): paths, request and
 * reply shapes, that a transaction's items can be patched while it is open. Seen in its documentation: the error codes
 * of `NOTHING_DONE` with their statuses, the lock of thirty minutes before a renewal. That a one-time charge is found
 * again by the custom data of its price: seen in a public client's notes. From notes alone: that the custom data of a
 * checkout is carried to its subscription, and that a prevented change leaves the custom data as it was.
 *
 * Not by its SDK (paddle-node-sdk 3): it sends with the global `fetch`, over sockets that it does not own, and takes no
 * client of ours. A write here leaves once, by the vendor base. There is no idempotency key anywhere, so every write is
 * an attempt and carries our reference in `custom_data`, which the look-up finds.
 */
import type { AttemptProfile } from '@omni/domain/attempts/attempt.ts'
import { z } from 'zod'
import { type Explanation, read, write } from '../../http.ts'
import { acceptedSecrets, OLD_SECRETS, OldSecrets } from '../../old-secrets.ts'
import { rows } from '../../rows.ts'
import type { Env } from '../../service.ts'
import type { VendorErrorKind } from '../../vendor-error.ts'
import { mapDone } from '../../write-outcome.ts'
import type { Send } from '../../open-vendor.ts'
import type { ChangeBills, CheckoutInput, OperatorPlans, OperatorSubscriptions } from '../subscriptions.ts'
import {
  webhookOf,
  PaddleEvent,
  PaddlePreview,
  PaddleSubscription,
  PaddleTransaction,
  previewOf,
  subscriptionOf,
  transactionOf,
} from './read.ts'
import { isSigned } from './signature.ts'

const ID = 'paddle'
const SECOND_MS = 1000
const VERSION = '1'
const TRANSACTIONS_A_PAGE = 30
const EVENTS_A_PAGE = 200
const MOST_PAGES = 50

/** Nothing is merged: a second send is a second charge. Absence counts when nothing of ours can land any more. */
const PROFILE: AttemptProfile = {
  find: 'reference',
  merges_for_ms: 0,
  resend_after_ms: [],
  max_sends: 3,
  send_within_ms: 10 * SECOND_MS,
  answers_within_ms: 30 * SECOND_MS,
  lands_within_ms: 45 * SECOND_MS,
  shows_within_ms: 5 * SECOND_MS,
  asks_person_after_ms: 3600 * SECOND_MS,
}

interface PaddleSettings {
  url: string
  api_key: string
  webhook_secret: string
  old_secrets: OldSecrets
}

/** The prices of the sandbox, by our plans. */
const SANDBOX_PRICES = [
  ['starter', 'starter'],
  ['basic', 'basic'],
  ['growth_tier_1', 'growth'],
  ['pro_tier_1', 'pro'],
]
  .flatMap(([plan, tier]) =>
    ['monthly', 'yearly'].map((cycle) => `${plan}_${cycle}:pri_${`01${tier}${cycle}`.padEnd(26, '0')}`),
  )
  .join(',')

const pricesOf = ({ PADDLE_PRICES = '' }: Env): [plan: string, price: string][] =>
  PADDLE_PRICES.split(',').flatMap((pair): [string, string][] => {
    const [plan = '', price = ''] = pair.trim().split(':')
    return plan && price ? [[plan, price]] : []
  })

export const paddle: OperatorPlans = {
  id: ID,
  name: 'Paddle',
  proved: { plans: ['schema', 'documents', 'clients'] },
  profile: PROFILE,
  settings: {
    PADDLE_URL: { default: 'https://api.paddle.com', sandbox: '{sandbox}/paddle' },
    PADDLE_API_KEY: { sandbox: 'pdl_sdbx_apikey_sandbox' },
    PADDLE_WEBHOOK_SECRET: { sandbox: 'pdl_ntfset_sandbox' },
    PADDLE_OLD_SECRETS: { pattern: OLD_SECRETS },
    /** Which price there is which plan here: `starter_monthly:pri_01…,basic_monthly:pri_01…`. */
    PADDLE_PRICES: { sandbox: SANDBOX_PRICES },
  },
  deploy: [
    {
      variables: ['PADDLE_API_KEY', 'PADDLE_WEBHOOK_SECRET', 'PADDLE_PRICES'],
      meaning:
        'Paddle Billing: paid plans. `PADDLE_PRICES` names the price of each plan, as `starter_monthly:pri_…` with commas between; the webhook is `PUBLIC_URL/hooks/paddle`. `PADDLE_OLD_SECRETS` keeps a replaced webhook secret valid until a day (see below). `PADDLE_URL` leads to a sandbox if need be',
      without: 'off: everybody has the free plan, or what the operator sets',
    },
  ],
  needs: 'PADDLE_API_KEY',
  priceOf: (env, plan_id) => pricesOf(env).find(([plan]) => plan === plan_id)?.[1] ?? null,
  planOf: (env, price_ref) => pricesOf(env).find(([, price]) => price === price_ref)?.[0] ?? null,
  open: (env) =>
    openPaddle({
      url: env['PADDLE_URL'] ?? '',
      api_key: env['PADDLE_API_KEY'] ?? '',
      webhook_secret: env['PADDLE_WEBHOOK_SECRET'] ?? '',
      old_secrets: OldSecrets.parse(env['PADDLE_OLD_SECRETS'] ?? ''),
    }),
}

/** The closed list of answers after which nothing was done. Everything else is looked up. */
const NOTHING_DONE: Record<string, VendorErrorKind> = {
  subscription_payment_declined: 'invalid',
  subscription_locked_renewal: 'invalid',
  subscription_locked_processing: 'rate_limited',
  subscription_locked_pending_changes: 'invalid',
  subscription_update_when_past_due: 'invalid',
  subscription_update_when_canceled: 'invalid',
  subscription_is_canceled_action_invalid: 'invalid',
  subscription_immediate_charge_hour_limit_exceeded: 'invalid',
  subscription_immediate_charge_day_limit_exceeded: 'invalid',
  bad_request: 'invalid',
  invalid_field: 'invalid',
  forbidden: 'auth_expired',
  authentication_missing: 'auth_expired',
  authentication_malformed: 'auth_expired',
  invalid_token: 'auth_expired',
  not_found: 'not_found',
  entity_not_found: 'not_found',
  too_many_requests: 'rate_limited',
}

const Refused = z.object({ error: z.object({ code: z.string(), detail: z.string().nullish() }) })

function explain(_status: number, body: unknown): Explanation | undefined {
  const refused = Refused.safeParse(body)
  if (!refused.success) return undefined
  const { code, detail } = refused.data.error
  const message = `${code} ${detail ?? ''}`.trim()
  const kind = NOTHING_DONE[code]
  return kind ? { kind, code, message, nothing_done: true } : { kind: 'unknown', code, message }
}

const BILLS: Record<ChangeBills, string> = { now: 'prorated_immediately', nothing: 'do_not_bill' }
const itemsOf = (price_ref: string) => [{ price_id: price_ref, quantity: 1 }]

const onceItem = ({ title, amount, currency }: { title: string; amount: number; currency: string }, data: object) => ({
  quantity: 1,
  price: {
    description: title,
    name: title,
    unit_price: { amount: String(amount), currency_code: currency },
    quantity: { minimum: 1, maximum: 1 },
    custom_data: data,
    product: { name: title, tax_category: 'standard' },
  },
})

function checkoutBody({ reference, buys, customer_ref }: CheckoutInput) {
  const custom_data = { reference }
  return {
    items: buys.is === 'plan' ? itemsOf(buys.price_ref) : [onceItem(buys, custom_data)],
    custom_data,
    ...(customer_ref !== null && { customer_id: customer_ref }),
  }
}

const dataOf = <T extends z.ZodType>(data: T) => z.object({ data })
const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: rows(item), meta: z.object({ pagination: z.object({ has_more: z.boolean() }) }) })

export function openPaddle({ url, api_key, webhook_secret, old_secrets }: PaddleSettings): OperatorSubscriptions {
  const base_url = url.replace(/\/$/, '')
  const headers = { authorization: `Bearer ${api_key}`, 'paddle-version': VERSION, 'content-type': 'application/json' }
  const get = <T extends z.ZodType>(path: string, schema: T) =>
    read({ vendor: ID, url: base_url + path, headers, explain }, schema)

  /** Nothing has to be got first: one key, and limits that nobody publishes. */
  async function send<T extends z.ZodType, R>(
    method: 'POST' | 'PATCH',
    path: string,
    body: object,
    schema: T,
    map: (data: z.output<T>) => R,
  ): Promise<Send<R>> {
    const request = { vendor: ID, url: base_url + path, method, headers, body: JSON.stringify(body), explain }
    return async (send_by) => {
      const made = await write(
        { ...request, send_by, timeout_ms: PROFILE.answers_within_ms },
        dataOf(schema as z.ZodType<z.output<T>>), // the same schema: its output is all that is used
      )
      return mapDone(made, ({ data }) => map(data))
    }
  }

  /** Follows the pages. `after` is the last id of a page. */
  async function all<T extends z.ZodType<{ [name: string]: unknown }>>(
    path: (after: string | null) => string,
    item: T,
    idOf: (found: z.output<T>) => string,
    first: string | null = null,
  ): Promise<z.output<T>[]> {
    const found: z.output<T>[] = []
    let after = first
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const { data, meta } = await get(path(after), listOf(item))
      found.push(...data)
      const last = data.at(-1)
      if (!meta.pagination.has_more || last === undefined) return found
      after = idOf(last)
    }
    return found
  }

  const subscription = (ref: string) => `/subscriptions/${encodeURIComponent(ref)}`
  const changeBody = ({ price_ref, bills }: { price_ref: string; bills: ChangeBills }) => ({
    items: itemsOf(price_ref),
    proration_billing_mode: BILLS[bills],
    on_payment_failure: 'prevent_change',
  })

  return {
    id: ID,
    finds_pages: true,
    openCheckout(input) {
      const { transaction_ref } = input
      const [method, path] =
        transaction_ref === null
          ? (['POST', '/transactions'] as const)
          : (['PATCH', `/transactions/${encodeURIComponent(transaction_ref)}`] as const)
      return send(method, path, checkoutBody(input), PaddleTransaction, transactionOf)
    },
    cancel: ({ subscription_ref, when }) =>
      send(
        'POST',
        `${subscription(subscription_ref)}/cancel`,
        { effective_from: when === 'now' ? 'immediately' : 'next_billing_period' },
        PaddleSubscription,
        subscriptionOf,
      ),
    in_place: {
      async previewChange({ subscription_ref, price_ref, bills }) {
        const { data } = await read(
          {
            vendor: ID,
            url: `${base_url}${subscription(subscription_ref)}/preview`,
            method: 'PATCH',
            headers,
            body: JSON.stringify(changeBody({ price_ref, bills })),
            explain,
          },
          dataOf(PaddlePreview),
        )
        return previewOf(data)
      },
      change: ({ reference, subscription_ref, price_ref, bills }) =>
        send(
          'PATCH',
          subscription(subscription_ref),
          { ...changeBody({ price_ref, bills }), custom_data: { reference } },
          PaddleSubscription,
          subscriptionOf,
        ),
      resume: ({ subscription_ref }) =>
        send('PATCH', subscription(subscription_ref), { scheduled_change: null }, PaddleSubscription, subscriptionOf),
      charge: ({ reference, subscription_ref, ...once }) =>
        send(
          'POST',
          `${subscription(subscription_ref)}/charge`,
          {
            effective_from: 'immediately',
            items: [onceItem(once, { reference })],
            on_payment_failure: 'prevent_change',
          },
          PaddleSubscription,
          subscriptionOf,
        ),
      async openMethodPage(ref) {
        const path = `${subscription(ref)}/update-payment-method-transaction`
        return transactionOf((await get(path, dataOf(PaddleTransaction))).data)
      },
    },
    readSubscription: async (ref) => subscriptionOf((await get(subscription(ref), dataOf(PaddleSubscription))).data),
    readTransaction: async (ref) =>
      transactionOf((await get(`/transactions/${encodeURIComponent(ref)}`, dataOf(PaddleTransaction))).data),
    async listTransactions({ subscription_ref, since }) {
      const query = new URLSearchParams({
        'created_at[GTE]': since.toISOString(),
        order_by: 'id[ASC]',
        per_page: String(TRANSACTIONS_A_PAGE),
        ...(subscription_ref !== undefined && { subscription_id: subscription_ref }),
      })
      const path = (after: string | null) => `/transactions?${query}${after === null ? '' : `&after=${after}`}`
      const found = await all(path, PaddleTransaction, ({ id }) => id)
      return found.map(transactionOf)
    },
    async listEvents(first) {
      const path = (after: string | null) =>
        `/events?order_by=id[ASC]&per_page=${EVENTS_A_PAGE}${after === null ? '' : `&after=${after}`}`
      const found = await all(path, PaddleEvent, ({ event_id }) => event_id, first)
      return found.map(webhookOf)
    },
    verify(raw, header, now) {
      const accepted = acceptedSecrets(webhook_secret, old_secrets, now)
      if (!accepted.some((secret) => isSigned(raw, header('paddle-signature'), secret, now))) return null
      try {
        const event = PaddleEvent.safeParse(JSON.parse(raw.toString('utf8')))
        return event.success ? webhookOf(event.data) : null
      } catch {
        return null
      }
    },
  }
}
