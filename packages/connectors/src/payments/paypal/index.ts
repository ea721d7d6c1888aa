/**
 * PayPal: Orders v2, Payments v2, vault v3 and the transaction report. Seen in PayPal's own OpenAPI documents
 * (paypal-rest-api-specifications, 2024-02): paths, request and reply shapes, the states of orders, captures and
 * authorisations, that a request id lives six hours on orders and is at most 108 characters. Seen in its server SDK
 * (paypal-server-sdk 2.5.0): `vault_id`, `stored_credential`, which that document lacks. Seen in replies that public
 * clients recorded: the report's rows, that a capture's message names its order. A method that is kept later, with
 * `metadata.order_id`: PayPal's page on saving during a purchase, and the tests of a public server. Refunds and disputes
 * (addresses, `links` with rel `up`, `seller_transaction_id`): PayPal's documents, and a public shop that reads them so.
 * The verify call: three public clients. From notes alone: which refusals mean
 * that nothing was done, and that the same request id is answered with the latest state.
 *
 * Not by its SDK: its hosts are fixed. A write leaves once, by the vendor base, and carries our reference as its request
 * id, so that the same send again is the look-up of the first (`PROFILE`).
 *
 * On PayPal's page a person only approves. Taking the money is a write of ours (`takePage`).
 */
import { type PaymentProfile, USUAL_POLLS } from '@omni/domain/wallet/payment.ts'
import type { ProviderPayment } from '@omni/domain/wallet/payment-words.ts'
import { z } from 'zod'
import { read, write } from '../../http.ts'
import { VendorError } from '../../vendor-error.ts'
import { parseVendorJson } from '../../vendor-json.ts'
import { mapDone, type WriteOutcome } from '../../write-outcome.ts'
import type { PaymentDefinition, PaymentProvider, ProviderMovement } from '../provider.ts'
import { amountOf, chargeBody, pageBody } from './bodies.ts'
import { explain } from './errors.ts'
import {
  approveUrlOf,
  authorizationOf,
  captureOfDispute,
  captureOfRefund,
  webhookAbout,
  pageOf,
  PaypalCapture,
  PaypalDispute,
  PaypalOrder,
  PaypalRefund,
  isTaken,
  reportQuery,
  PaypalReport,
  PaypalToken,
  paymentOf,
  paymentOfCapture,
  toDispute,
  toMovement,
  toRefund,
} from './read.ts'
import { isFresh, isSigned, isTheirAddress, type Transmission, transmissionOf } from './signature.ts'

const ID = 'paypal'
const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS
const TIMEOUT_MS = 20 * SECOND_MS
/** A token is renewed a little before it ends. */
const TOKEN_MARGIN_S = 120
const DAYS_A_REPORT = 31
const MOST_CERTIFICATES = 8

/** Request ids are kept for six hours on orders; an hour less is counted on. */
const PROFILE: PaymentProfile = {
  write: {
    find: 'none',
    merges_for_ms: 5 * HOUR_MS,
    resend_after_ms: [2, 10, 60, 600, 3600, 3 * 3600].map((seconds) => seconds * SECOND_MS),
    // The time ends it and no count: what a killed worker sent says nothing.
    max_sends: 100,
    send_within_ms: 10 * SECOND_MS,
    answers_within_ms: TIMEOUT_MS,
    lands_within_ms: 60 * SECOND_MS,
    shows_within_ms: 0,
    asks_person_after_ms: HOUR_MS,
  },
  // What it refused to take is over, and an order has no end that it tells.
  tries_again_on_page: false,
  tells_page_end: false,
  /** Its report shows a payment up to three hours later. */
  books_late_ms: 3 * HOUR_MS,
  polls: USUAL_POLLS,
}

interface PaypalSettings {
  url: string
  client_id: string
  client_secret: string
  webhook_id: string
}

