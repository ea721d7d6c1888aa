import { authCalls } from '@omni/contracts/auth.calls.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { SIGN_IN_TRIES } from './rate-limit.ts'
import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
const raw = (method: 'GET' | 'POST', url: string, payload?: string | Buffer, headers: Record<string, string> = {}) =>
  server.app.inject({
    method,
    url,
    headers: { app: 'AO', 'content-type': 'application/json', ...headers },
    ...(payload !== undefined && { payload }),
  })
const codes = (response: { statusCode: number; json: () => { status: number } }) => [
  response.statusCode,
  response.json().status,
]

test('every kind of bad request has its code, and none is a 500', async () => {
  expect(codes(await raw('POST', '/api/auth/login', '{'))).toEqual([400, 201])
  expect(codes(await raw('POST', '/api/auth/login', Buffer.from([0x22, 0xff, 0xfe, 0x22])))).toEqual([400, 201])
  expect(codes(await raw('POST', '/api/auth/login', '[]'))).toEqual([422, 204])
  expect(codes(await raw('POST', '/api/auth/login', '{"email":"a\\u0000@b.co","password":"x"}'))).toEqual([422, 204])
  expect(codes(await raw('POST', '/api/auth/login', `{"email":"${'a'.repeat(1_200_000)}"}`))).toEqual([400, 201])
  expect(codes(await raw('POST', '/api/auth/login', '<xml/>', { 'content-type': 'text/xml' }))).toEqual([400, 201])
  expect(codes(await raw('GET', '/api/auth/login'))).toEqual([405, 203])
  expect(codes(await raw('GET', '/api/nothing/here'))).toEqual([404, 202])
  expect(codes(await raw('GET', '/api/auth/%E0%A4%A'))).toEqual([400, 201])
  expect(codes(await raw('GET', '/api/auth/account'))).toEqual([401, 101])
  expect(codes(await server.app.inject({ method: 'GET', url: '/api/auth/account' }))).toEqual([403, 103])
  expect(codes(await raw('GET', `/api/auth/verify-email/nonsense/x/`))).toEqual([404, 202])
})

test('field errors are in the language of the locale header', async () => {
  const german = await server.ask(authCalls.login, { email: 'no', password: '' }, null, { locale: 'de' })
  const english = await server.ask(authCalls.login, { email: 'no', password: '' }, null)
  expect(english.body.errors?.['email']).toEqual(['Enter a valid e-mail address.'])
  expect(german.body.errors?.['email']?.[0]).not.toBe(english.body.errors?.['email']?.[0])
  expect(german.http).toBe(422)
})

test('sign-in tries are limited per account, with Retry-After, for known and unknown addresses alike', async () => {
  const me = await server.person()
  for (const email of [me.email, 'nobody@omni.test']) {
    for (let n = 0; n < SIGN_IN_TRIES.account; n++)
      expect((await server.ask(authCalls.login, { email, password: 'wrong' })).http).toBe(422)
    const limited = await server.ask(authCalls.login, { email, password: 'wrong' })
    expect([limited.http, limited.body.status]).toEqual([429, 229])
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  }
})

test('an account or address that calls too often is told to wait', async () => {
  const busy = await testServer({ RATE_LIMIT_USER: '5' })
  const me = await busy.person()
  const replies = []
  for (let n = 0; n < 7; n++) replies.push((await busy.ask(settingsCalls.getSettings, {}, me)).body.status)
  expect(replies).toEqual([200, 200, 200, 200, 200, 229, 229])
})

test('a supplier that does not answer holds up those who asked it, not the connections of all', async () => {
  const small = await testServer({ DB_POOL: '2' })
  const me = await small.person()
  const silence = Promise.withResolvers<never>()
  let asked = 0
  const get = () => {
    asked++
    return silence.promise
  }
  Object.assign(small.runtime.services.suppliers.shared, { zopi: { definition: { name: 'Zopi' }, catalog: { get } } })
  const waiting = Array.from({ length: 6 }, (_, n) =>
    small.ask(productDetailCalls.getSourceProduct, { source: 'zopi', product_id: `ZP-${n}`, ship_to: 'US' }, me),
  )
  await expect.poll(() => asked).toBe(waiting.length)
  // Answered although the supplier is still silent.
  expect((await small.ask(settingsCalls.getSettings, {}, me)).http).toBe(200)
  silence.reject(new VendorError('zopi', 'unavailable', 'it was down'))
  expect((await Promise.all(waiting)).map(({ http }) => http)).toEqual(waiting.map(() => 400))
})

test('security headers: nobody frames us, except the admin that opens us embedded', async () => {
  const plain = await server.app.inject('/healthz')
  expect(plain.headers['content-security-policy']).toContain(`frame-ancestors 'none'`)
  expect(plain.headers['x-content-type-options']).toBe('nosniff')
  expect(plain.headers['strict-transport-security']).toBeUndefined()
  const embedded = await server.app.inject('/healthz?embedded=1&shop=my-shop.myshopify.com')
  expect(embedded.headers['content-security-policy']).toContain(
    'frame-ancestors https://my-shop.myshopify.com https://admin.shopify.com',
  )
  const forged = await server.app.inject('/healthz?embedded=1&shop=evil.example')
  expect(forged.headers['content-security-policy']).toContain(`frame-ancestors 'none'`)
  const secure = await testServer({ PUBLIC_URL: 'https://omni.test' })
  expect((await secure.app.inject('/healthz')).headers['strict-transport-security']).toContain('max-age=31536000')
})

test('/readyz names each part: without a worker it is not ready', async () => {
  const response = await server.app.inject('/readyz')
  expect(response.statusCode).toBe(503)
  expect(response.json()).toMatchObject({
    ready: false,
    checks: {
      database: { state: 'ok' },
      login: { state: 'ok' },
      migrations: { state: 'ok' },
      worker: { state: 'failed' },
      sandbox: { state: 'not configured' },
    },
  })
})

test('a session token in the reply is for programs; browsers get the HttpOnly cookie alone', async () => {
  const me = await server.person()
  const login = { email: me.email, password: 'correct horse battery' }
  const program = await server.ask(authCalls.login, login)
  expect(program.body.data?.token).toMatch(/^[\w-]{43}$/)
  const browser = await server.ask(authCalls.login, login, null, {
    'sec-fetch-site': 'same-origin',
    origin: 'http://omni.test',
  })
  expect(browser.body.data?.token).toBeNull()
  expect(browser.headers['set-cookie']).toEqual([
    expect.stringMatching(/^omni_session=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^omni_browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
})
