import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { useSandbox } from '../../test-sandbox.ts'
import { paypal } from './index.ts'

const sandbox = useSandbox([paypal])
let bearer = ''

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, request_id = '') {
  if (bearer === '') {
    const basic = Buffer.from('sandbox-paypal-client:sandbox-paypal-secret').toString('base64')
    const reply = await fetch(`${sandbox.url}/paypal/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    bearer = ((await reply.json()) as { access_token: string }).access_token
  }
  const reply = await fetch(`${sandbox.url}/paypal${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(request_id && { 'paypal-request-id': request_id }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? null : (JSON.parse(text) as any) } // oxlint-disable-line typescript/no-explicit-any -- answers of many shapes
}
const order = (value = '50.00', more: object = {}, invoice_id?: string) => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: 'USD', value }, custom_id: 'om1', ...(invoice_id && { invoice_id }) }],
  payment_source: {
    paypal: {
      experience_context: { return_url: 'http://omni.test/back', cancel_url: 'http://omni.test/left' },
      ...more,
    },
  },
})
const approve = (id: string, email = 'ok@b.test') =>
  fetch(`${sandbox.url}/paypal/checkoutnow?token=${id}`, {
    method: 'POST',
    body: new URLSearchParams({ email, password: 'x' }),
    redirect: 'manual',
  })
const issueOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.details?.[0]?.issue]
let requests = 0
const make = async (...input: Parameters<typeof order>) =>
  (await call('POST', '/v2/checkout/orders', order(...input), `made-${++requests}`)).body

test('one request id, one order, answered 200 with its latest state; amounts that are none are refused', async () => {
  const first = await call('POST', '/v2/checkout/orders', order(), 'r1')
  expect([first.status, first.body.status]).toEqual([201, 'PAYER_ACTION_REQUIRED'])
  await approve(first.body.id)
  const again = await call('POST', '/v2/checkout/orders', order(), 'r1')
  expect([again.status, again.body.id, again.body.status]).toEqual([200, first.body.id, 'APPROVED'])
  for (const value of ['0', '-5', '0.001', '1e3', ''])
    expect((await call('POST', '/v2/checkout/orders', order(value), 'r2')).status, value).toBe(400)
  expect(issueOf(await call('POST', '/v2/checkout/orders', order()))).toEqual([400, 'PAYPAL_REQUEST_ID_REQUIRED'])
  const unsigned = await fetch(`${sandbox.url}/paypal/v2/checkout/orders/${first.body.id}`)
  expect(unsigned.status).toBe(401)
})

