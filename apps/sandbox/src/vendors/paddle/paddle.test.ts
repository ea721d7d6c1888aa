import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { useSandbox } from '../../test-sandbox.ts'
import { signature } from './books.ts'
import { paddle } from './index.ts'
import { priceId } from './prices.ts'

const sandbox = useSandbox([paddle])
const DAY_MS = 86_400_000
const SMALL = priceId('small', 'monthly')
const LARGE = priceId('large', 'monthly')

async function call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
  const reply = await fetch(`${sandbox.url}/paddle${path}`, {
    method,
    headers: { authorization: 'Bearer pdl_sdbx_apikey_sandbox', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as any } // oxlint-disable-line typescript/no-explicit-any -- answers of many shapes
}
const act = (name: string, input: object) => sandbox.send('POST', `/control/vendors/paddle/actions/${name}`, input)
const pay = (url: string, card_number = '4242424242424242', country = 'US') =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ email: 'a@b.test', country, card_number, card_expiry: '12/34', card_cvc: '123' }),
    redirect: 'manual',
  })
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]

async function subscribe(price_id = SMALL, card?: string, reference = 'om1') {
  const items = [{ price_id, quantity: 1 }]
  const { body } = await call('POST', '/transactions', { items, custom_data: { reference } })
  const paid = await pay(body.data.checkout.url, card)
  const { body: done } = await call('GET', `/transactions/${body.data.id}`)
  return { transaction: done.data, paid, subscription: done.data.subscription_id as string }
}
const subscriptionOf = async (id: string) => (await call('GET', `/subscriptions/${id}`)).body.data

test('a subscription comes from a paid checkout; the page is paid once', async () => {
  const { transaction, paid, subscription } = await subscribe()
  expect(paid.headers.get('location')).toContain(`/app/setting/billing?paid=${transaction.id}`)
  expect((await pay(`${sandbox.url}/paddle/checkout?_ptxn=${transaction.id}`)).status).toBe(303)
  expect(transaction).toMatchObject({ status: 'completed', details: { totals: { grand_total: '500', fee: '75' } } })
  expect(await subscriptionOf(subscription)).toMatchObject({ status: 'active', custom_data: { reference: 'om1' } })
  const { body: books } = await sandbox.get('/control/paddle/books')
  const own = books.movements.filter((row: { subscription: string }) => row.subscription === subscription)
  expect(own.map((row: { amount: number }) => row.amount)).toEqual([500])
})

test('5 to 15 on day 15 of 30: 5 due now, by the minute; the preview says the same and changes nothing', async () => {
  const { subscription } = await subscribe()
  await act('age', { subscription, days: 15 })
  const change = { items: [{ price_id: LARGE, quantity: 1 }], proration_billing_mode: 'prorated_immediately' }
  const { body: seen } = await call('PATCH', `/subscriptions/${subscription}/preview`, change)
  expect(seen.data.update_summary).toMatchObject({
    credit: { amount: '250' },
    charge: { amount: '750' },
    result: { action: 'charge', amount: '500' },
  })
  expect(seen.data.immediate_transaction.details.totals.grand_total).toBe('500')
  expect((await subscriptionOf(subscription)).items[0].price.id).toBe(SMALL)
  const { body: done } = await call('PATCH', `/subscriptions/${subscription}`, { ...change, custom_data: { n: 1 } })
  expect(done.data).toMatchObject({ items: [{ price: { id: LARGE } }], custom_data: { n: 1 } })
  const { body: list } = await call('GET', `/transactions?subscription_id=${subscription}&order_by=id[ASC]`)
  expect(
    list.data.map((row: { origin: string; details: { totals: object } }) => [row.origin, row.details.totals]),
  ).toEqual([
    ['api', expect.objectContaining({ grand_total: '500' })],
    ['subscription_update', expect.objectContaining({ total: '750', credit: '250', grand_total: '500' })],
  ])
  await act('age', { subscription, days: 14.99 })
  expect(codeOf(await call('PATCH', `/subscriptions/${subscription}`, change))).toEqual([
    409,
    'subscription_locked_renewal',
  ])
})

