import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countingUnread } from '../../rows.ts'
import { openPaypal } from './index.ts'
import {
  captureOfRefund,
  pageOf,
  PaypalDispute,
  PaypalOrder,
  PaypalRefund,
  PaypalReport,
  PaypalToken,
  paymentOf,
  toDispute,
  toMovement,
  webhookAbout,
} from './read.ts'
import { isSigned, isTheirAddress } from './signature.ts'

const sent: { method: string; path: string; body: unknown; request_id: unknown }[] = []
let answer: { status: number; body: unknown } = { status: 500, body: {} }
const server = createServer((request, reply) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += String(chunk)))
  request.on('end', () => {
    const { method = '', url = '', headers } = request
    const json = (status: number, body: unknown) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url === '/v1/oauth2/token') return json(200, { access_token: 'token', expires_in: 32_400 })
    if (method === 'GET') return json(200, HELD)
    sent.push({ method, path: url, body: text ? JSON.parse(text) : null, request_id: headers['paypal-request-id'] })
    return json(answer.status, answer.body)
  })
})
const open = () => {
  const { port } = server.address() as AddressInfo // it listens on a port
  return openPaypal({ url: `http://127.0.0.1:${port}/`, client_id: 'id', client_secret: 'secret', webhook_id: 'WH-1' })
}
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => void server.close())
const soon = () => performance.now() + 5000

const MONEY = { currency_code: 'USD', value: '12.34' }
const unit = (payments: object) => ({ custom_id: 'om1', amount: MONEY, payments })
const HELD = {
  id: 'ORDER1',
  status: 'COMPLETED',
  purchase_units: [unit({ authorizations: [{ id: 'AUTH1', status: 'CREATED', amount: MONEY }] })],
}
const page = {
  reference: 'om1',
  kind: 'pay' as const,
  amount: 1234,
  currency: 'USD',
  title: 'Omni wallet',
  save_method: true,
  customer_ref: null,
  success_url: 'https://omni.test/back?payment=1',
  cancel_url: 'https://omni.test/back?left=1',
  expires_at: new Date(),
}
const charge = { reference: 'om2', amount: 1234, currency: 'USD', method_ref: 'kept1', customer_ref: 'c' }

test('a refusal is believed by the closed list alone; everything else is unknown, and nothing is sent twice', async () => {
  const provider = open()
  const issue = (name: string, code: string) => ({ name, message: 'no', details: [{ issue: code }] })
  const cases: [number, object, string][] = [
    [422, issue('UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED'), 'refused'],
    [422, issue('UNPROCESSABLE_ENTITY', 'DUPLICATE_INVOICE_ID'), 'unknown'],
    [422, issue('UNPROCESSABLE_ENTITY', 'SOMETHING_NEW'), 'unknown'],
    [400, issue('INVALID_REQUEST', 'INVALID_PARAMETER_VALUE'), 'refused'],
    [401, { error: 'invalid_token' }, 'refused'],
    [409, issue('RESOURCE_CONFLICT', 'PREVIOUS_REQUEST_IN_PROGRESS'), 'unknown'],
    [429, { name: 'RATE_LIMIT_REACHED' }, 'refused'],
    [500, issue('UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED'), 'unknown'],
    [200, { id: 1 }, 'unknown'],
  ]
  for (const [status, body, outcome] of cases) {
    sent.length = 0
    answer = { status, body }
    expect(await provider.charge({ ...charge, take: 'now' }, soon()), JSON.stringify(body)).toMatchObject({ outcome })
    expect(sent.length).toBe(1)
  }
  expect(await provider.charge({ ...charge, take: 'now' }, performance.now() - 1)).toMatchObject({
    outcome: 'not_sent',
  })
})

test('an order that was taken before is read, not taken for a failure', async () => {
  answer = { status: 422, body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } }
  const outcome = await open().takePage?.({ reference: 'om1', page_ref: 'ORDER1' }, soon())
  expect(outcome).toMatchObject({ outcome: 'done', reply: { payment_ref: 'ORDER1', status: 'authorised' } })
})