test('money moves when it is taken, once; refunds take no more than was paid', async () => {
  const { id } = await make('50.00', {}, 'inv-1')
  expect(issueOf(await call('POST', `/v2/checkout/orders/${id}/capture`, {}, 'c1'))).toEqual([
    422,
    'ORDER_NOT_APPROVED',
  ])
  const back = (await approve(id)).headers.get('location')
  expect(back).toMatch(new RegExp(`^http://omni.test/back\\?token=${id}&PayerID=`))
  const taken = await Promise.all(
    ['c1', 'c2', 'c3'].map((name) => call('POST', `/v2/checkout/orders/${id}/capture`, {}, name)),
  )
  expect(taken.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  const { body } = await call('GET', `/v2/checkout/orders/${id}`)
  const [capture] = body.purchase_units[0].payments.captures
  expect(capture).toMatchObject({ status: 'COMPLETED', seller_receivable_breakdown: { paypal_fee: { value: '2.24' } } })
  const twice = await make('50.00', {}, 'inv-1')
  await approve(twice.id)
  expect(issueOf(await call('POST', `/v2/checkout/orders/${twice.id}/capture`, {}, 'c4'))).toEqual([
    422,
    'DUPLICATE_INVOICE_ID',
  ])
  const refund = (value: string, name: string) =>
    call('POST', `/v2/payments/captures/${capture.id}/refund`, { amount: { currency_code: 'USD', value } }, name)
  expect(issueOf(await refund('60.00', 'f1'))).toEqual([422, 'REFUND_AMOUNT_EXCEEDED'])
  expect((await refund('20.00', 'f2')).status).toBe(201)
  expect((await refund('20.00', 'f2')).status).toBe(200)
  expect((await refund('30.00', 'f3')).status).toBe(201)
  expect(issueOf(await refund('1.00', 'f4'))).toEqual([422, 'CAPTURE_FULLY_REFUNDED'])
  const { body: books } = await sandbox.get('/control/paypal/books')
  const own = books.movements.filter((row: { order: string }) => row.order === id)
  expect(own.map((row: { code: string; amount: number }) => [row.code, row.amount])).toEqual([
    ['T0006', 5000],
    ['T1107', -2000],
    ['T1107', -3000],
  ])
  const span = `start_date=${new Date(Date.now() - 3_600_000).toISOString()}&end_date=${new Date(Date.now() + 60_000).toISOString()}`
  const { body: seen } = await call('GET', `/v1/reporting/transactions?${span}&page_size=2&page=1`)
  expect(seen).toMatchObject({ total_items: 3, total_pages: 2 })
  expect(seen.transaction_details[0].transaction_info).toMatchObject({
    transaction_id: capture.id,
    fee_amount: { value: '-2.24' },
  })
})

test('a kept account pays in one step, is authorised, captured or voided, and is gone when it is deleted', async () => {
  const { body } = await sandbox.send('POST', '/control/vendors/paypal/actions/keep_account', { behaviour: 'ok' })
  const vault_id = body.result.method as string
  const by = { vault_id }
  expect(await make('10.00', by)).toMatchObject({ status: 'COMPLETED' })
  const hold = async () => {
    const held = { ...order('10.00', by), intent: 'AUTHORIZE' }
    const { body: made } = await call('POST', '/v2/checkout/orders', held, `made-${++requests}`)
    return made.purchase_units[0].payments.authorizations[0].id as string
  }
  const [first, second] = [await hold(), await hold()]
  const path = `/v2/payments/authorizations/${first}/capture`
  const part = { amount: { currency_code: 'USD', value: '4.00' } }
  expect((await call('POST', path, part, 'p1')).body).toMatchObject({ status: 'COMPLETED', amount: { value: '4.00' } })
  expect((await call('POST', path, part, 'p1')).status).toBe(200)
  expect(issueOf(await call('POST', path, part, 'p2'))).toEqual([422, 'AUTHORIZATION_ALREADY_CAPTURED'])
  expect((await call('POST', `/v2/payments/authorizations/${second}/void`, {}, 'p3')).status).toBe(204)
  expect(issueOf(await call('POST', `/v2/payments/authorizations/${second}/capture`, part, 'p4'))).toEqual([
    422,
    'AUTHORIZATION_VOIDED',
  ])
  expect((await call('DELETE', `/v3/vault/payment-tokens/${vault_id}`)).status).toBe(204)
  expect((await call('POST', '/v2/checkout/orders', order('10.00', by), 'p5')).status).toBe(404)
})

test('the certificate is one that Node reads, and its own', async () => {
  const reply = await fetch(`${sandbox.url}/paypal/v1/notifications/certs/CERT-SANDBOX`)
  const certificate = new X509Certificate(await reply.text())
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(new Date(certificate.validTo).getTime()).toBeGreaterThan(Date.now())
})

const schemas =
  process.env['VENDOR_SCHEMAS'] ?? fileURLToPath(new URL('../../../../../../shared/vendors/schemas', import.meta.url))
const document = `${schemas}/paypal.orders_v2.json`

test.skipIf(!existsSync(document))(
  "answers are PayPal's own shape (skipped where ../shared/vendors/schemas or VENDOR_SCHEMAS does not hold it)",
  async () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false })
    ajv.addSchema({ $id: 'paypal', ...JSON.parse(readFileSync(document, 'utf8')) })
    const check = ajv.compile({ $ref: 'paypal#/components/schemas/order' })
    const keeps = { attributes: { vault: { store_in_vault: 'ON_SUCCESS' } } }
    const { id } = await make('12.00', keeps)
    const read = async () => (await call('GET', `/v2/checkout/orders/${id}`)).body
    const seen = [await read()]
    await approve(id)
    seen.push(await read())
    await call('POST', `/v2/checkout/orders/${id}/capture`, {}, 'shape')
    seen.push(await read())
    expect(seen[2].payment_source.paypal.attributes.vault.status).toBe('VAULTED')
    for (const body of seen) {
      check(body)
      expect(check.errors ?? [], body.status).toEqual([])
    }
  },
)
