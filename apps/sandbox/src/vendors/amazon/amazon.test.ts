import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { useSandbox, withinASecond } from '../../test-sandbox.ts'
import { amazon } from './index.ts'

const sandbox = useSandbox([amazon])
const offers = supplyWorld({}).offers.amazon
const RESOURCES = [
  'itemInfo.title',
  'images.primary.large',
  'images.variants.large',
  'offersV2.listings.price',
  'parentASIN',
]

let token = ''
async function once(operation: string, body: object, extra: Record<string, string> = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    'x-marketplace': 'www.amazon.com',
    'content-type': 'application/json',
    ...extra,
  }
  const response = await fetch(`${sandbox.url}/amazon/catalog/v1/${operation}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ partnerTag: 'omni-20', resources: RESOURCES, ...body }),
  })
  return {
    status: response.status,
    body: (await response.json()) as any, // oxlint-disable-line typescript/no-explicit-any -- answers of many shapes
  }
}
/** Waits when told to slow down, as a client does. */
async function call(operation: string, body: object, extra?: Record<string, string>): ReturnType<typeof once> {
  const answer = await once(operation, body, extra)
  if (answer.status !== 429) return answer
  await sleep(200)
  return call(operation, body, extra)
}
const mint = (client_secret = 'sandbox-amazon-secret', client_id = 'amzn1.sandbox', scope = 'creatorsapi::default') =>
  sandbox.send('POST', '/amazon/auth/o2/token', { grant_type: 'client_credentials', client_id, client_secret, scope })
async function mintAtCognito(scope: string) {
  const response = await fetch(`${sandbox.url}/amazon/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'sandbox-cognito',
      client_secret: 'sandbox-amazon-secret',
      scope,
    }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> } // Cognito's answer
}
beforeAll(async () => void (token = (await mint()).body.access_token))

const parent = offers.find(({ options, oddity }) => options.length > 1 && oddity === null)
const single = offers.find(({ options }) => options.length === 0)

test('tokens for the right client', async () => {
  expect((await mint()).body).toMatchObject({ expires_in: 3600, token_type: 'bearer' })
  expect(await mint('wrong')).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  expect(await mint(undefined, 'sandbox-cognito')).toMatchObject({ status: 401 })
  expect(await mint(undefined, undefined, 'creatorsapi/default')).toMatchObject({ status: 400 })
})

test('credentials of version 2: another door, another scope, and the version behind the token', async () => {
  expect(await mintAtCognito('creatorsapi::default')).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
  const { body } = await mintAtCognito('creatorsapi/default')
  const bare = `Bearer ${body['access_token']}`
  const ask = (authorization: string) => call('searchItems', { keywords: 'bamboo', itemCount: 1 }, { authorization })
  expect((await ask(bare)).status).toBe(401)
  expect((await ask(`${bare}, Version 2.1`)).status).toBe(200)
  expect((await ask(`Bearer ${token}, Version 2.1`)).status).toBe(401)
})

test('each marketplace has its own partner tag', async () => {
  const canada = { 'x-marketplace': 'www.amazon.ca' }
  expect((await call('searchItems', { keywords: 'bamboo' }, canada)).body.errors[0].code).toBe('InvalidPartnerTag')
  expect((await call('searchItems', { keywords: 'bamboo', partnerTag: 'omnica-20' }, canada)).status).toBe(200)
})

test('search answers only the resources asked for', async () => {
  const { body } = await call('searchItems', { keywords: 'bamboo', itemCount: 3 })
  expect(body.searchResult.items).toHaveLength(3)
  expect(body.searchResult.items[0]).toMatchObject({
    asin: expect.stringMatching(/^B0[0-9A-Z]{8}$/),
    itemInfo: { title: { displayValue: expect.any(String) } },
  })
  expect(body.searchResult.items[0]).not.toHaveProperty('itemInfo.features')
  expect(
    Object.keys((await call('searchItems', { keywords: 'bamboo', resources: [] })).body.searchResult.items[0]),
  ).not.toContain('itemInfo')
  expect(await call('searchItems', { keywords: 'xyzzyplugh' })).toMatchObject({
    status: 404,
    body: { errors: [{ code: 'NoResults' }] },
  })
})

test('children of a parent, page by page; a child leads back to its parent', async () => {
  const withSummary = { resources: [...RESOURCES, 'variationSummary.variationDimension'] }
  const { body } = await call('getVariations', { asin: parent?.id, ...withSummary })
  const { items, variationSummary } = body.variationsResult
  expect(variationSummary.variationDimensions).toHaveLength(parent?.options.length ?? 0)
  const child = await call('getItems', { itemIds: [items[0].asin, 'B000000000'] })
  expect(child.body).toMatchObject({
    itemsResult: { items: [{ asin: items[0].asin, parentASIN: parent?.id }] },
    errors: [{ code: 'ItemNotAccessible' }],
  })
  expect((await call('getItems', { itemIds: [single?.id] })).body.itemsResult.items[0].asin).toBe(single?.id)
  expect(await call('getVariations', { asin: single?.id })).toMatchObject({ status: 404 })
  const many = offers.find(({ oddity }) => oddity === 'many_variants')
  expect(
    (await call('getVariations', { asin: many?.id, variationPage: 205, ...withSummary })).body.variationsResult,
  ).toMatchObject({ items: { length: 8 }, variationSummary: { variationCount: 2048, pageCount: 205 } })
})

test('how many variations there are is told to who asks for it, and by no other call', async () => {
  const bare = await call('getVariations', { asin: parent?.id })
  expect(bare.body.variationsResult).not.toHaveProperty('variationSummary')
  const misplaced = await call('getItems', {
    itemIds: [single?.id],
    resources: ['variationSummary.variationDimension'],
  })
  expect(misplaced.body.errors[0].code).toBe('ValidationException')
})

test("refusals in Amazon's shape", async () => {
  const codeOf = async (body: object, extra?: Record<string, string>) => {
    const answer = await call('searchItems', body, extra)
    return [answer.status, answer.body.errors[0].code]
  }
  expect(await codeOf({})).toEqual([400, 'ValidationException'])
  expect(await codeOf({ keywords: 'a', itemCount: 11 })).toEqual([400, 'ValidationException'])
  expect(await codeOf({ keywords: 'a', partnerTag: 'other-20' })).toEqual([400, 'InvalidPartnerTag'])
  expect(await codeOf({ keywords: 'a' }, { authorization: 'Bearer nope' })).toEqual([401, 'UnauthorizedException'])
  expect(await codeOf({ keywords: 'a' }, { 'x-marketplace': 'www.amazon.nowhere' })).toEqual([
    400,
    'ValidationException',
  ])
})

test('ten calls a second with sales, one without; a token ends after an hour', async () => {
  const answers = await withinASecond(12, () => once('searchItems', { keywords: 'lamp' }))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  const young = { authorization: `Bearer ${(await mint(undefined, 'amzn1.sandbox-new')).body.access_token}` }
  const both = await withinASecond(2, () => once('searchItems', { keywords: 'lamp' }, young))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429])
  expect(answers.find(({ status }) => status === 429)?.body.errors[0].code).toBe('ThrottlingException')
  await sandbox.send('POST', '/control/clock', { advance_ms: 3_601_000 })
  expect((await call('searchItems', { keywords: 'lamp' })).status).toBe(401)
})