test('states: only a completed capture is money; a refund later does not undo it', () => {
  const capture = (status: string) => ({ id: 'CAP1', status, amount: MONEY })
  const statusOf = (payments: object, status = 'COMPLETED') =>
    paymentOf(PaypalOrder.parse({ id: 'O', status, purchase_units: [unit(payments)] })).status
  const expected = {
    COMPLETED: 'succeeded',
    PARTIALLY_REFUNDED: 'succeeded',
    REFUNDED: 'succeeded',
    PENDING: 'pending',
    DECLINED: 'failed',
    FAILED: 'failed',
    SOMETHING_NEW: 'pending',
  }
  for (const [said, status] of Object.entries(expected)) expect(statusOf({ captures: [capture(said)] })).toBe(status)
  expect(statusOf({}, 'APPROVED')).toBe('pending')
  expect(statusOf({}, 'VOIDED')).toBe('cancelled')
  const row = (code: string, value: string) =>
    toMovement({
      transaction_info: {
        transaction_id: 'T1',
        paypal_reference_id: 'CAP1',
        paypal_reference_id_type: 'TXN',
        transaction_event_code: code,
        transaction_initiation_date: '2026-07-09T07:27:58+0000',
        transaction_amount: { currency_code: 'USD', value },
        fee_amount: { currency_code: 'USD', value: '-1.14' },
        transaction_status: 'S',
      },
    })
  expect(row('T0006', '13.00')).toMatchObject({ source_ref: 'T1', amount: 1300, fee: 114 })
  expect(row('T1107', '-13.00')).toMatchObject({ source_ref: 'CAP1', amount: -1300 })
  expect(row('T0006', '1').happened_at.toISOString()).toBe('2026-07-09T07:27:58.000Z')
})

test('a row of the report that cannot be read does not cost the others, and is counted', async () => {
  const info = {
    transaction_id: 'T1',
    transaction_event_code: 'T0006',
    transaction_initiation_date: '2026-07-09T07:27:58+0000',
    transaction_amount: { currency_code: 'USD', value: '1.00' },
    transaction_status: 'S',
  }
  const odd = { ...info, transaction_amount: null }
  const page = { transaction_details: [info, odd].map((transaction_info) => ({ transaction_info })), total_pages: 1 }
  const { value, unread } = await countingUnread(async () => PaypalReport.parse(page))
  expect(value.transaction_details.map(toMovement)).toMatchObject([{ movement_id: 'T1', amount: 100 }])
  expect(unread).toMatchObject({ rows: 1, missing: 1 })
  expect(PaypalReport.parse({})).toEqual({ transaction_details: [], total_pages: 1 })
})

test('messages name what is to be read: late tokens with their order, refunds, disputes', () => {
  const about = (event_type: string, resource: object) =>
    webhookAbout(Buffer.from(JSON.stringify({ id: 'WH-1', event_type, resource })))?.about
  const token = { id: 'tok1', metadata: { order_id: 'ORDER1' }, customer: { id: 'c1' } }
  expect(about('VAULT.PAYMENT-TOKEN.CREATED', token)).toEqual({ is: 'page', ref: 'ORDER1', method_ref: 'tok1' })
  expect(about('VAULT.PAYMENT-TOKEN.CREATED', { id: 'tok1' })).toBeNull()
  expect(about('PAYMENT.CAPTURE.REFUNDED', { id: 'R1' })).toEqual({ is: 'refund', ref: 'R1' })
  expect(about('CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-D-1' })).toEqual({ is: 'dispute', ref: 'PP-D-1' })
  expect(about('CHECKOUT.ORDER.APPROVED', { id: 'ORDER1' })).toEqual({ is: 'page', ref: 'ORDER1' })
})

