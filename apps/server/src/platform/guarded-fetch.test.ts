import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress } from '@omni/connectors/public-address.ts'
import { guardedFetch } from './guarded-fetch.ts'

let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname === '/hop')
      return void response.writeHead(302, { location: url.searchParams.get('to') ?? '' }).end()
    if (url.pathname === '/loop') return void response.writeHead(302, { location: '/loop' }).end()
    if (url.pathname === '/big') return void response.end(Buffer.alloc(11 * 1024 * 1024))
    response.writeHead(200, { 'content-type': 'text/plain' }).end('hello')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
})
afterAll(() => {
  server.close()
})

const reason = (url: string, sandbox?: string) =>
  guardedFetch(url, sandbox).then(
    () => 'fetched',
    (error: { reason: string }) => error.reason,
  )

test.each([
  'http://127.0.0.1/',
  'http://localhost:5432/',
  'http://[::1]/',
  'http://10.0.0.8/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://0.0.0.0/',
  'http://[::ffff:127.0.0.1]/',
  'http://2130706433/',
  'http://0x7f.1/',
  'file:///etc/passwd',
  'ftp://example.com/',
  'http://user:pw@example.com/',
  'gopher://x',
  'not a url',
])('refuses %s', async (url) => {
  expect(await reason(url)).toBe('url_not_allowed')
})

test('private addresses are private in every spelling', () => {
  fc.assert(
    fc.property(fc.constantFrom('10.', '127.', '192.168.', '172.16.', '169.254.'), fc.ipV4(), (prefix, tail) => {
      const address =
        prefix +
        tail
          .split('.')
          .slice(prefix.split('.').length - 1)
          .join('.')
      expect(isPublicAddress(address)).toBe(false)
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false)
    }),
  )
  expect(isPublicAddress('93.184.216.34')).toBe(true)
})

test('the sandbox is allowed while it runs, but leads nowhere else', async () => {
  expect(Buffer.from((await guardedFetch(`${origin}/x`, origin)).bytes).toString()).toBe('hello')
  expect(await reason(`${origin}/hop?to=${encodeURIComponent('http://127.0.0.1:1/')}`, origin)).toBe('url_not_allowed')
  expect(await reason(`${origin}/hop?to=${encodeURIComponent('file:///etc/passwd')}`, origin)).toBe('url_not_allowed')
  expect(await reason(`${origin}/x`)).toBe('url_not_allowed')
})

test('gives up on endless redirects and on too much', async () => {
  expect(await reason(`${origin}/loop`, origin)).toBe('too_many_redirects')
  expect(await reason(`${origin}/big`, origin)).toBe('too_large')
})
