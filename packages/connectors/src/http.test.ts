import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { read, type ReadRequest } from './http.ts'
import { VendorError } from './vendor-error.ts'

const Reply = z.object({ ok: z.boolean() })
let stop: (() => void) | undefined
afterEach(() => stop?.())

type Answer = (request: IncomingMessage, response: ServerResponse, attempt: number) => void

/** A vendor that answers as told; returns when each attempt arrived. */
async function vendor(answer: Answer) {
  const arrivals: number[] = []
  const server = createServer((request, response) => {
    arrivals.push(Date.now())
    answer(request, response, arrivals.length)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo // a TCP listener has one
  const ask = (more: Partial<ReadRequest> = {}) =>
    read({ vendor: 'test', url: `http://127.0.0.1:${port}/`, ...more }, Reply)
  return { ask, arrivals }
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it went well')
    },
    (error: VendorError) => error,
  )

test('a read waits as long as the vendor says, and every attempt is paced', async () => {
  const taken: unknown[] = []
  const said: unknown[] = []
  const { ask, arrivals } = await vendor((_request, response, attempt) =>
    attempt === 1 ? json(response, 429, {}, { 'retry-after': '1' }) : json(response, 200, { ok: true }),
  )
  await ask({
    cost: { day: 5 },
    limits: { take: async (cost) => void taken.push(cost), report: async (report) => void said.push(report) },
  })
  expect(arrivals).toHaveLength(2)
  expect((arrivals[1] ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThanOrEqual(990)
  expect(taken).toEqual([{ day: 5 }, { day: 5 }])
  expect(said).toEqual([{ closed_for_s: 1 }])
})

test('a wait too long for one call is handed to the caller with its length', async () => {
  const { ask, arrivals } = await vendor((_request, response) => json(response, 429, {}, { 'retry-after': '3600' }))
  expect(await failure(ask())).toMatchObject({ kind: 'rate_limited', retry_after_s: 3600 })
  expect(arrivals).toHaveLength(1)
})

test('Retry-After is seconds or a date; with one in the body the longer wait counts', async () => {
  const told = async (header: string, in_body?: number) => {
    const { ask } = await vendor((_request, response) => json(response, 429, {}, { 'retry-after': header }))
    const explain: ReadRequest['explain'] = () =>
      in_body === undefined ? undefined : { kind: 'rate_limited', message: 'slow down', retry_after_s: in_body }
    const { retry_after_s } = await failure(ask({ once: true, explain }))
    stop?.()
    return retry_after_s
  }
  expect(await told('100', 7)).toBe(100)
  expect(await told('7', 100)).toBe(100)
  expect(await told('2.5')).toBe(2.5)
  const in_an_hour = (await told(new Date(Date.now() + 3_600_000).toUTCString())) ?? 0
  expect(in_an_hour).toBeGreaterThan(3590)
  expect(in_an_hour).toBeLessThanOrEqual(3600)
  for (const useless of ['soon', '-5', '0', new Date(Date.now() - 60_000).toUTCString()])
    expect(await told(useless)).toBeUndefined()
  expect(await told('soon', 7)).toBe(7)
})

test('a read made by POST is tried again, and one that is good once is not; cut JSON counts as unavailable', async () => {
  const broken = await vendor((_request, response) => response.writeHead(200).end('{"ok":tr'))
  expect((await failure(broken.ask({ method: 'POST', body: '{}', once: true }))).kind).toBe('unavailable')
  expect(broken.arrivals).toHaveLength(1)
  stop?.()
  const again = await vendor((_request, response, attempt) =>
    attempt === 1 ? response.writeHead(200).end('{"ok":tr') : json(response, 200, { ok: true }),
  )
  expect(await again.ask({ method: 'POST', body: '{}' })).toEqual({ ok: true })
  expect(again.arrivals).toHaveLength(2)
})

test('an error told with status 200 is an error; its waiting time may stand in the body', async () => {
  const explain: ReadRequest['explain'] = (_status, body) =>
    z.object({ code: z.literal(7) }).safeParse(body).success
      ? { kind: 'rate_limited', message: 'slow down', retry_after_s: 0.5 }
      : undefined
  const { ask, arrivals } = await vendor((_request, response, attempt) =>
    json(response, 200, attempt === 1 ? { code: 7 } : { ok: true }),
  )
  expect(await ask({ explain })).toEqual({ ok: true })
  expect((arrivals[1] ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThanOrEqual(490)
})

test('what nobody answers in time is unavailable, after three attempts', async () => {
  const { ask, arrivals } = await vendor(() => undefined)
  expect((await failure(ask({ timeout_ms: 80 }))).kind).toBe('unavailable')
  expect(arrivals).toHaveLength(3)
})

test('a form travels with its file, on a second attempt too', async () => {
  const bodies: string[] = []
  const { ask } = await vendor((request, response, attempt) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(body)
      json(response, attempt === 1 ? 500 : 200, { ok: true })
    })
  })
  const form = new FormData()
  form.set('image', new Blob(['pixels']), 'image.png')
  await ask({ method: 'POST', body: form })
  expect(bodies.map((body) => body.includes('pixels'))).toEqual([true, true])
})

test('a reply of another shape is unreadable: not asked for again at once, but not final for a job', async () => {
  const { ask, arrivals } = await vendor((_request, response) => json(response, 200, { ok: 'perhaps' }))
  const error = await failure(ask())
  expect([error instanceof VendorError, error.kind, arrivals.length]).toEqual([true, 'unreadable', 1])
  expect([error.retryable, error.down]).toEqual([true, false])
})