test('a card that says no prevents the change and the charge: nothing is different', async () => {
  const { subscription } = await subscribe()
  await act('set_card', { subscription, behaviour: 'poor' })
  const before = await subscriptionOf(subscription)
  const items = [{ price_id: LARGE, quantity: 1 }]
  const change = { items, proration_billing_mode: 'prorated_immediately', custom_data: { n: 2 } }
  expect(codeOf(await call('PATCH', `/subscriptions/${subscription}`, change))).toEqual([
    400,
    'subscription_payment_declined',
  ])
  expect(await subscriptionOf(subscription)).toEqual(before)
})

test('a renewal that fails is tried again, and ends the subscription in the end; a new card recovers it', async () => {
  const [lost, kept] = [await subscribe(SMALL), await subscribe(SMALL)]
  for (const { subscription } of [lost, kept]) {
    await act('set_card', { subscription, behaviour: 'no' })
    await act('renew_now', { subscription })
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'past_due' })
  }
  const change = { items: [{ price_id: LARGE, quantity: 1 }], proration_billing_mode: 'prorated_immediately' }
  expect(codeOf(await call('PATCH', `/subscriptions/${kept.subscription}`, change))[1]).toBe(
    'subscription_update_when_past_due',
  )
  const path = `/subscriptions/${kept.subscription}/update-payment-method-transaction`
  const { body: due } = await call('GET', path)
  expect(due.data).toMatchObject({ origin: 'subscription_recurring', status: 'past_due' })
  expect((await pay(due.data.checkout.url)).status).toBe(303)
  expect(await subscriptionOf(kept.subscription)).toMatchObject({ status: 'active' })
  await sandbox.send('POST', '/control/clock', { advance_ms: 31 * DAY_MS })
  await expect.poll(async () => (await subscriptionOf(lost.subscription)).status).toBe('canceled')
  const { body: events } = await call('GET', '/events?order_by=id[ASC]&per_page=200')
  const of = (id: string) => events.data.filter((event: { data: { id: string } }) => event.data.id === id)
  expect(of(lost.subscription).map((event: { event_type: string }) => event.event_type)).toEqual([
    'subscription.created',
    'subscription.activated',
    'subscription.past_due',
    'subscription.canceled',
  ])
})

test('the signature is over the time and the bytes', () => {
  const at = new Date(1_700_000_000_000)
  expect(signature('{}', at, 'a')['paddle-signature']).toMatch(/^ts=1700000000;h1=[0-9a-f]{64}$/)
  expect(signature('{}', at, 'a')).not.toEqual(signature('{}', at, 'b'))
})

const schemas =
  process.env['VENDOR_SCHEMAS'] ?? fileURLToPath(new URL('../../../../../../shared/vendors/schemas', import.meta.url))
const document = `${schemas}/paddle.v1.2025-05-27.yaml`

test.skipIf(!existsSync(document))(
  "answers fit Paddle's own schema (skipped where ../shared/vendors/schemas or VENDOR_SCHEMAS does not hold it)",
  async () => {
    const spec = load(readFileSync(document, 'utf8')) as object // an OpenAPI document
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'paddle', ...spec })
    const fits = (name: string, value: unknown) => {
      const check = ajv.compile({ $ref: `paddle#/components/schemas/${name}` })
      check(value)
      return check.errors ?? []
    }
    const { transaction, subscription } = await subscribe(SMALL, undefined, 'om-schema')
    expect(fits('transaction', transaction)).toEqual([])
    expect(fits('subscription', await subscriptionOf(subscription))).toEqual([])
    const change = { items: [{ price_id: LARGE, quantity: 1 }], proration_billing_mode: 'prorated_immediately' }
    expect(fits('subscription-update', change)).toEqual([])
    const { body: seen } = await call('PATCH', `/subscriptions/${subscription}/preview`, change)
    expect(fits('subscription-preview', seen.data)).toEqual([])
    expect(fits('transaction', { id: 'wrong' })).not.toEqual([])
    const { body: events } = await call('GET', '/events')
    expect(fits('event', events.data[0])).toEqual([])
  },
)
