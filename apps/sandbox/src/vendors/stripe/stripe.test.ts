import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { useSandbox } from '../../test-sandbox.ts'
import { signature } from './books.ts'
import { readCard } from '../card-page/cards.ts'
import { stripe } from './index.ts'

const sandbox = useSandbox([stripe])
const HOUR_S = 3600
// One moment for the whole file: a repeated request must have the same parameters, also a second later.
const EXPIRES_AT = String(Math.floor(Date.now() / 1000) + HOUR_S)

async function call(method: 'GET' | 'POST', path: string, form: Record<string, string> = {}, key = '') {
  const headers = { authorization: 'Bearer sk_test_sandbox', ...(key && { 'idempotency-key': key }) }
  const body = method === 'POST' ? { body: new URLSearchParams(form) } : {}
  const reply = await fetch(`${sandbox.url}/stripe/v1${path}`, { method, headers, ...body })
  const replayed = reply.headers.get('idempotent-replayed')
  return { status: reply.status, replayed, body: (await reply.json()) as any } // oxlint-disable-line typescript/no-explicit-any -- answers of many shapes
}
const session = (amount = '5000') => ({
  mode: 'payment',
  success_url: 'http://omni.test/back?s={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://omni.test/left',
  expires_at: EXPIRES_AT,
  client_reference_id: 'om1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': amount,
  'line_items[0][price_data][product_data][name]': 'Wallet',
  'payment_intent_data[metadata][reference]': 'om1',
})
const pay = (url: string, card_number: string) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ card_number, card_expiry: '12/34', card_cvc: '123' }),
    redirect: 'manual',
  })

test('one key, one session; another input is refused; a failed check keeps nothing', async () => {
  const first = await call('POST', '/checkout/sessions', session(), 'k1')
  const again = await call('POST', '/checkout/sessions', session(), 'k1')
  expect(again.body).toEqual(first.body)
  expect([first.replayed, again.replayed]).toEqual([null, 'true'])
  expect((await call('POST', '/checkout/sessions', session('6000'), 'k1')).body.error.type).toBe('idempotency_error')
  for (const amount of ['0', '-5', '49', '0.5', '1000000000'])
    expect((await call('POST', '/checkout/sessions', session(amount), 'k2')).status).toBe(400)
  expect((await call('POST', '/checkout/sessions', session(), 'k2')).status).toBe(200)
  const unsigned = await fetch(`${sandbox.url}/stripe/v1/balance_transactions`)
  expect(unsigned.status).toBe(401)
})

test('a paid page is in the books once; a refund takes no more than was paid', async () => {
  const { body } = await call('POST', '/checkout/sessions', session())
  const done = await pay(body.url, '4242424242424242')
  expect(done.headers.get('location')).toBe(`http://omni.test/back?s=${body.id}`)
  expect((await pay(body.url, '4242424242424242')).status).toBe(303)
  const { body: read } = await call('GET', `/checkout/sessions/${body.id}?expand[0]=payment_intent.latest_charge`)
  expect(read).toMatchObject({ status: 'complete', payment_status: 'paid', payment_intent: { amount_received: 5000 } })
  const payment_intent = read.payment_intent.id as string
  expect((await call('POST', '/refunds', { payment_intent, amount: '6000' })).status).toBe(400)
  expect((await call('POST', '/refunds', { payment_intent, amount: '2000' })).body.status).toBe('succeeded')
  expect((await call('POST', '/refunds', { payment_intent })).body.amount).toBe(3000)
  expect((await call('POST', '/refunds', { payment_intent })).body.error.code).toBe('charge_already_refunded')
  const { body: books } = await call('GET', '/balance_transactions?limit=2')
  expect(books).toMatchObject({ has_more: true, data: [{ amount: -3000 }, { amount: -2000 }] })
  const { body: rest } = await call('GET', `/balance_transactions?limit=2&starting_after=${books.data[1].id}`)
  expect(rest.data).toMatchObject([{ amount: 5000, fee: 175, net: 4825, type: 'charge' }])
})

test('cards: a check digit, a date to come; what is said no to stays open', async () => {
  const now = new Date('2026-11-16')
  expect(readCard({ number: '4242 4242 4242 4241', expiry: '12/34', cvc: '123' }, now)).toContain('not valid')
  expect(readCard({ number: '4242424242424242', expiry: '10/26', cvc: '123' }, now)).toContain('in the past')
  const { body } = await call('POST', '/checkout/sessions', session())
  expect((await pay(body.url, '4000000000000002')).status).toBe(402)
  expect((await call('GET', `/checkout/sessions/${body.id}`)).body).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
  })
})

test('the signature is over the time and the bytes', () => {
  const at = new Date(1_700_000_000_000)
  expect(signature('{}', at, 'whsec_test')['stripe-signature']).toMatch(/^t=1700000000,v1=[0-9a-f]{64}$/)
  expect(signature('{}', at, 'a')).not.toEqual(signature('{}', at, 'b'))
})

const schemas =
  process.env['VENDOR_SCHEMAS'] ?? fileURLToPath(new URL('../../../../../../shared/vendors/schemas', import.meta.url))
const fixtures = `${schemas}/stripe.fixtures3.2026-08.json`

test.skipIf(!existsSync(fixtures))(
  "fields of answers are Stripe's own (skipped where ../shared/vendors/schemas or VENDOR_SCHEMAS does not hold its fixtures)",
  async () => {
    const { resources } = JSON.parse(readFileSync(fixtures, 'utf8')) as { resources: Record<string, object> } // its own shape
    const unknown = (object: object, name: string) =>
      Object.keys(object).filter((field) => !Object.keys(resources[name] ?? {}).includes(field))
    const { body } = await call('POST', '/checkout/sessions', session())
    await pay(body.url, '4242424242424242')
    const path = `/checkout/sessions/${body.id}?expand[0]=payment_intent.latest_charge`
    const { body: read } = await call('GET', path)
    const { payment_intent, ...page } = read
    expect(unknown(page, 'checkout.session')).toEqual([])
    expect(unknown(payment_intent, 'payment_intent')).toEqual([])
    expect(unknown(payment_intent.payment_method, 'payment_method')).toEqual([])
    expect(unknown(payment_intent.latest_charge.balance_transaction, 'balance_transaction')).toEqual([])
    const refund = await call('POST', '/refunds', { payment_intent: payment_intent.id })
    expect(unknown(refund.body, 'refund')).toEqual([])
  },
)
