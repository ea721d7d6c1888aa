/** What Omni's connector never sends, or never gets to see: the catalog's own refusals and limits. */
import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { OMNI, useSandbox } from '../../test-sandbox.ts'
import { APP_ID, APP_SECRET } from './access.ts'
import { facebook } from './index.ts'

const sandbox = useSandbox([facebook])
const CATALOG = '910000000000002'
const consent = { client_id: APP_ID, redirect_uri: `${OMNI}/callback`, state: 's 1', scope: 'catalog_management' }
let token = ''

const allow = (more: object = {}) => {
  const body = new URLSearchParams({ ...consent, decision: 'allow', ...more })
  return fetch(`${sandbox.url}/facebook/v25.0/dialog/oauth`, { method: 'POST', body, redirect: 'manual' })
}
const codeOf = async () => new URL((await allow()).headers.get('location') ?? '').searchParams.get('code') ?? ''
const exchange = (input: object) =>
  sandbox.get(
    `/facebook/v25.0/oauth/access_token?${new URLSearchParams({ client_id: APP_ID, client_secret: APP_SECRET, ...input })}`,
  )
const proofOf = (text: string) => createHmac('sha256', APP_SECRET).update(text).digest('hex')
const query = (more: object = {}) =>
  new URLSearchParams({ access_token: token, appsecret_proof: proofOf(token), ...more }).toString()
const get = (path: string, more: object = {}) => sandbox.get(`/facebook/v25.0/${path}?${query(more)}`)
const batch = (requests: unknown[], more: object = {}) =>
  sandbox.send('POST', `/facebook/v25.0/${CATALOG}/items_batch?${query()}`, {
    item_type: 'PRODUCT_ITEM',
    requests,
    ...more,
  })
const status = async (handle: string, more: object = {}) =>
  (await get(`${CATALOG}/check_batch_request_status`, { handle, ...more })).body.data[0]

const lamp = (id: string, more: object = {}) => ({
  method: 'CREATE',
  data: {
    id,
    title: 'Lamp',
    description: 'A lamp',
    availability: 'in stock',
    condition: 'new',
    price: '20.00 USD',
    link: 'https://shop.test/lamp',
    image_link: 'https://shop.invalid/lamp.jpg',
    brand: 'Acme',
    ...more,
  },
})

beforeAll(async () => {
  const short = await exchange({ code: await codeOf(), redirect_uri: consent.redirect_uri })
  token = (await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: short.body.access_token })).body
    .access_token
  await sandbox.send('POST', '/control/vendors/facebook/actions/set_finish', { catalog: CATALOG, finish_ms: 0 })
})

test('the dialog knows its app and its callback; a code is good once and for one address; tokens end', async () => {
  const page = (more: object) =>
    sandbox.get(`/facebook/v25.0/dialog/oauth?${new URLSearchParams({ ...consent, ...more })}`)
  expect((await page({})).body).toContain('catalog management')
  expect((await page({ client_id: 'x' })).status).toBe(400)
  expect((await page({ redirect_uri: 'https://evil.test/' })).status).toBe(400)
  expect((await allow({ decision: 'cancel' })).headers.get('location')).toContain('error=access_denied')
  const code = await codeOf()
  expect((await exchange({ code, redirect_uri: `${OMNI}/other` })).body.error.code).toBe(100)
  expect((await exchange({ code, redirect_uri: consent.redirect_uri, client_secret: 'x' })).body.error.code).toBe(1)
  const first = await exchange({ code, redirect_uri: consent.redirect_uri })
  expect(first.body).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  expect((await exchange({ code, redirect_uri: consent.redirect_uri })).body.error.code).toBe(100)
  expect((await get('me', { appsecret_proof: proofOf('other') })).body.error.message).toContain('appsecret_proof')
  expect((await get('me', { access_token: 'x', appsecret_proof: proofOf('x') })).body.error.code).toBe(190)
})