export const paypal: PaymentDefinition = {
  id: ID,
  name: 'PayPal',
  proved: { payments: ['schema', 'sdk', 'recorded'] },
  keeps: 'account',
  profile: PROFILE,
  // None is documented that we have seen; so much is always taken.
  least_authorised: 50,
  settings: {
    PAYPAL_URL: { default: 'https://api-m.paypal.com', sandbox: '{sandbox}/paypal' },
    PAYPAL_CLIENT_ID: { sandbox: 'sandbox-paypal-client' },
    PAYPAL_CLIENT_SECRET: { sandbox: 'sandbox-paypal-secret' },
    /** Of the webhook at PayPal: part of what it signs. */
    PAYPAL_WEBHOOK_ID: { sandbox: 'WH-SANDBOX-1' },
  },
  deploy: [
    {
      variables: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
      meaning:
        "PayPal: top-ups, kept accounts, and what they pay of orders. Its webhook leads to `PUBLIC_URL/hooks/paypal` with the events CHECKOUT.ORDER.APPROVED, PAYMENT.*, VAULT.PAYMENT-TOKEN.CREATED and CUSTOMER.DISPUTE.*; the app needs vaulting and Transaction Search. `PAYPAL_URL` is PayPal's own address unless it says otherwise",
      without: 'off',
    },
  ],
  needs: 'PAYPAL_CLIENT_ID',
  open: (env) =>
    openPaypal({
      url: env['PAYPAL_URL'] ?? '',
      client_id: env['PAYPAL_CLIENT_ID'] ?? '',
      client_secret: env['PAYPAL_CLIENT_SECRET'] ?? '',
      webhook_id: env['PAYPAL_WEBHOOK_ID'] ?? '',
    }),
}

const ALREADY_TAKEN = 'ORDER_ALREADY_CAPTURED'

/** Some answers have no body. */
const parse = (text: string): unknown => (text === '' ? {} : parseVendorJson(text))

const Verified = z.object({ verification_status: z.string() })
const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })

