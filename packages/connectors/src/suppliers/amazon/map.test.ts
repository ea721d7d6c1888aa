import { expect, test } from 'vitest'
import fixture from './fixtures/variations.json' with { type: 'json' }
import { explainAmazon } from './client.ts'
import { amazon } from './index.ts'
import { toProduct, toSummary } from './map.ts'
import { VariationsReply } from './schemas.ts'

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
