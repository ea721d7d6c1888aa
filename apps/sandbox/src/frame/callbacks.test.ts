import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { counterVendor, useSandbox } from '../test-sandbox.ts'

const sandbox = useSandbox([counterVendor])

let got: { n: number; headers: IncomingHttpHeaders }[] = []
let answers: number[] = []
let url = ''
const omni = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    got.push({ n: JSON.parse(body).n, headers: request.headers })
    response.writeHead(answers.shift() ?? 200).end('ok')
  })
})
beforeAll(async () => {
  await new Promise<void>((done) => omni.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(omni.address() as AddressInfo).port}/hooks` // a TCP listener has an AddressInfo
})
afterAll(() => void omni.close())
beforeEach(async () => {
  await sandbox.send('POST', '/control/reset')
  got = []
  answers = []
})
const publish = (numbers: number[]) =>
  sandbox.send('POST', '/control/vendors/counter/actions/publish', { url, numbers })
const arrived = (count: number) =>
  vi.waitFor(() => expect(got).toHaveLength(count), { timeout: 5000 * inject('patience') })

test('webhooks arrive once, in order, signed, and are in the books', async () => {
  await publish([1, 2, 3])
  await arrived(3)
  expect(got.map((one) => one.n)).toEqual([1, 2, 3])
  expect(got[0]?.headers['x-signature']).toBe('7')
  await vi.waitFor(async () => expect(await sandbox.events('kind=webhook')).toHaveLength(3))
})

test('duplicate_callbacks sends each twice', async () => {
  await sandbox.setFaults('counter', [{ kind: 'duplicate_callbacks', times: 1 }])
  await publish([1, 2])
  await arrived(3)
  expect(got.map((one) => one.n).toSorted()).toEqual([1, 1, 2])
})

test('reorder_callbacks shuffles within its time', async () => {
  await sandbox.setFaults('counter', [{ kind: 'reorder_callbacks', within_ms: 400 }])
  const numbers = Array.from({ length: 12 }, (_, i) => i)
  await publish(numbers)
  await arrived(12)
  expect(got.map((one) => one.n)).not.toEqual(numbers)
  expect(got.map((one) => one.n).toSorted((a, b) => a - b)).toEqual(numbers)
})

test('a refused delivery is tried again when its time has come, also after a restart', async () => {
  answers = [500]
  await publish([1])
  await vi.waitFor(async () => expect((await sandbox.events('kind=webhook'))[0]?.status).toBe(500))
  await sandbox.restart()
  expect(got).toHaveLength(1)
  await sandbox.send('POST', '/control/clock', { advance_ms: 11_000 })
  await arrived(2)
  await vi.waitFor(async () => {
    const events = await sandbox.events('kind=webhook')
    expect(events.map((event) => event.status)).toEqual([500, 200])
    expect(events[1]?.name).toBe('counted attempt 2')
  })
})

test('a receiver that is never there is given up after eight attempts', async () => {
  answers = Array.from({ length: 8 }, () => 503)
  await publish([1])
  for (let attempt = 1; attempt <= 8; attempt++) {
    await arrived(attempt)
    await vi.waitFor(async () => expect(await sandbox.events('kind=webhook')).toHaveLength(attempt))
    await sandbox.send('POST', '/control/clock', { advance_ms: 86_400_000 })
  }
  expect((await sandbox.events('kind=webhook')).at(-1)?.name).toContain('given up')
})
