/** What Omni's connector never sends, or never gets to see: Google's own refusals and delays. */
import { beforeAll, expect, test } from 'vitest'
import { OMNI, useSandbox } from '../../test-sandbox.ts'
import { CLIENT_ID, CLIENT_SECRET } from './access.ts'
import { googleMerchant } from './index.ts'
import { withoutZeros } from './without-zeros.ts'

const sandbox = useSandbox([googleMerchant])
const ACCOUNT = '512000001'
const consent = {
  client_id: CLIENT_ID,
  redirect_uri: `${OMNI}/callback`,
  response_type: 'code',
  scope: 'https://www.googleapis.com/auth/content',
  state: 's 1',
}
let token = ''
let source = ''

const allow = (more: object = {}) => {
  const body = new URLSearchParams({ ...consent, decision: 'allow', ...more })
  return fetch(`${sandbox.url}/google-merchant/o/oauth2/v2/auth`, { method: 'POST', body, redirect: 'manual' })
}
const codeOf = async () => new URL((await allow()).headers.get('location') ?? '').searchParams.get('code') ?? ''
async function tokens(form: object) {
  const body = new URLSearchParams({ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, ...form })
  const reply = await fetch(`${sandbox.url}/google-merchant/token`, { method: 'POST', body })
  return { status: reply.status, body: await reply.json() }
}
async function call(method: string, path: string, body?: object, by = token) {
  const reply = await fetch(`${sandbox.url}/google-merchant/${path}`, {
    method,
    headers: { authorization: `Bearer ${by}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: await reply.json() }
}
const inputs = (end: string) => `products/v1/accounts/${ACCOUNT}/productInputs${end}`
const at = (more: object = {}) => `?${new URLSearchParams({ dataSource: source, ...more })}`
const insert = (offerId: string, more: object = {}) =>
  call('POST', inputs(`:insert${at()}`), { offerId, contentLanguage: 'en', feedLabel: 'US', ...more })
const name = (offer: string) => Buffer.from(`en~US~${offer}`).toString('base64url')
const shown = (offer: string) => call('GET', `products/v1/accounts/${ACCOUNT}/products/${name(offer)}`)
const act = (action: string, input: object) =>
  sandbox.send('POST', `/control/vendors/google-merchant/actions/${action}`, { account: ACCOUNT, ...input })
const later = (advance_ms: number) => sandbox.send('POST', '/control/clock', { advance_ms })

let refresh_token = ''
beforeAll(async () => {
  const form = { grant_type: 'authorization_code', redirect_uri: consent.redirect_uri }
  const { body } = await tokens({ ...form, code: await codeOf() })
  token = body.access_token
  refresh_token = body.refresh_token
  const goods = { feedLabel: 'US', contentLanguage: 'en' }
  const made = await call('POST', `datasources/v1/accounts/${ACCOUNT}/dataSources`, {
    displayName: 'Ours',
    primaryProductDataSource: goods,
  })
  source = made.body.name
})

test('consent knows its client, its callback and its scope; a code is good once; an hour later a token is over', async () => {
  const page = (more: object) =>
    sandbox.get(`/google-merchant/o/oauth2/v2/auth?${new URLSearchParams({ ...consent, ...more })}`)
  expect((await page({})).body).toContain('product listings')
  for (const wrong of [{ client_id: 'x' }, { redirect_uri: 'https://evil.test/' }, { scope: 'email' }])
    expect((await page(wrong)).status).toBe(400)
  const form = { grant_type: 'authorization_code', redirect_uri: consent.redirect_uri, code: await codeOf() }
  expect((await tokens({ ...form, redirect_uri: `${OMNI}/x` })).body.error).toBe('redirect_uri_mismatch')
  expect((await tokens({ ...form, client_secret: 'x' })).body.error).toBe('invalid_client')
  expect((await tokens(form)).body).toMatchObject({ token_type: 'Bearer', expires_in: 3599 })
  expect((await tokens(form)).body.error).toBe('invalid_grant')
  expect((await call('GET', 'accounts/v1/accounts', undefined, 'x')).body.error.status).toBe('UNAUTHENTICATED')
  await later(3_600_000)
  expect((await call('GET', 'accounts/v1/accounts')).status).toBe(401)
  token = (await tokens({ grant_type: 'refresh_token', refresh_token })).body.access_token
  expect((await call('GET', 'accounts/v1/accounts')).body.accounts).toHaveLength(2)
  expect((await call('GET', 'accounts/v1/accounts/999')).body.error.status).toBe('PERMISSION_DENIED')
})

test('an input is refused for what its form lacks; for what the product lacks it is taken and judged later', async () => {
  const code = async (reply: Promise<{ body: { error?: { status: string } } }>) => (await reply).body.error?.status
  expect(await code(insert(''))).toBe('INVALID_ARGUMENT')
  expect(await code(insert('a', { channel: 'online' }))).toBe('INVALID_ARGUMENT')
  expect(await code(insert('a', { productAttributes: { availability: 'in stock' } }))).toBe('INVALID_ARGUMENT')
  expect(await code(insert('a', { productAttributes: { price: '20 USD' } }))).toBe('INVALID_ARGUMENT')
  const elsewhere = call('POST', inputs(':insert?dataSource=accounts/1/dataSources/1'), { offerId: 'a' })
  expect(await code(elsewhere)).toBe('INVALID_ARGUMENT')
  expect((await insert('bare')).status).toBe(200)
  expect((await shown('bare')).status).toBe(404)
  await later(2000)
  expect((await shown('bare')).body.productStatus).not.toHaveProperty('itemLevelIssues')
  await later(180_000)
  const { itemLevelIssues } = (await shown('bare')).body.productStatus
  expect(itemLevelIssues.map(({ code: one }: { code: string }) => one)).toContain('missing_price')
  expect(await code(insert('bare', { versionNumber: '5' }))).toBeUndefined()
  expect(await code(insert('bare', { versionNumber: '4' }))).toBe('ABORTED')
  expect(await code(insert('bare', { versionNumber: '5' }))).toBeUndefined()
})

test('a patch changes what its mask names, takes away what it names without a value, and needs an input', async () => {
  await act('set_delays', { process_ms: 0, judge_ms: 0 })
  const customAttributes = [{ name: 'my_own', value: '1' }]
  await insert('p', { productAttributes: { title: 'Lamp', brand: 'Acme' }, customAttributes })
  const patch = (mask: string, body: object, offer = 'p') =>
    call('PATCH', inputs(`/${name(offer)}${at({ updateMask: mask })}`), body)
  await patch('productAttributes.title,productAttributes.brand', {
    productAttributes: { title: 'Better', color: 'Red' },
  })
  const { productAttributes, customAttributes: kept } = (await shown('p')).body
  expect([productAttributes, kept]).toEqual([{ title: 'Better' }, [{ name: 'my own', value: '1' }]])
  expect((await patch('*', {})).status).toBe(400)
  expect((await patch('productAttributes.price.amountMicros', {})).status).toBe(400)
  expect((await patch('productAttributes.title', {}, 'nobody')).status).toBe(404)
  const remove = () => call('DELETE', inputs(`/${name('p')}${at()}`))
  expect([(await remove()).status, (await remove()).status, (await shown('p')).status]).toEqual([200, 404, 404])
})

test('reports find by group, lists come in pages, the storefront leaves out what is disapproved', async () => {
  const good = {
    title: 'Lamp',
    description: 'A lamp',
    link: 'https://shop.test/lamp',
    imageLink: `${sandbox.url}/google-merchant/no-picture`,
    availability: 'IN_STOCK',
    price: { amountMicros: '20000000', currencyCode: 'USD' },
    itemGroupId: 'G',
  }
  await act('set_delays', { process_ms: 0, judge_ms: 180_000 })
  for (const offer of ['g1', 'g2']) await insert(offer, { productAttributes: good })
  const search = (query: string) => call('POST', `reports/v1/accounts/${ACCOUNT}/reports:search`, { query })
  const found = await search("SELECT id, offer_id FROM product_view WHERE item_group_id IN ('G', 'other')")
  expect(found.body.results).toEqual([
    { productView: { id: 'online~en~US~g1', offerId: 'g1' } },
    { productView: { id: 'online~en~US~g2', offerId: 'g2' } },
  ])
  expect((await search('SELECT offer_id FROM product_view')).status).toBe(400)
  expect((await search("SELECT id FROM product_view WHERE expiration_date = 'x'")).status).toBe(400)
  const list = (more: object) =>
    call('GET', `products/v1/accounts/${ACCOUNT}/products?${new URLSearchParams({ ...more })}`)
  const first = (await list({ pageSize: '2' })).body
  expect(first.products).toHaveLength(2)
  expect((await list({ pageSize: '2', pageToken: first.nextPageToken })).body.nextPageToken).toBeUndefined()
  const shop = async () => (await sandbox.get(`/google-merchant/shop/${ACCOUNT}/`)).body
  expect(await shop()).toContain('Lamp')
  await later(180_000)
  expect(await shop()).not.toContain('Lamp')
})

test('thirty days after its last insert it is gone', async () => {
  await later(29 * 86_400_000)
  token = (await tokens({ grant_type: 'refresh_token', refresh_token })).body.access_token
  expect((await shown('g1')).status).toBe(200)
  await insert('g1')
  await later(2 * 86_400_000)
  token = (await tokens({ grant_type: 'refresh_token', refresh_token })).body.access_token
  expect([(await shown('g1')).status, (await shown('g2')).status]).toEqual([200, 404])
})

test('what is zero is not there, as proto3 writes it; a text that says 0 is', () => {
  const price = { amountMicros: '0', currencyCode: 'USD' }
  const product = {
    price,
    gtins: [],
    title: '',
    shippingWeight: { value: 0, unit: 'g' },
    customAttributes: [{ value: '0' }],
  }
  expect(withoutZeros(product)).toEqual({
    price: { currencyCode: 'USD' },
    shippingWeight: { unit: 'g' },
    customAttributes: [{ value: '0' }],
  })
})