test('what is wrong with a call is told without a handle, and nothing of it is taken', async () => {
  const messages = async (requests: unknown[]) => {
    const { handles, validation_status } = (await batch(requests)).body
    expect(handles).toEqual([])
    return validation_status.map(({ errors }: { errors: { message: string }[] }) => errors[0]?.message)
  }
  expect(await messages([{ method: 'CREATE', data: { title: 'x' } }])).toEqual([
    "A required field 'id' is missing in data",
  ])
  expect(await messages([lamp('a'), lamp('a')])).toEqual(['The id a stands twice in the call'])
  expect(await messages([lamp('a', { image_url: 'x' })])).toEqual(['Unknown field "image_url"'])
  expect(await messages([lamp('x'.repeat(101))])).toEqual(['The id is longer than 100 characters'])
  expect((await batch([lamp('a')], { item_type: 'HOTEL' })).body.error.code).toBe(100)
  expect((await sandbox.get(`/control/facebook/books?catalog=${CATALOG}`)).body.items).toEqual([])
})

test('an item that lacks something is told when the batch was worked, by its id only if asked', async () => {
  const { handles } = (await batch([lamp('b1', { price: '20' }), lamp('b2', { brand: '' }), lamp('b3')])).body
  const told = await status(handles[0], { load_ids_of_invalid_requests: 'true' })
  expect(told).toMatchObject({ status: 'finished', errors_total_count: 2, ids_of_invalid_requests: ['b1', 'b2'] })
  expect((await status(handles[0])).ids_of_invalid_requests).toEqual([])
  const found = (await get(`${CATALOG}/products`, { fields: 'retailer_id,price,currency,image_fetch_status' })).body
    .data
  expect(found).toMatchObject([
    { retailer_id: 'b3', price: '$20.00', currency: 'USD', image_fetch_status: 'FETCH_FAILED' },
  ])
  expect((await get(`${CATALOG}/check_batch_request_status`, { handle: 'x' })).body.error.code).toBe(100)
})

test('an update without upsert of what is not there is dropped without a word; with upsert it is made', async () => {
  const update = { ...lamp('c1'), method: 'UPDATE' }
  const { handles } = (await batch([update], { allow_upsert: false })).body
  expect(await status(handles[0])).toMatchObject({ status: 'finished', errors_total_count: 0 })
  const ids = async () =>
    (await get(`${CATALOG}/products`, { filter: JSON.stringify({ retailer_id: { eq: 'c1' } }) })).body.data.length
  expect(await ids()).toBe(0)
  await batch([update])
  expect(await ids()).toBe(1)
})

test('pages, filters and the storefront; a batch that takes longer is under way', async () => {
  await batch(['d1', 'd2', 'd3'].map((id) => lamp(id, { item_group_id: 'D', color: id })))
  const filter = JSON.stringify({ retailer_product_group_id: { is_any: ['D'] } })
  const first = (await get(`${CATALOG}/products`, { filter, limit: '2' })).body
  const { after } = first.paging.cursors
  const second = (await get(`${CATALOG}/products`, { filter, limit: '2', after })).body
  expect([first.data.length, second.data.length, second.paging.next]).toEqual([2, 1, undefined])
  expect((await get(`${CATALOG}/products`, { filter: '{"name":{"eq":"x"}}' })).body.error.code).toBe(100)
  expect((await get(`${CATALOG}/products`, { filter: '{' })).body.error.code).toBe(100)
  const shop = `/facebook/shop/${CATALOG}`
  expect((await sandbox.get(`${shop}/`)).body).toContain('Lamp')
  expect((await sandbox.get(`${shop}/products/D`)).body).toContain('d3')
  expect((await sandbox.get(`${shop}/products/none`)).status).toBe(404)
  await sandbox.send('POST', '/control/vendors/facebook/actions/set_finish', { catalog: CATALOG, finish_ms: 600_000 })
  const { handles } = (await batch([lamp('e1')])).body
  expect((await status(handles[0])).status).toBe('started')
  await sandbox.send('POST', '/control/clock', { advance_ms: 600_000 })
  expect((await status(handles[0])).status).toBe('finished')
})

test('sixty days later the token is over', async () => {
  await sandbox.send('POST', '/control/clock', { advance_ms: 61 * 86_400_000 })
  expect((await get('me')).body.error).toMatchObject({ code: 190, error_subcode: 463 })
})