test('a method that is kept later belongs to the payment of its order; refunds and disputes lead to their capture', () => {
  const order = PaypalOrder.parse({
    id: 'O',
    status: 'COMPLETED',
    purchase_units: [unit({ captures: [{ id: 'CAP1', status: 'COMPLETED', amount: MONEY }] })],
    payment_source: { paypal: { attributes: { vault: { status: 'APPROVED' } } } },
  })
  expect(pageOf(order).payment?.method).toBeNull()
  const kept = PaypalToken.parse({
    id: 'tok1',
    customer: { id: 'c1' },
    payment_source: { paypal: { email_address: 'maya@northwind.test' } },
  })
  expect(pageOf(order, kept).payment?.method).toMatchObject({ method_ref: 'tok1', label: 'm…@northwind.test' })
  const links = [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/CAP1' }]
  expect(captureOfRefund(PaypalRefund.parse({ id: 'R1', status: 'COMPLETED', amount: MONEY, links }))).toBe('CAP1')
  const dispute = { dispute_id: 'D1', status: 'RESOLVED', dispute_amount: MONEY, dispute_life_cycle_stage: 'INQUIRY' }
  expect(toDispute(PaypalDispute.parse(dispute), 'om1')).toEqual({
    kind: 'dispute',
    ref: 'D1',
    status: 'INQUIRY RESOLVED',
    is_over: true,
    amount: 1234,
    currency: 'USD',
    reference: 'om1',
  })
})

test('certificates are fetched from PayPal alone; what is no certificate signs nothing', () => {
  const base = 'https://api-m.paypal.com'
  const at = (host: string) => isTheirAddress(`${host}/v1/notifications/certs/CERT-1`, base)
  expect(at('https://api.paypal.com')).toBe(true)
  expect(at('https://api-m.sandbox.paypal.com')).toBe(true)
  const others = ['https://paypal.com.evil.test', 'https://evilpaypal.com', 'http://api.paypal.com', 'nothing']
  for (const host of [...others, 'https://api.paypal.com:8443', 'https://api.paypal.com@evil.test'])
    expect(at(host), host).toBe(false)
  expect(isTheirAddress('https://api.paypal.com/elsewhere', base)).toBe(false)
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const transmission = { id: '1', time: '', signature: 'AA', cert_url: '', algorithm: '' }
  expect(isSigned(Buffer.from('{}'), transmission, 'WH-1', pem, new Date())).toBe(false)
})

const schemas =
  process.env['VENDOR_SCHEMAS'] ?? fileURLToPath(new URL('../../../../../../shared/vendors/schemas', import.meta.url))
const documents = ['paypal.orders_v2.json', 'paypal.payments_v2.json'].map((name) => `${schemas}/${name}`)

test.skipIf(!documents.every((name) => existsSync(name)))(
  "every request fits PayPal's own schemas (skipped where ../shared/vendors/schemas or VENDOR_SCHEMAS does not hold them)",
  async () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false })
    documents.forEach((name, at) => ajv.addSchema({ $id: `d${at}`, ...JSON.parse(readFileSync(name, 'utf8')) }))
    const provider = open()
    sent.length = 0
    answer = { status: 500, body: {} }
    const money = { reference: 'om3', payment_ref: 'ORDER1' }
    await provider.openPage(page, soon())
    await provider.charge({ ...charge, take: 'now' }, soon())
    await provider.charge({ ...charge, take: 'authorise' }, soon())
    await provider.takePage?.({ reference: 'om1', page_ref: 'ORDER1' }, soon())
    await provider.capture({ ...money, amount: 1000, currency: 'USD' }, soon())
    const names = [
      'd0#order_request',
      'd0#order_request',
      'd0#order_request',
      'd0#order_capture_request',
      'd1#capture_request',
    ]
    expect(sent.length).toBe(names.length)
    names.forEach((name, at) => {
      const check = ajv.compile({ $ref: name.replace('#', '#/components/schemas/') })
      check(sent[at]?.body)
      expect(check.errors ?? [], `${at} ${name}`).toEqual([])
    })
    await provider.release(money, soon())
    expect(sent.map(({ path }) => path).slice(3)).toEqual([
      '/v2/checkout/orders/ORDER1/capture',
      '/v2/payments/authorizations/AUTH1/capture',
      '/v2/payments/authorizations/AUTH1/void',
    ])
    expect(sent.map(({ request_id }) => request_id)).toEqual(['om1', 'om2', 'om2', 'om1', 'om3', 'om3'])
  },
)
