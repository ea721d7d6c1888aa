/** Addresses that people type: what is private is never connected to, whoever names it. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { read, write } from './http.ts'

const seen: { url: string; authorization: string | undefined }[] = []
let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', authorization: request.headers.authorization })
    const url = new URL(request.url ?? '/', 'http://x')
    if (url.pathname === '/hop')
      return void response.writeHead(302, { location: url.searchParams.get('to') ?? '' }).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
})
afterAll(() => void server.close())

const Reply = z.object({ ok: z.boolean() })
const port = () => new URL(origin).port
const ask = (url: string, ...private_origins: string[]) =>
  read({ vendor: 'test', url, once: true, guard: { private_origins }, headers: { authorization: 'secret' } }, Reply)
const change = (url: string, ...private_origins: string[]) =>
  write(
    { vendor: 'test', url, method: 'POST', send_by: performance.now() + 5000, guard: { private_origins }, body: '{}' },
    Reply,
  )

/** By number, by name, and as IPv6 that holds it: all lead to this machine. */
const places = () => [origin, `http://localhost:${port()}`, `http://[::ffff:127.0.0.1]:${port()}`]

test('a private address is read and written only where it is one of those that are allowed', async () => {
  seen.length = 0
  for (const place of places()) {
    await expect(ask(place)).rejects.toMatchObject({ kind: 'invalid', code: 'address_not_public' })
    expect(await change(place)).toMatchObject({ outcome: 'not_sent' })
  }
  expect(seen).toEqual([])
  expect(await ask(origin, 'https://another.test', origin)).toEqual({ ok: true })
  expect(await change(origin, origin)).toMatchObject({ outcome: 'done' })
})

test('a redirect to a private address is not followed; one at home is', async () => {
  seen.length = 0
  const hop = (to: string) => `${origin}/hop?to=${encodeURIComponent(to)}`
  expect(await ask(hop('/there'), origin)).toEqual({ ok: true })
  expect(seen.map(({ url }) => url.split('?')[0])).toEqual(['/hop', '/there'])
  await expect(ask(hop(`http://localhost:${port()}/inside`), origin)).rejects.toMatchObject({
    code: 'address_not_public',
  })
  await expect(ask(hop('file:///etc/passwd'), origin)).rejects.toMatchObject({ code: 'address_not_public' })
  expect(seen.some(({ url }) => url === '/inside')).toBe(false)
})

test('a write is not redirected at all', async () => {
  seen.length = 0
  expect(await change(`${origin}/hop?to=/there`, origin)).toMatchObject({ outcome: 'unknown' })
  expect(seen).toHaveLength(1)
})
