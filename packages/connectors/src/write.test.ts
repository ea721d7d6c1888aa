/** Writes against a real TCP server that counts what reaches it. */
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import tls from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Explanation, write, type WriteRequest } from './http.ts'
import type { LimitsSaid } from './pace.ts'

const Reply = z.object({ order: z.string() })
const Code = z.object({ code: z.string(), wait: z.number().optional() })
const NOTHING_DONE: Record<string, Explanation['kind']> = {
  sold_out: 'out_of_stock',
  token: 'auth_expired',
  slow: 'rate_limited',
}

/** A closed list of three; every other code is left unmarked. */
function explain(_status: number, body: unknown): Explanation | undefined {
  const { data } = Code.safeParse(body)
  if (!data) return undefined
  const kind = NOTHING_DONE[data.code]
  const wait = data.wait === undefined ? {} : { retry_after_s: data.wait }
  return kind
    ? { kind, message: data.code, code: data.code, nothing_done: true, ...wait }
    : { kind: 'unknown', message: data.code }
}

const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  for (const server of servers.splice(0)) server.close()
})

/** A vendor on bare TCP: `answer` is called once for every whole request that arrives. */
async function tcpVendor(answer: (socket: Socket, n: number) => void) {
  const seen = { connections: 0, requests: [] as string[] }
  const server = createServer((socket) => {
    seen.connections++
    sockets.add(socket)
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const [head, body = ''] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head ?? '')?.[1] ?? 0)
      if (!text.includes('\r\n\r\n') || body.length < length) return
      seen.requests.push(text)
      text = ''
      answer(socket, seen.requests.length)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  servers.push(server)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`, seen } // a TCP listener has a port
}

const send = (url: string, more: Partial<WriteRequest> = {}) =>
  write(
    {
      vendor: 'test',
      url,
      method: 'POST',
      body: '{"sku":1}',
      headers: { 'content-type': 'application/json' },
      explain,
      send_by: performance.now() + 5000,
      ...more,
    },
    Reply,
  )

const answer = (status: string, body: string, headers = '') =>
  `HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`

test('a good reply is done; the request arrived once, whole, on a connection of its own', async () => {
  const { url, seen } = await tcpVendor((socket) => socket.write(answer('200 OK', '{"order":"A1"}')))
  expect(await send(url)).toEqual({ outcome: 'done', reply: { order: 'A1' } })
  expect(await send(url)).toEqual({ outcome: 'done', reply: { order: 'A1' } })
  expect(seen.connections).toBe(2)
  expect(seen.requests[0]).toMatch(/^POST \/orders HTTP\/1\.1\r\n/)
  expect(seen.requests[0]).toMatch(/connection: close/i)
  expect(seen.requests[0]?.endsWith('{"sku":1}')).toBe(true)
})

test('a server that reads the request and resets the socket sees it exactly once: unknown', async () => {
  const { url, seen } = await tcpVendor((socket) => socket.resetAndDestroy())
  expect(await send(url)).toMatchObject({ outcome: 'unknown' })
  await new Promise((done) => setTimeout(done, 300))
  expect([seen.connections, seen.requests.length]).toEqual([1, 1])
})

test('a server that closes without a word after the request: unknown, once', async () => {
  const { url, seen } = await tcpVendor((socket) => socket.end())
  expect(await send(url)).toMatchObject({ outcome: 'unknown' })
  expect(seen.requests).toHaveLength(1)
})

test('nobody listens, no such host, no such address: not sent', async () => {
  const { url } = await tcpVendor(() => undefined)
  servers.splice(0).forEach((server) => server.close())
  await new Promise((done) => setTimeout(done, 50))
  expect(await send(url)).toMatchObject({ outcome: 'not_sent', reason: expect.stringMatching(/ECONNREFUSED/) })
  expect(await send('http://nothing.invalid/')).toMatchObject({ outcome: 'not_sent' })
  expect(await send('not an address')).toMatchObject({ outcome: 'not_sent' })
  expect(await send(url, { headers: { 'bad header': 'x' } })).toMatchObject({ outcome: 'not_sent' })
})

/** Good for 127.0.0.1 and for these tests alone. */
const pem = (name: string) => readFileSync(new URL(`testing/localhost-${name}.pem`, import.meta.url), 'utf8')

test('over TLS: done where the certificate is trusted; not sent where it is not, or where nobody speaks TLS', async () => {
  const seen: string[] = []
  const server = createHttpsServer({ key: pem('key'), cert: pem('cert') }, (request, response) => {
    seen.push(request.method ?? '')
    request.resume().on('end', () => response.end('{"order":"A1"}'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  servers.push(server)
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/` // a TCP listener has a port
  expect(await send(url)).toMatchObject({ outcome: 'not_sent', reason: expect.stringMatching(/self-signed/) })
  expect(seen).toEqual([])
  const trusted = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...trusted, pem('cert')])
  try {
    expect(await send(url)).toEqual({ outcome: 'done', reply: { order: 'A1' } })
    expect(await send(url, { send_by: performance.now() - 1 })).toMatchObject({ outcome: 'not_sent' })
    expect(seen).toEqual(['POST'])
  } finally {
    tls.setDefaultCACertificates(trusted)
  }
  const plain = await tcpVendor((socket) => socket.write(answer('200 OK', '{"order":"A1"}')))
  const unanswered = await send(plain.url.replace('http:', 'https:'), { timeout_ms: 500 })
  expect([unanswered.outcome, plain.seen.requests]).toEqual(['not_sent', []])
})

