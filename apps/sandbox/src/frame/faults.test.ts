import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { counterVendor, useSandbox } from '../test-sandbox.ts'

const sandbox = useSandbox([counterVendor])
const count = () => sandbox.send('POST', '/counter/count')
const look = async () => (await sandbox.get('/counter/look')).body.n as number // the counter's own answer

afterEach(() => sandbox.setFaults('counter', []))

test('latency makes a call wait', async () => {
  await sandbox.setFaults('counter', [{ kind: 'latency', min_ms: 150, max_ms: 200 }])
  const started = performance.now()
  expect((await count()).status).toBe(200)
  expect(performance.now() - started).toBeGreaterThanOrEqual(148)
})

test('rate_limit answers 429 with Retry-After and does no work', async () => {
  const before = await look()
  await sandbox.setFaults('counter', [{ kind: 'rate_limit', retry_after_s: 7, endpoint: 'count' }])
  const answer = await count()
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
  expect(await look()).toBe(before)
})

test('server_error answers its status, in about its share of calls', async () => {
  await sandbox.setFaults('counter', [{ kind: 'server_error', percent: 100, status: 503 }])
  expect((await count()).status).toBe(503)
  await sandbox.setFaults('counter', [{ kind: 'server_error', percent: 50, status: 500 }])
  const answers = await Promise.all(Array.from({ length: 200 }, count))
  const failed = answers.filter((answer) => answer.status === 500).length
  expect(failed).toBeGreaterThan(60)
  expect(failed).toBeLessThan(140)
})

test('drop_reply: the work is done and in the books, the client gets a broken line', async () => {
  const before = await look()
  await sandbox.setFaults('counter', [{ kind: 'drop_reply', percent: 100, endpoint: 'count' }])
  await expect(count()).rejects.toThrow('fetch failed')
  expect(await look()).toBe(before + 1)
  const event = (await sandbox.events('vendor=counter&kind=call')).findLast((one) => one.name === 'POST /count')
  expect(event).toMatchObject({ status: 200, detail: { fault: 'drop_reply', response: { n: before + 1 } } })
})

test('answer_twice: the caller reads one answer, and the work is done once', async () => {
  const before = await look()
  await sandbox.setFaults('counter', [{ kind: 'answer_twice', percent: 100, endpoint: 'count' }])
  const { port } = new URL(sandbox.url)
  const handled = await new Promise<string>((done, failed) => {
    const line = connect(Number(port), '127.0.0.1', () =>
      line.write('POST /counter/count HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
    )
    let text = ''
    line.on('data', (chunk) => (text += chunk.toString()))
    line.on('end', () => done(text))
    line.on('error', failed)
  })
  expect(handled.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  expect((await count()).body).toEqual({ n: before + 2 })
  expect(await look()).toBe(before + 2)
})

test('land_late: the line is cut at once, the work is done later', async () => {
  const before = await look()
  await sandbox.setFaults('counter', [{ kind: 'land_late', percent: 100, after_ms: 300, endpoint: 'count', times: 1 }])
  await expect(count()).rejects.toThrow('fetch failed')
  expect(await look()).toBe(before)
  await expect.poll(look).toBe(before + 1)
})

test("expired_token is said in the vendor's own words", async () => {
  await sandbox.setFaults('counter', [{ kind: 'expired_token' }])
  expect(await count()).toMatchObject({ status: 401, body: { code: 'TOKEN_OLD' } })
})

test('times counts down over calls, over a restart, and then the fault is off', async () => {
  await sandbox.setFaults('counter', [{ kind: 'rate_limit', retry_after_s: 1, times: 3 }])
  expect((await count()).status).toBe(429)
  await sandbox.restart()
  const answers = await Promise.all([count(), count(), count(), count()])
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(2)
  expect((await sandbox.get('/control/vendors')).body.vendors[0].faults).toEqual([])
  expect((await sandbox.events('kind=fault')).at(-1)?.name).toBe('rate_limit ran out')
})

test('a switch for one endpoint leaves the others alone and beats the one for all', async () => {
  await sandbox.setFaults('counter', [
    { kind: 'server_error', percent: 100, status: 500 },
    { kind: 'server_error', percent: 100, status: 503, endpoint: 'look' },
  ])
  expect([(await count()).status, (await sandbox.get('/counter/look')).status]).toEqual([500, 503])
  await sandbox.setFaults('counter', [{ kind: 'rate_limit', retry_after_s: 1, endpoint: 'look' }])
  expect([(await count()).status, (await sandbox.get('/counter/look')).status]).toEqual([200, 429])
})

test('a fault or endpoint the vendor does not have is refused in a sentence', async () => {
  const faults = [{ kind: 'rate_limit', endpoint: 'nope' }]
  const unknown = await sandbox.send('PUT', '/control/vendors/counter/faults', faults)
  expect(unknown).toMatchObject({ status: 400, body: { message: 'Counter has no endpoint "nope"' } })
  expect((await sandbox.send('PUT', '/control/vendors/nobody/faults', [])).status).toBe(404)
})
