import { expect, test, vi } from 'vitest'
import { inMemoryPace } from '../../pace.ts'
import fixture from './fixtures/variations.json' with { type: 'json' }
import { explainAmazon } from './client.ts'
import { amazon } from './index.ts'
import { marketplaceFor, tokenUrlOf } from './places.ts'
import { toProduct, toSummary } from './map.ts'
import { ItemsReply, VariationsReply } from './schemas.ts'

const items = VariationsReply.parse(fixture).variationsResult?.items ?? []

test('children become the variants of one product; one that nobody offers is left out', () => {
  const product = toProduct('B0PARENT01', items, 'www.amazon.com')
  expect(
    product.variants.map(({ sku_id, price, list_price, quantity }) => [sku_id, price, list_price, quantity]),
  ).toEqual([
    ['B0AAAAAA01', 2399, 2999, null],
    ['B0AAAAAA02', 2500, undefined, 0],
  ])
  expect(product.options.map(({ name, values }) => [name, values.map(({ value }) => value)])).toEqual([
    ['Color', ['White', 'Black']],
    ['Size', ['Small']],
  ])
  expect(product.images).toEqual(['https://m.example/1.jpg', 'https://m.example/2.jpg', 'https://m.example/3.jpg'])
  expect(product).toMatchObject({
    source_product_id: 'B0PARENT01',
    price_range: [2399, 2500],
    seller: { seller_id: 'A1' },
    specifications: [{ name: 'Brand', value: 'Lumora' }],
    ship_from: ['US'],
  })
})

test('features are text and stay text inside the description', () => {
  expect(toProduct('B0PARENT01', items, 'www.amazon.com').description).toBe(
    '<ul><li>Warm &amp; cold light</li><li>&lt;b&gt;USB-C&lt;/b&gt;</li></ul>',
  )
})

test('a row stands for its parent', () => {
  expect(items.slice(0, 1).map(toSummary)).toMatchObject([
    {
      source_product_id: 'B0PARENT01',
      price_range: [2399, 2399],
      image: 'https://m.example/1.jpg',
      category_id: '1063306',
    },
  ])
})

test('nothing, and nothing for sale, are different things', () => {
  expect(() => toProduct('B0X', [], 'www.amazon.com')).toThrow(expect.objectContaining({ kind: 'not_found' }))
  expect(() => toProduct('B0X', items.slice(2), 'www.amazon.com')).toThrow(
    expect.objectContaining({ kind: 'out_of_stock' }),
  )
})

test.each([
  [429, { type: 'ThrottlingException', message: 'slow' }, 'rate_limited'],
  [401, { errors: [{ code: 'Unauthorized', message: 'x' }] }, 'auth_expired'],
  [403, { type: 'AccessDeniedException', reason: 'AssociateNotEligible', message: 'x' }, 'invalid'],
  [403, { errors: [{ reason: 'AssociateNotEligible', message: 'x' }] }, 'invalid'],
  [404, { errors: [{ code: 'NoResults' }] }, 'not_found'],
  [400, { errors: [{ code: 'ItemNotAccessible' }] }, 'not_found'],
  [503, { type: 'InternalServerException' }, 'unavailable'],
  [200, {}, undefined],
])('%i %j is %s', (status, body, kind) => {
  expect(explainAmazon(status, body)?.kind).toBe(kind)
})

test.each([
  ['https://www.amazon.com/Desk-Lamp/dp/B0AAAAAA01/ref=sr_1_1?keywords=lamp', 'B0AAAAAA01'],
  ['https://www.amazon.co.uk/gp/product/B0AAAAAA01', 'B0AAAAAA01'],
  ['https://amazon.evil.example/dp/B0AAAAAA01', null],
  ['https://www.amazon.com/s?k=lamp', null],
  ['not an address', null],
])('%s is product %s', (address, id) => {
  expect(amazon.productIdOf(address)).toBe(id)
})

const places = {
  credential_version: '3.1',
  marketplace: 'www.amazon.com',
  partner_tag: 'omni-20',
  partner_tags: 'CA:omnica-20, DE:omnide-21',
} as const