export function openPaypal({ url, client_id, client_secret, webhook_id }: PaypalSettings): PaymentProvider {
  const base_url = url.replace(/\/$/, '')
  let token: { value: string; until: number } | undefined
  const certificates = new Map<string, string>()

  /** One for all callers of this process; PayPal keeps several alive at once. */
  async function tokenNow(): Promise<string> {
    if (token && token.until > performance.now()) return token.value
    const credentials = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
    const headers = { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'grant_type=client_credentials'
    const request = { vendor: ID, url: `${base_url}/v1/oauth2/token`, method: 'POST' as const, headers, body, explain }
    const { access_token, expires_in } = await read(request, Token)
    token = { value: access_token, until: performance.now() + (expires_in - TOKEN_MARGIN_S) * SECOND_MS }
    return access_token
  }

  const headersFor = (bearer: string, reference?: string) => ({
    authorization: `Bearer ${bearer}`,
    'content-type': 'application/json',
    prefer: 'return=representation',
    ...(reference !== undefined && { 'paypal-request-id': reference }),
  })

  /** With a body it is a question by POST. */
  async function get<T extends z.ZodType>(path: string, schema: T, body?: string): Promise<z.output<T>> {
    const asked = async () => {
      const request = { vendor: ID, url: base_url + path, headers: headersFor(await tokenNow()), explain }
      return read({ ...request, ...(body !== undefined && { method: 'POST' as const, body }) }, schema)
    }
    try {
      return await asked()
    } catch (error) {
      if (!(error instanceof VendorError) || error.kind !== 'auth_expired') throw error
      token = undefined
      return asked()
    }
  }
  const readOrder = (order_ref: string) => get(`/v2/checkout/orders/${encodeURIComponent(order_ref)}`, PaypalOrder)

  /** Our name of a payment, by what PayPal calls its capture. */
  async function referenceOf(capture_ref: string): Promise<string> {
    if (capture_ref === '') return ''
    return (await get(`/v2/payments/captures/${encodeURIComponent(capture_ref)}`, PaypalCapture)).custom_id ?? ''
  }

  /** PayPal's own word on a message. It wants the event as it came, byte by byte. */
  async function isVerifiedThere(raw: Buffer, { id, time, signature, cert_url, algorithm }: Transmission) {
    const about = JSON.stringify({
      auth_algo: algorithm,
      cert_url,
      transmission_id: id,
      transmission_sig: signature,
      transmission_time: time,
      webhook_id,
    })
    const body = `${about.slice(0, -1)},"webhook_event":${raw.toString('utf8')}}`
    const said = await get('/v1/notifications/verify-webhook-signature', Verified, body)
    return said.verification_status === 'SUCCESS'
  }

  async function send<T extends z.ZodType>(
    path: string,
    { reference, body, send_by }: { reference: string; body: object; send_by: number },
    schema: T,
  ): Promise<WriteOutcome<z.output<T>>> {
    let bearer: string
    try {
      bearer = await tokenNow()
    } catch (error) {
      return { outcome: 'not_sent', reason: error instanceof Error ? error.message : 'no token' }
    }
    const headers = headersFor(bearer, reference)
    const request = { vendor: ID, url: base_url + path, method: 'POST' as const, headers, send_by, explain, parse }
    const made = await write({ ...request, body: JSON.stringify(body), timeout_ms: TIMEOUT_MS }, schema)
    if (made.outcome === 'refused' && made.kind === 'auth_expired') token = undefined
    return made
  }

  /** What was authorised for an order. Read before the write: only the order knows it. */
  async function withAuthorization<R>(
    order_ref: string,
    act: (authorization: string, order: PaypalOrder) => Promise<WriteOutcome<R>>,
  ): Promise<WriteOutcome<R>> {
    let order: PaypalOrder
    try {
      order = await readOrder(order_ref)
    } catch (error) {
      return { outcome: 'not_sent', reason: error instanceof Error ? error.message : 'it cannot be read' }
    }
    const authorization = authorizationOf(order)
    if (authorization) return act(authorization.id, order)
    return { outcome: 'refused', kind: 'invalid', code: 'not_authorised', message: 'nothing was authorised' }
  }

  const taken = async (order_ref: string): Promise<WriteOutcome<ProviderPayment>> => {
    try {
      return { outcome: 'done', reply: paymentOf(await readOrder(order_ref)) }
    } catch (error) {
      return { outcome: 'unknown', reason: error instanceof Error ? error.message : 'it cannot be read' }
    }
  }

  async function certificateAt(cert_url: string): Promise<string | null> {
    const known = certificates.get(cert_url)
    if (known !== undefined) return known
    const reply = await fetch(cert_url, { redirect: 'error', signal: AbortSignal.timeout(5 * SECOND_MS) })
    const text = reply.ok ? await reply.text() : ''
    if (!text.startsWith('-----BEGIN CERTIFICATE-----') || text.length > 50_000) return null
    if (certificates.size >= MOST_CERTIFICATES) certificates.clear()
    certificates.set(cert_url, text)
    return text
  }

  return {
    id: ID,
    async ready() {
      await tokenNow()
    },
    async openPage(input, send_by) {
      if (input.kind !== 'pay')
        return { outcome: 'refused', kind: 'invalid', code: 'not_offered', message: 'a page pays at once, or not' }
      const order = { reference: input.reference, body: pageBody(input), send_by }
      const made = await send('/v2/checkout/orders', order, PaypalOrder)
      return mapDone(made, (reply) => ({ page_ref: reply.id, url: approveUrlOf(reply) }))
    },
    async readPage(page_ref, method_ref) {
      const order = await readOrder(page_ref)
      if (method_ref === undefined) return pageOf(order)
      return pageOf(order, await get(`/v3/vault/payment-tokens/${encodeURIComponent(method_ref)}`, PaypalToken))
    },
    async readReturn({ is, ref }) {
      if (is === 'dispute') {
        const dispute = await get(`/v1/customer/disputes/${encodeURIComponent(ref)}`, PaypalDispute)
        return toDispute(dispute, await referenceOf(captureOfDispute(dispute)))
      }
      const refund = await get(`/v2/payments/refunds/${encodeURIComponent(ref)}`, PaypalRefund)
      return toRefund(refund, await referenceOf(captureOfRefund(refund)))
    },
    async takePage({ reference, page_ref }, send_by) {
      const path = `/v2/checkout/orders/${encodeURIComponent(page_ref)}/capture`
      const made = await send(path, { reference, body: {}, send_by }, PaypalOrder)
      if (made.outcome === 'unknown' && made.reason.includes(ALREADY_TAKEN)) return taken(page_ref)
      return mapDone(made, paymentOf)
    },
    async charge(input, send_by) {
      const order = { reference: input.reference, body: chargeBody(input), send_by }
      return mapDone(await send('/v2/checkout/orders', order, PaypalOrder), paymentOf)
    },
    readPayment: async (payment_ref) => paymentOf(await readOrder(payment_ref)),
    // Orders have no list. The report shows what was taken, under its capture, which names its order.
    async findPayment({ reference, since, now }) {
      const until = Math.min(since.getTime() + DAYS_A_REPORT * DAY_MS, now.getTime())
      for (let page = 1, pages = 1; page <= pages; page++) {
        const report = await get(
          `/v1/reporting/transactions?${reportQuery(since.getTime(), until, page)}`,
          PaypalReport,
        )
        const row = report.transaction_details.find(({ transaction_info: info }) => isTaken(info, reference))
        if (row) {
          const path = `/v2/payments/captures/${encodeURIComponent(row.transaction_info.transaction_id)}`
          const order_ref = (await get(path, PaypalCapture)).supplementary_data?.related_ids?.order_id
          return order_ref === undefined ? null : paymentOf(await readOrder(order_ref))
        }
        pages = report.total_pages
      }
      return null
    },
    capture: ({ reference, payment_ref, amount, currency }, send_by) =>
      withAuthorization(payment_ref, async (authorization, order) => {
        const path = `/v2/payments/authorizations/${encodeURIComponent(authorization)}/capture`
        const body = { amount: amountOf(amount, currency), final_capture: true }
        const made = await send(path, { reference, body, send_by }, PaypalCapture)
        return mapDone(made, (capture) => paymentOfCapture(capture, payment_ref, paymentOf(order).reference))
      }),
    release: ({ reference, payment_ref }, send_by) =>
      withAuthorization(payment_ref, async (authorization, order) => {
        const path = `/v2/payments/authorizations/${encodeURIComponent(authorization)}/void`
        const made = await send(path, { reference, body: {}, send_by }, z.looseObject({}))
        return mapDone(made, (): ProviderPayment => ({ ...paymentOf(order), status: 'cancelled' }))
      }),
    async forget(method_ref) {
      const path = `/v3/vault/payment-tokens/${encodeURIComponent(method_ref)}`
      const headers = headersFor(await tokenNow())
      const send_by = performance.now() + TIMEOUT_MS
      const request = { vendor: ID, url: base_url + path, method: 'DELETE' as const, headers, send_by, explain, parse }
      const made = await write(request, z.looseObject({}))
      // It is not kept any more: that was what was asked for.
      const isGone = made.outcome === 'done' || (made.outcome === 'refused' && made.kind === 'not_found')
      if (!isGone) throw new VendorError(ID, 'unavailable', `it may still keep the account (${made.outcome})`)
    },
    async verify(raw, header, now) {
      const sent = transmissionOf(header)
      if (!sent || !isTheirAddress(sent.cert_url, base_url)) return null
      const certificate = await certificateAt(sent.cert_url).catch(() => {
        throw new VendorError(ID, 'unavailable', 'the certificate cannot be read')
      })
      if (certificate === null || !isSigned(raw, sent, webhook_id, certificate, now)) return null
      // Whether a delivery that is tried again has a time of its own is not documented: an old one is asked about.
      if (!isFresh(sent, now) && !(await isVerifiedThere(raw, sent))) return null
      return webhookAbout(raw)
    },
    async listMovements(since, now) {
      const found: ProviderMovement[] = []
      for (let from = since.getTime(); from < now.getTime(); from += DAYS_A_REPORT * DAY_MS) {
        const until = Math.min(from + DAYS_A_REPORT * DAY_MS, now.getTime())
        for (let page = 1, pages = 1; page <= pages; page++) {
          const report = await get(`/v1/reporting/transactions?${reportQuery(from, until, page)}`, PaypalReport)
          found.push(...report.transaction_details.map(toMovement))
          pages = report.total_pages
        }
      }
      return found
    },
  }
}
