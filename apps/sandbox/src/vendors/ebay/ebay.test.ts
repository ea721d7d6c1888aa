import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { shipsTo } from '../../catalogue/shipping.ts'
import { composePicture } from '../../catalogue/pictures/compose-picture.ts'
import { keyOf } from '../../catalogue/pictures/picture-key.ts'
import { misfits } from '../../check-shape.ts'
import { useSandbox } from '../../test-sandbox.ts'
import { ebay } from './index.ts'
import { readFilter } from './filter.ts'

const sandbox = useSandbox([ebay], { products: 1300 })
const offers = supplyWorld({ products: 1300 }).offers.ebay
const BROWSE = '/ebay/buy/browse/v1'

let token = ''
async function call(path: string, init: RequestInit = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    'x-ebay-c-marketplace-id': 'EBAY_US',
    'x-ebay-c-enduserctx': 'contextualLocation=country%3DUS%2Czip%3D19406',
    'content-type': 'application/json',
  }
  const response = await fetch(sandbox.url + BROWSE + path, { headers, ...init })
  return {
    status: response.status,
    body: (await response.json()) as any, // oxlint-disable-line typescript/no-explicit-any -- answers of many shapes
  }
}
async function mint(secret = 'sandbox-ebay-cert', scope = 'https://api.ebay.com/oauth/api_scope') {
  const authorization = `Basic ${Buffer.from(`sandbox-ebay-app:${secret}`).toString('base64')}`
  const response = await fetch(`${sandbox.url}/ebay/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> } // eBay's token answer
}
beforeAll(async () => void (token = (await mint()).body['access_token'] ?? ''))

const group = offers.find(({ options, oddity }) => options.length > 0 && oddity === null)
const single = offers.find(({ options, oddity }) => options.length === 0 && oddity === null)

test('tokens: two hours, for the right client and scope', async () => {
  expect((await mint()).body).toMatchObject({ expires_in: 7200, token_type: 'Application Access Token' })
  expect(await mint('wrong')).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  expect(await mint(undefined, 'other')).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
})

test('search pages, filters and sorts', async () => {
  const first = await call(
    '/item_summary/search?q=for&limit=5&sort=price&filter=deliveryCountry:US,buyingOptions:%7BFIXED_PRICE%7D',
  )
  expect(first.body).toMatchObject({ limit: 5, offset: 0, next: expect.stringContaining('offset=5') })
  const prices = first.body.itemSummaries.map(({ price }: { price: { value: string } }) => Number(price.value))
  expect(prices).toEqual(prices.toSorted((a: number, b: number) => a - b))
  expect(prices).toHaveLength(5)
  const cheap = await call('/item_summary/search?q=for&filter=price:%5B..20%5D,priceCurrency:USD')
  expect(cheap.body.total).toBeGreaterThan(0)
  expect(cheap.body.total).toBeLessThan(first.body.total)
  expect((await call('/item_summary/search?q=xyzzyplugh')).body).toMatchObject({ total: 0 })
  expect([...readFilter('price:[10..50],conditions:{NEW|USED},deliveryCountry:US')]).toEqual([
    ['price', '[10..50]'],
    ['conditions', '{NEW|USED}'],
    ['deliveryCountry', 'US'],
  ])
})

test('items: single, by legacy id, of a group, twenty at once', async () => {
  const one = await call(`/item/get_item_by_legacy_id?legacy_item_id=${single?.id}`)
  expect(one.body).toMatchObject({ itemId: `v1|${single?.id}|0`, legacyItemId: single?.id })
  expect((await call(`/item/${encodeURIComponent(one.body.itemId)}`)).body.title).toBe(single?.title)
  const wrong = await call(`/item/get_item_by_legacy_id?legacy_item_id=${group?.id}`)
  expect(wrong.body.errors[0]).toMatchObject({
    errorId: 11006,
    parameters: [{ name: 'itemGroupHref', value: expect.stringContaining(group?.id ?? '') }],
  })
  const all = await call(`/item/get_items_by_item_group?item_group_id=${group?.id}`)
  expect(new Set(all.body.items.map(({ itemId }: { itemId: string }) => itemId)).size).toBe(all.body.items.length)
  expect(all.body.items[0].localizedAspects[0].name).toBe(group?.options[0]?.name)
  const ids = all.body.items.slice(0, 2).map(({ itemId }: { itemId: string }) => itemId)
  expect((await call(`/item/?item_ids=${encodeURIComponent(ids.join(','))}`)).body.items).toHaveLength(ids.length)
  const many = offers.find(({ oddity }) => oddity === 'many_variants')
  expect((await call(`/item/get_items_by_item_group?item_group_id=${many?.id}`)).body.items).toHaveLength(2048)
})

test('a picture finds its own listing', async () => {
  const offer = offers[150]
  const picture = offer && (await composePicture(keyOf(offer, 0), 400))
  const found = await call('/item_summary/search_by_image?limit=5', {
    method: 'POST',
    body: JSON.stringify({ image: picture?.toString('base64') }),
  })
  expect(found.body.itemSummaries[0].legacyItemId).toBe(offer?.id)
  expect((await call('/item_summary/search_by_image', { method: 'POST', body: '{"image":"bm8="}' })).status).toBe(400)
})

test('conditions: without a filter the second-hand ones stand in front; the filter keeps them out', async () => {
  const idsOf = async (filter: string) => {
    const { body } = await call(`/item_summary/search?q=ships&limit=200&filter=${encodeURIComponent(filter)}`)
    return body.itemSummaries.map(({ conditionId }: { conditionId: string }) => conditionId)
  }
  expect((await idsOf('deliveryCountry:US')).slice(0, 3)).not.toContain('1000')
  expect(new Set(await idsOf('conditions:{NEW}'))).toEqual(new Set(['1000']))
  const used = await idsOf('conditions:{USED}')
  expect(used).not.toContain('1000')
  expect(new Set(await idsOf(`conditionIds:{${used[0]}}`))).toEqual(new Set([used[0]]))
})

test('a filter that is not understood is left out, with a warning', async () => {
  const { status, body } = await call(
    '/item_summary/search?q=for&sort=best&filter=conditions:%7Bnew%7D,price:%5B1..5%5D',
  )
  expect(status).toBe(200)
  expect(body.warnings.map(({ errorId }: { errorId: number }) => errorId)).toEqual([12002, 12012, 12008])
  expect(body.warnings[0].message).toContain('conditions')
  expect(body.total).toBe((await call('/item_summary/search?q=for')).body.total)
})

test('calculated shipping has a price for a postal code, and none without one', async () => {
  const calculated = await Promise.all(
    offers
      .filter((offer) => offer.options.length === 0 && shipsTo(offer, 'US'))
      .slice(0, 12)
      .map(async ({ id }) => (await call(`/item/get_item_by_legacy_id?legacy_item_id=${id}`)).body),
  )
  const item = calculated.find(({ shippingOptions: [first] }) => first?.shippingCostType === 'CALCULATED')
  expect(item.shippingOptions[0].shippingCost.value).toMatch(/^\d+\.\d\d$/)
  const headers = { authorization: `Bearer ${token}`, 'x-ebay-c-enduserctx': 'contextualLocation=country%3DUS' }
  const { body } = await call(`/item/${encodeURIComponent(item.itemId)}`, { headers })
  expect(body.shippingOptions[0]).not.toHaveProperty('shippingCost')
})

test("refusals in eBay's shape", async () => {
  const errorOf = async (path: string) => (await call(path)).body.errors[0]
  expect(await errorOf('/item_summary/search')).toMatchObject({
    errorId: 12001,
    domain: 'API_BROWSE',
    category: 'REQUEST',
  })
  expect(await errorOf('/item_summary/search?q=a&limit=201')).toMatchObject({ errorId: 12006 })
  expect(await errorOf('/item_summary/search?q=a&offset=10000')).toMatchObject({ errorId: 12029 })
  const elsewhere = { headers: { authorization: `Bearer ${token}`, 'x-ebay-c-marketplace-id': 'EBAY_JP' } }
  expect((await call('/item_summary/search?q=a', elsewhere)).body.errors[0]).toMatchObject({ errorId: 12019 })
  expect((await call(`/item/v1%7C${single?.id}%7C0`, elsewhere)).body.errors[0]).toMatchObject({ errorId: 11011 })
  expect(await errorOf(`/item/get_items_by_item_group?item_group_id=${single?.id}`)).toMatchObject({ errorId: 11005 })
  expect(await errorOf('/item_summary/search?category_ids=11001')).toMatchObject({ errorId: 12013 })
  expect(await errorOf('/item/v1%7C200000000000%7C0')).toMatchObject({ errorId: 11001 })
  expect(await errorOf('/item/nonsense')).toMatchObject({ errorId: 11012 })
  expect(
    (await call('/item_summary/search?q=a', { headers: { authorization: 'Bearer old' } })).body.errors[0],
  ).toMatchObject({ errorId: 1001 })
})

const DOCUMENT =
  process.env['EBAY_BROWSE_SCHEMA'] ??
  new URL('../../../../../../shared/vendors/schemas/ebay.buy_browse_v1.json', import.meta.url)
const document = existsSync(DOCUMENT) ? (JSON.parse(readFileSync(DOCUMENT, 'utf8')) as unknown) : undefined // eBay's own document

test.skipIf(!document)(
  "answers fit eBay's own document (skipped where ../shared/vendors/schemas or EBAY_BROWSE_SCHEMA does not hold it)",
  async () => {
    const fits = async (name: string, path: string) =>
      expect(misfits((await call(path)).body, { $ref: `#/components/schemas/${name}` }, document)).toEqual([])
    await fits('SearchPagedCollection', '/item_summary/search?q=lamp&limit=100')
    await fits('Item', `/item/get_item_by_legacy_id?legacy_item_id=${single?.id}`)
    await fits('ItemGroup', `/item/get_items_by_item_group?item_group_id=${group?.id}`)
    for (const offer of offers.filter(
      ({ oddity, options }) => oddity !== null && oddity !== 'many_variants' && options.length > 0,
    )) {
      await fits('ItemGroup', `/item/get_items_by_item_group?item_group_id=${offer.id}`)
    }
    const { body } = await call('/item_summary/search')
    expect(misfits(body.errors[0], { $ref: '#/components/schemas/Error' }, document)).toEqual([])
  },
)

test('five thousand calls a day, then 429 until tomorrow; a token ends after two hours', async () => {
  await sandbox.send('POST', '/control/vendors/ebay/actions/use_up_calls')
  expect(await call('/item_summary/search?q=lamp')).toMatchObject({
    status: 429,
    body: { errors: [{ errorId: 2001 }] },
  })
  const { body } = await call(`/item/?item_ids=${encodeURIComponent(`v1|${single?.id}|0`)}`)
  expect(body.total).toBe(1)
  await sandbox.send('POST', '/control/clock', { advance_ms: 86_400_000 })
  expect((await call('/item_summary/search?q=lamp')).status).toBe(401)
  token = (await mint()).body['access_token'] ?? ''
  expect((await call('/item_summary/search?q=lamp')).status).toBe(200)
})
