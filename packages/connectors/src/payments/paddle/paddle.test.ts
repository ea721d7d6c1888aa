import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { load } from 'js-yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OldSecrets } from '../../old-secrets.ts'
import { openPaddle } from './index.ts'
import { isSigned } from './signature.ts'

const sent: { method: string; path: string; body: unknown; version: unknown }[] = []
let answer: { status: number; body: unknown } = { status: 500, body: {} }
const server = createServer((request, reply) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += String(chunk)))
  request.on('end', () => {
    const { method = '', url = '', headers } = request
    sent.push({ method, path: url, body: text ? JSON.parse(text) : null, version: headers['paddle-version'] })
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
})
const open = () => {
  const { port } = server.address() as AddressInfo // it listens on a port
  return openPaddle({ url: `http://127.0.0.1:${port}/`, api_key: 'key', webhook_secret: 'secret', old_secrets: [] })
}
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => void server.close())
const soon = () => performance.now() + 5000

const SUB = `sub_${'0'.repeat(26)}`
const PRICE = `pri_${'0'.repeat(26)}`
const once = { title: 'Extra orders', amount: 900, currency: 'USD' }

test('a refusal is believed by the closed list alone; everything else is unknown, and nothing is sent twice', async () => {
  const provider = open()
  const cancel = async (by = soon()) => (await provider.cancel({ subscription_ref: SUB, when: 'now' }))(by)
  const cases: [number, string, string][] = [
    [400, 'subscription_payment_declined', 'refused'],
    [409, 'subscription_locked_renewal', 'refused'],
    [429, 'too_many_requests', 'refused'],
    [400, 'something_new', 'unknown'],
    [500, 'subscription_payment_declined', 'unknown'],
    [503, 'internal_error', 'unknown'],
  ]
  for (const [status, code, outcome] of cases) {
    sent.length = 0
    answer = { status, body: { error: { type: 'request_error', code, detail: 'no' } } }
    expect(await cancel(), code).toMatchObject({ outcome })
    expect(sent.length).toBe(1)
  }
  answer = { status: 200, body: { data: { id: 1 } } }
  expect(await cancel()).toMatchObject({ outcome: 'unknown' })
  expect(await cancel(performance.now() - 1)).toMatchObject({ outcome: 'not_sent' })
})

test('signatures: over the bytes, within five minutes, any of several', () => {
  const now = new Date()
  const stamp = Math.floor(now.getTime() / 1000)
  const raw = Buffer.from('{"event_id":"evt_1"}')
  const h1 = (secret: string, at = stamp) => createHmac('sha256', secret).update(`${at}:${raw}`).digest('hex')
  expect(isSigned(raw, `ts=${stamp};h1=${h1('s')}`, 's', now)).toBe(true)
  expect(isSigned(raw, `ts=${stamp};h1=${h1('old')};h1=${h1('s')}`, 's', now)).toBe(true)
  expect(isSigned(raw, `ts=${stamp};h1=${h1('s')};h1=${h1('old')}`, 's', now)).toBe(true)
  expect(isSigned(raw, `ts=${stamp};h1=${h1('wrong')}`, 's', now)).toBe(false)
  expect(isSigned(Buffer.from('{}'), `ts=${stamp};h1=${h1('s')}`, 's', now)).toBe(false)
  expect(isSigned(raw, `ts=${stamp - 301};h1=${h1('s', stamp - 301)}`, 's', now)).toBe(false)
  expect(isSigned(raw, `ts=${stamp};h1=${h1('')}`, '', now)).toBe(false)
  expect(isSigned(raw, undefined, 's', now)).toBe(false)
})

test('a secret that was replaced is accepted until the end of its last day, and no longer', () => {
  const old_secrets = OldSecrets.parse('old@2026-12-31')
  const provider = openPaddle({ url: 'http://127.0.0.1', api_key: 'key', webhook_secret: 'new', old_secrets })
  const raw = Buffer.from(
    JSON.stringify({ event_id: 'evt_1', event_type: 'other', occurred_at: '2026-12-31T10:00:00Z', data: {} }),
  )
  const verified = (secret: string, at: string) => {
    const now = new Date(at)
    const stamp = Math.floor(now.getTime() / 1000)
    const h1 = createHmac('sha256', secret).update(`${stamp}:`).update(raw).digest('hex')
    return provider.verify(raw, () => `ts=${stamp};h1=${h1}`, now) !== null
  }
  expect(verified('new', '2026-12-31T23:00:00Z')).toBe(true)
  expect(verified('old', '2026-12-31T23:00:00Z')).toBe(true)
  expect(verified('old', '2027-01-01T00:00:00Z')).toBe(false)
  expect(verified('other', '2026-12-31T23:00:00Z')).toBe(false)
})

const schemas =
  process.env['VENDOR_SCHEMAS'] ?? fileURLToPath(new URL('../../../../../../shared/vendors/schemas', import.meta.url))
const document = `${schemas}/paddle.v1.2025-05-27.yaml`

test.skipIf(!existsSync(document))(
  "every request fits Paddle's own schema (skipped where ../shared/vendors/schemas or VENDOR_SCHEMAS does not hold it)",
  async () => {
    const spec = load(readFileSync(document, 'utf8')) as object // an OpenAPI document
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'paddle', ...spec })
    const provider = open()
    sent.length = 0
    answer = { status: 500, body: {} }
    const shared = { reference: 'om1', customer_ref: `ctm_${'0'.repeat(26)}`, applies: 'now' as const }
    const plan = { is: 'plan' as const, price_ref: PRICE, title: 'Basic', amount: 2990, currency: 'USD', days: 30 }
    const change = { subscription_ref: SUB, price_ref: PRICE }
    const transaction_ref = `txn_${'0'.repeat(26)}`
    const { in_place } = provider
    for (const send of [
      await provider.openCheckout({ ...shared, buys: plan, transaction_ref: null }),
      await provider.openCheckout({ ...shared, buys: { is: 'once', ...once }, transaction_ref: null }),
      await provider.openCheckout({ ...shared, buys: plan, transaction_ref }),
      await in_place.change({ ...change, reference: 'om1', bills: 'now' }),
      await in_place.change({ ...change, reference: 'om1', bills: 'nothing' }),
      await in_place.resume({ subscription_ref: SUB }),
      await in_place.charge({ ...once, reference: 'om1', subscription_ref: SUB }),
    ])
      await send(soon())
    const names = [
      'transaction-create',
      'transaction-create',
      'transaction-update',
      'subscription-update',
      'subscription-update',
      'subscription-update',
      'subscription-charge',
    ]
    expect(sent.length).toBe(names.length)
    names.forEach((name, at) => {
      const check = ajv.compile({ $ref: `paddle#/components/schemas/${name}` })
      check(sent[at]?.body)
      expect(check.errors ?? [], `${at} ${name}`).toEqual([])
    })
    expect(new Set(sent.map(({ version }) => version))).toEqual(new Set(['1']))
  },
)
