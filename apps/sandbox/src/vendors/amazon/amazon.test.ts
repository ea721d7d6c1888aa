import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { useSandbox } from '../../test-sandbox.ts'
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
const mint = (client_secret = 'sandbox-amazon-secret') =>
  sandbox.send('POST', '/amazon/auth/o2/token', {
    grant_type: 'client_credentials',
    client_id: 'amzn1.sandbox',
    client_secret,
    scope: 'creatorsapi::default',
  })
beforeAll(async () => void (token = (await mint()).body.access_token))

const parent = offers.find(({ options, oddity }) => options.length > 1 && oddity === null)
const single = offers.find(({ options }) => options.length === 0)

test('tokens for the right client', async () => {
  expect((await mint()).body).toMatchObject({ expires_in: 3600, token_type: 'bearer' })
  expect(await mint('wrong')).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
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
  const { body } = await call('getVariations', { asin: parent?.id })
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
  expect((await call('getVariations', { asin: many?.id, variationPage: 205 })).body.variationsResult).toMatchObject({
    items: { length: 8 },
    variationSummary: { variationCount: 2048, pageCount: 205 },
  })
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

test('five calls a second; a token ends after an hour', async () => {
  await sleep(1000)
  const answers = await Promise.all(Array.from({ length: 7 }, () => once('searchItems', { keywords: 'lamp' })))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  expect(answers.find(({ status }) => status === 429)?.body.errors[0].code).toBe('ThrottlingException')
  await sandbox.send('POST', '/control/clock', { advance_ms: 3_601_000 })
  expect((await call('searchItems', { keywords: 'lamp' })).status).toBe(401)
})