test("a country has its own marketplace, where the credentials reach it and a tag is set up; else it is home's", () => {
  expect(marketplaceFor('CA', places)).toEqual({ marketplace: 'www.amazon.ca', partner_tag: 'omnica-20' })
  // Another region, no tag, no marketplace.
  for (const country of ['DE', 'MX', 'ZA'])
    expect(marketplaceFor(country, places)).toEqual({ marketplace: 'www.amazon.com', partner_tag: 'omni-20' })
  expect(marketplaceFor('DE', { ...places, credential_version: '2.2' }).marketplace).toBe('www.amazon.de')
})

const OK = new Response('{"access_token":"t","expires_in":3600}', { headers: { 'content-type': 'application/json' } })

test.each([
  ['2.2', 'https://creatorsapi.auth.eu-south-2.amazoncognito.com/oauth2/token', 'creatorsapi/default', 'form'],
  ['3.2', 'https://api.amazon.co.uk/auth/o2/token', 'creatorsapi::default', 'json'],
])('credentials of version %s get their token at %s', async (version, url, scope, form) => {
  const asked: { url: string; body: string; type: string }[] = []
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (target, init) => {
    const request = new Request(target, init)
    asked.push({ url: request.url, body: await request.text(), type: request.headers.get('content-type') ?? '' })
    return OK.clone()
  })
  const app = amazon.app.parse({
    base_url: '',
    credential_id: 'id',
    credential_secret: 's',
    partner_tag: 'x',
    credential_version: version,
  })
  const limits = inMemoryPace('amazon', { per_second: 50 })
  await amazon.account?.connect({ app, limits, now: () => new Date(), credentials: null }, { code: '' })
  fetching.mockRestore()
  expect(asked).toEqual([
    {
      url,
      body: expect.stringContaining(form === 'form' ? encodeURIComponent(scope) : scope),
      type: expect.stringContaining(form),
    },
  ])
  expect(tokenUrlOf(app.credential_version)).toBe(url)
})

test('an account without sales asks once a second and 8,640 times a day; one with sales as it is set', async () => {
  expect(amazon.limits).toMatchObject({ per_second: 1, per_day: 8640 })
  const { app } = amazon.setup({ AMAZON_PER_SECOND: '4' })
  const limits = inMemoryPace('amazon', { per_second: 50 })
  const call = { app: amazon.app.parse(app), limits, now: () => new Date(), credentials: { access_token: '' } }
  expect(await amazon.account?.limits?.(call)).toEqual({ per_second: 4, per_day: 34_560 })
})

test('the offer a buyer sees first counts; a subscription, a used or a future one does not', () => {
  const listing = (amount: number, more: object = {}) => ({ price: { money: { amount, currency: 'USD' } }, ...more })
  const read = (...listings: object[]) => {
    const reply = { itemsResult: { items: [{ asin: 'B0AAAAAA09', offersV2: { listings } }] } }
    return toProduct('B0AAAAAA09', ItemsReply.parse(reply).itemsResult?.items ?? [], 'www.amazon.com')
  }
  const { price_range } = read(
    listing(9, { type: 'SUBSCRIBE_AND_SAVE' }),
    listing(12),
    listing(10, { isBuyBoxWinner: true, merchantInfo: { name: 'Amazon.com' } }),
  )
  expect(price_range).toEqual([1000, 1000])
  expect(read(listing(10, { merchantInfo: { name: 'Amazon.com' } })).seller).toMatchObject({ seller_id: 'Amazon.com' })
  expect(
    ['New', 'Used', 'Refurbished', 'Unknown'].map((value) => read(listing(10, { condition: { value } })).condition),
  ).toEqual(['new', 'used', 'refurbished', 'used'])
  const quantity = (type: string) => read(listing(10, { availability: { type } })).variants[0]?.quantity
  expect(['IN_STOCK_SCARCE', 'LEADTIME', 'UNKNOWN'].map(quantity)).toEqual([null, null, null])
  expect(['PREORDER', 'AVAILABLE_DATE', 'UNAVAILABLE', 'OUT_OF_STOCK'].map(quantity)).toEqual([0, 0, 0, 0])
})
