import { authCalls } from '@omni/contracts/auth.calls.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildRequest, callHeaders, CANCELLED, NO_REPLY, send, toEnvelope } from './client.ts'
import { setWorkplace } from './session.ts'

vi.mock('./i18n.ts', () => ({
  translate: (key: string) => key,
  currentLanguage: () => 'de',
  textsReady: Promise.resolve(),
}))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setWorkplace(null)
})

const answers = (body: string, status = 200) =>
  vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status }))

describe('buildRequest', () => {
  test('braces take the path parameters, a GET sends the rest as query', () => {
    const call = { method: 'GET', path: '/auth/verify-email/{id}/{code}/' } as const
    expect(buildRequest(call, { id: 'a/b', code: 'ö', from: 'mail' })).toEqual({
      url: '/api/auth/verify-email/a%2Fb/%C3%B6/?from=mail',
      body: null,
    })
  })

  test('what is undefined is left out, lists are repeated', () => {
    const call = notificationCalls.listNotification
    expect(buildRequest(call, { kind: undefined, page_size: 20, ids: ['1', '2'] }).url).toBe(
      '/api/core/list-notification?page_size=20&ids=1&ids=2',
    )
    expect(buildRequest(call, {}).url).toBe('/api/core/list-notification')
  })

  test('other methods send the rest as body, without the path parameters', () => {
    expect(buildRequest(workplaceCalls.deleteWorkplace, { workplace_id: 'w1', name: 'Shop' })).toEqual({
      url: '/api/auth/workplace/w1',
      body: '{"name":"Shop"}',
    })
  })
})

test('a multipart call sends a form: the file as a file, what is undefined not at all', () => {
  const call = { method: 'POST', path: '/center/products/find-suppliers', body: 'multipart' } as const
  const image = new File(['x'], 'search.webp', { type: 'image/webp' })
  const { url, body } = buildRequest(call, { image, image_url: undefined, ship_to: 'DE' })
  if (!(body instanceof FormData)) throw new Error('a form was expected')
  expect(url).toBe('/api/center/products/find-suppliers')
  expect([...body.keys()]).toEqual(['image', 'ship_to'])
  expect(body.get('image')).toMatchObject({ name: 'search.webp', type: 'image/webp', size: 1 })
  expect(body.get('ship_to')).toBe('DE')
})

describe('headers (foundation spec §7)', () => {
  test('app, time zone, locale and version always travel; v2 for center/', () => {
    expect(callHeaders('/auth/account')).toMatchObject({
      app: 'AO',
      locale: 'de',
      'api-version': 'v1',
      'time-zone': expect.any(String),
    })
    expect(callHeaders('/center/products/count')['api-version']).toBe('v2')
  })

  test('workplace, store and idempotency key travel when there is one', () => {
    setWorkplace('w9')
    expect(callHeaders('/x', { storeId: 's1', idempotencyKey: 'k1' })).toMatchObject({
      'workplace-id': 'w9',
      'store-id': 's1',
      'idempotency-key': 'k1',
    })
    setWorkplace(null)
    expect(callHeaders('/x')).not.toHaveProperty('workplace-id')
  })
})

describe('replies', () => {
  test('an envelope passes as it is, whatever the HTTP status', () => {
    const refused = { status: 204, success: false, message: 'no', data: null, errors: { a: ['b'] } }
    expect(toEnvelope(422, JSON.stringify(refused))).toEqual(refused)
  })

  test('a fault of the server is said in a sentence of ours: a failed save is never silent', () => {
    const fault = { status: 500, success: false, message: 'Server error!', data: null }
    expect(toEnvelope(500, JSON.stringify(fault))).toEqual({ ...fault, message: 'Http500' })
  })

  test.each([
    [404, 'Http404'],
    [500, 'Http500'],
    [504, 'Http504'],
    [502, 'errors.unexpected'],
  ])('HTTP %i without envelope says %s', (status, text) => {
    expect(toEnvelope(status, '')).toEqual({ status, success: false, message: text, data: null })
  })

  test('what cannot be parsed is logged and is no answer', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(toEnvelope(200, '<html>')).toMatchObject({ success: false, data: null })
    expect(logged).toHaveBeenCalled()
  })

  test('send returns the envelope', async () => {
    const ask = answers('{"status":200,"success":true,"message":"","data":{"items":[]}}')
    vi.stubGlobal('fetch', ask)
    expect((await send(authCalls.listSessions, {})).data).toEqual({ items: [] })
    expect(ask.mock.calls[0]?.[0]).toBe('/api/auth/account/sessions')
  })

  test('no network is a sentence, not an exception', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => {
        throw new TypeError('Failed to fetch')
      }),
    )
    expect(await send(authCalls.listSessions, {})).toEqual({
      status: NO_REPLY,
      success: false,
      message: 'errors.network',
      data: null,
    })
  })

  test('a question the page took back stays silent', async () => {
    const stop = new AbortController()
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => {
        stop.abort()
        throw new DOMException('stopped', 'AbortError')
      }),
    )
    expect(await send(authCalls.listSessions, {}, { signal: stop.signal })).toMatchObject({
      status: CANCELLED,
      message: '',
    })
  })
})
