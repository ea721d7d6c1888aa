import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { freePort, useSandbox, withinASecond } from '../../test-sandbox.ts'
import { seventeenTrack } from './index.ts'

const handled: { sign: string; body: string }[] = []
const port = await freePort()
const omni = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    handled.push({ sign: String(request.headers['sign'] ?? ''), body })
    response.end('{}')
  })
}).listen(port, '127.0.0.1')
afterAll(() => omni.close())
const sandbox = useSandbox([seventeenTrack], { omni_url: `http://127.0.0.1:${port}` })

async function call(operation: string, body: unknown, key = 'sandbox-17track-key') {
  const reply = await fetch(`${sandbox.url}/17track/track/v2.4/${operation}`, {
    method: 'POST',
    headers: { '17token': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as any } // oxlint-disable-line typescript/no-explicit-any -- answers of many shapes
}
const second = () => new Promise((done) => setTimeout(done, 1100))

test('each number is answered for itself, a quota is used once, and the pace is kept', async () => {
  const { body } = await call('register', [{ number: 'YT0000000001' }, { number: '123' }, { number: 'XX0000000001' }])
  expect(body.data.accepted).toMatchObject([{ number: 'YT0000000001', origin: 1 }])
  expect(body.data.rejected.map(({ error }: { error: { code: number } }) => error.code)).toEqual([-18010012, -18019903])
  const again = await call('register', [{ number: 'YT0000000001' }])
  expect(again.body.data.rejected[0].error.code).toBe(-18019901)
  expect((await call('getquota', [])).body.data).toMatchObject({ quota_used: 1 })
  await second()
  expect((await call('register', [], 'other')).status).toBe(401)
  const many = Array.from({ length: 41 }, (_, n) => ({ number: `YT1${String(n).padStart(9, '0')}` }))
  expect((await call('register', many)).body.code).toBe(-18010014)
  const replies = await withinASecond(5, () => call('getquota', []))
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(2)
})

test('a parcel moves by the clock, and its messages are signed', async () => {
  await second()
  await sandbox.send('POST', '/control/vendors/17track/actions/plan', {
    number: 'YT0000000002',
    kind: 'delivered',
    hours_ago: 0,
  })
  await call('register', [{ number: 'YT0000000002' }])
  expect((await call('gettrackinfo', [{ number: 'YT0000000002' }])).body.data.rejected[0].error.code).toBe(-18019909)
  await sandbox.send('POST', '/control/clock', { advance_ms: 127 * 3_600_000 })
  await expect.poll(() => handled.some(({ body }) => body.includes('YT0000000002'))).toBe(true)
  const message = handled.find(({ body }) => body.includes('YT0000000002'))
  expect(message?.sign).toMatch(/^[0-9a-f]{64}$/)
  await second()
  const info = (await call('gettrackinfo', [{ number: 'YT0000000002' }])).body.data.accepted[0].track_info
  expect(info.latest_status).toMatchObject({ status: 'Delivered', sub_status: 'Delivered_Other' })
  expect(info.tracking.providers[0].events).toHaveLength(8)
  expect((await call('stoptrack', [{ number: 'YT0000000002' }])).body.data.accepted).toHaveLength(1)
})