test('past the moment to send, nothing leaves', async () => {
  const { url, seen } = await tcpVendor((socket) => socket.write(answer('200 OK', '{"order":"A1"}')))
  expect(await send(url, { send_by: performance.now() - 1 })).toEqual({
    outcome: 'not_sent',
    reason: 'the time to send had passed',
  })
  expect(seen.requests).toEqual([])
})

test('a process that was paused between connecting and sending sends nothing late', async () => {
  const { url, seen } = await tcpVendor((socket) => socket.write(answer('200 OK', '{"order":"A1"}')))
  const outcome = send(url, { send_by: performance.now() + 30 })
  const until = performance.now() + 60
  while (performance.now() < until); // the process stands still, as after SIGSTOP
  expect(await outcome).toMatchObject({ outcome: 'not_sent' })
  expect(seen.requests).toEqual([])
})

test('a reply after the time-out: unknown, and not asked for again', async () => {
  const { url, seen } = await tcpVendor((socket) =>
    setTimeout(() => socket.write(answer('200 OK', '{"order":"A1"}')), 300),
  )
  expect(await send(url, { timeout_ms: 100 })).toEqual({ outcome: 'unknown', reason: 'no answer within 100 ms' })
  await new Promise((done) => setTimeout(done, 400))
  expect(seen.requests).toHaveLength(1)
})

test('a reply cut in the middle: unknown', async () => {
  const { url, seen } = await tcpVendor((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 400\r\n\r\n{"order":')
    socket.end()
  })
  expect(await send(url)).toMatchObject({ outcome: 'unknown' })
  expect(seen.requests).toHaveLength(1)
})

test('a 200 that holds HTML, nothing, another shape, or an error beside the order: unknown', async () => {
  for (const body of [
    '<html>thanks</html>',
    '',
    '{"order":7}',
    '[]',
    'null',
    '{"order":"A1","code":"never_heard_of"}',
  ]) {
    const { url, seen } = await tcpVendor((socket) => socket.write(answer('200 OK', body)))
    expect([body, (await send(url)).outcome]).toEqual([body, 'unknown'])
    expect(seen.requests).toHaveLength(1)
  }
})

test('refused only by the closed list: 401, 409, 429 and unlisted codes are unknown, and never repeated', async () => {
  for (const status of ['301 Moved', '400 Bad', '401 No', '403 No', '409 Conflict', '429 Slow', '500 Oops', '503 Oops'])
    for (const body of ['{}', '{"code":"never_heard_of"}', '{"order":"A1"}']) {
      const { url, seen } = await tcpVendor((socket) => socket.write(answer(status, body, 'retry-after: 0\r\n')))
      expect([status, body, (await send(url)).outcome]).toEqual([status, body, 'unknown'])
      expect(seen.requests).toHaveLength(1)
    }
})

test('a listed code is refused, with its kind and the longer of both waits; with a 5xx it is not believed', async () => {
  const { url } = await tcpVendor((socket, n) =>
    socket.write(
      n === 1
        ? answer('200 OK', '{"code":"sold_out"}')
        : n === 2
          ? answer('429 Slow', '{"code":"slow","wait":7}', 'retry-after: 30\r\n')
          : answer('502 Bad Gateway', '{"code":"sold_out"}'),
    ),
  )
  expect(await send(url)).toEqual({ outcome: 'refused', kind: 'out_of_stock', code: 'sold_out', message: 'sold_out' })
  expect(await send(url)).toMatchObject({ outcome: 'refused', kind: 'rate_limited', retry_after_s: 30 })
  expect(await send(url)).toMatchObject({ outcome: 'unknown' })
})

test('the limits hear what the reply says, and cannot lose the outcome', async () => {
  const said: LimitsSaid[] = []
  const { url } = await tcpVendor((socket) =>
    socket.write(answer('429 Slow', '{"code":"slow"}', 'retry-after: 3\r\nx-left: 4\r\n')),
  )
  const outcome = await send(url, {
    limitsIn: (_body, header) => ({ remaining: Number(header('x-left')) }),
    limits: {
      take: () => expect.fail('the cost of a write is taken when it is prepared'),
      report: async (report) => {
        said.push(report)
        throw new Error('the database is gone')
      },
    },
  })
  expect([outcome.outcome, said]).toEqual(['refused', [{ remaining: 4, closed_for_s: 3 }]])
})

test('an explanation that fails leaves the outcome unknown', async () => {
  const { url } = await tcpVendor((socket) => socket.write(answer('200 OK', '{"order":"A1"}')))
  const broken = () => {
    throw new Error('a bug of ours')
  }
  expect(await send(url, { explain: broken })).toEqual({ outcome: 'unknown', reason: 'a bug of ours' })
})

test('forms and bodies without a type arrive as fetch would send them', async () => {
  const types: (string | undefined)[] = []
  const server = createHttpServer((request, response) => {
    types.push(request.headers['content-type'])
    request.resume().on('end', () => response.end('{"order":"A1"}'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  servers.push(server)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // a TCP listener has a port
  const form = new FormData()
  form.set('image', new Blob(['pixels']), 'image.png')
  for (const body of [form, new URLSearchParams({ a: 'b' })])
    expect((await send(url, { body, headers: {} })).outcome).toBe('done')
  const { body: _none, ...rest } = { vendor: 'test', url, body: '', method: 'DELETE' as const }
  expect((await write({ ...rest, send_by: performance.now() + 1000 }, Reply)).outcome).toBe('done')
  expect(types.map((type) => type?.split(';')[0])).toEqual([
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    undefined,
  ])
})
