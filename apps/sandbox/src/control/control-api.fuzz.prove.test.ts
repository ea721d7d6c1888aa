import { request } from 'node:http'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { useSandbox } from '../test-sandbox.ts'
import { vendors } from '../vendors.ts'

const sandbox = useSandbox(vendors)

interface Try {
  method: string
  path: string
  type: string
  body: Buffer
}

/** Node's own client: it sends what it is told, broken escapes included. */
const send = ({ method, path, type, body }: Try) =>
  new Promise<number>((done, failed) => {
    const headers = { 'content-type': type, 'content-length': body.length }
    const call = request(`${sandbox.url}/`, { method, path, headers })
    call.on('response', (response) => {
      response.resume()
      if (response.headers['content-type'] === 'text/event-stream') response.destroy()
      done(response.statusCode ?? 0)
    })
    call.on('error', failed)
    call.end(body)
  })

const word = fc.oneof(
  fc.constantFrom('mailbox', 'identity', 'rates', 'nobody', '__proto__', 'constructor', 'send_test_mail'),
  fc.constantFrom('%00', '%ff', '%', '1', '-1', '99999999999999999999'),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
)
const query = fc
  .array(fc.tuple(fc.constantFrom('vendor', 'kind', 'after', 'limit', 'to', 'chapter'), word), { maxLength: 4 })
  .map((pairs) => (pairs.length ? `?${pairs.map(([key, value]) => `${key}=${value}`).join('&')}` : ''))
const list = fc.constantFrom('events', 'mails', 'vendors', 'clock', 'stream')
const path = fc.oneof(
  fc.tuple(list, query).map(([name, q]) => `/control/${name}${q}`),
  word.map((id) => `/control/mails/${id}`),
  word.map((id) => `/control/vendors/${id}/faults`),
  fc.tuple(word, word).map(([id, name]) => `/control/vendors/${id}/actions/${name}`),
  fc.constantFrom('/control/clock', '/control/vendors/rates/faults'),
  fc.constantFrom('rates/actions/rate_jump', 'mailbox/actions/send_test_mail').map((end) => `/control/vendors/${end}`),
  word.map((id) => `/rates/api/historical/${id}`),
  query.map((q) => `/identity/facebook/v23.0/oauth/access_token${q}`),
)
const faulty = fc.array(
  fc.record(
    {
      kind: fc.constantFrom('latency', 'rate_limit', 'server_error', 'drop_reply', 'nothing'),
      min_ms: fc.oneof(fc.integer(), fc.double()),
      percent: fc.jsonValue(),
      times: fc.oneof(fc.integer(), fc.string()),
      // Never a real endpoint: a fault that was really set would rightly answer 5xx to the next try.
      endpoint: fc.constantFrom('nope', '', '\0'),
    },
    { requiredKeys: ['kind', 'endpoint'] },
  ),
)
const body = fc.oneof(
  fc.json().map((text) => Buffer.from(text)),
  faulty.map((list) => Buffer.from(JSON.stringify(list) ?? 'null')),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc
    .record({ advance_ms: fc.jsonValue(), speed: fc.jsonValue() }, { requiredKeys: [] })
    .map((change) => Buffer.from(JSON.stringify(change))),
  fc
    .constantFrom('', '{', '{"__proto__":{}}', '[[[[', '"\\ud800"', '{"to":"a\\u0000@b.test"}')
    .map((text) => Buffer.from(text)),
)

test(
  '300 senseless requests: never a server error, and the sandbox still stands',
  { timeout: 60_000 * inject('patience') },
  async () => {
    const tries = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
      path,
      type: fc.oneof(
        fc.constant('application/json'),
        fc.constantFrom('application/json; charset=utf-16', 'text/plain', 'multipart/form-data', 'nonsense'),
      ),
      body,
    })
    await fc.assert(
      fc.asyncProperty(tries, async (one) => {
        const status = await send(one)
        expect(status, JSON.stringify({ ...one, body: one.body.toString('latin1') })).toBeLessThan(500)
      }),
      { numRuns: 300 },
    )
    expect((await sandbox.get('/healthz')).status).toBe(200)
  },
)

test('another site cannot steer the sandbox', async () => {
  const headers = { origin: 'https://evil.test' }
  const answer = await fetch(`${sandbox.url}/control/reset`, { method: 'POST', headers })
  expect(answer.status).toBe(403)
})
