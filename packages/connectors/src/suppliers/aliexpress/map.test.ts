import { expect, test } from 'vitest'
import productFixture from './fixtures/product.json' with { type: 'json' }
import replies from './fixtures/replies.json' with { type: 'json' }
import { explainAliexpress } from './errors.ts'
import { toImageSummary, toProduct, toQuote, toTextSummary } from './map.ts'
import { FreightReply, ImagePage, ProductReply, TextPage, Token } from './schemas.ts'

function product() {
  const { result } = ProductReply.parse(productFixture)
  if (!result) throw new Error('the fixture has a product')
  return toProduct(result, 'US')
}

test("variants: the seller's own word for a value, prices before and after, stock, both names of the property list", () => {
  const { variants, options, price_range, currency } = product()
  expect([currency, price_range]).toEqual(['USD', [1999, 2450]])
  expect(
    variants.map(({ sku_id, sku_attr, price, list_price, quantity, image }) => [
      sku_id,
      sku_attr,
      price,
      list_price,
      quantity,
      image,
    ]),
  ).toEqual([
    ['12000031234567891', '14:193#Navy;200007763:201336100', 1999, 4000, 12, 'https://ae.example/navy.jpg'],
    ['12000031234567892', '14:193#Navy;200007763:201336106', 2450, undefined, 0, undefined],
  ])
  expect(options).toEqual([
    { name: 'Color', values: [{ value_id: '193', value: 'Navy', image: 'https://ae.example/navy.jpg' }] },
    {
      name: 'Ships From',
      values: [
        { value_id: '201336100', value: 'CHINA', country_code: 'CN' },
        { value_id: '201336106', value: 'United States', country_code: 'US' },
      ],
    },
  ])
})

test('the rest of a product', () => {
  expect(product()).toMatchObject({
    source_product_id: '1005001234567890',
    name: "Men's Rain Jacket",
    images: ['https://ae.example/1.jpg', 'https://ae.example/2.jpg'],
    orders: 10_000,
    rating: 4.8,
    reviews_count: 311,
    ship_from: ['CN', 'US'],
    ship_to: ['US'],
    weight_g: 350,
    specifications: [{ name: 'Material', value: 'Polyester' }],
    seller: { seller_id: '110012', name: 'Rain & Co Store', score: 94 },
    category: { category_id: '200000343', path: [] },
  })
  expect(product().description).toContain('onerror')
})

test('rows of a search, simplified and not, and by image', () => {
  expect(TextPage.parse(replies.search).data?.products.map(toTextSummary)).toEqual([
    {
      source_product_id: '1005001234567890',
      name: 'Rain Jacket',
      image: 'https://ae.example/1.jpg',
      currency: 'USD',
      price_range: [1999, 1999],
      orders: 10_000,
      rating: 4.8,
      category_id: '200000343',
    },
    {
      source_product_id: '1005001234567891',
      name: 'معطف مطر',
      image: null,
      currency: 'USD',
      price_range: [500, 500],
      orders: 0,
      rating: 4.5,
      category_id: null,
    },
  ])
  expect(TextPage.parse(replies.search_unsimplified).data?.products.map(toTextSummary)).toMatchObject([
    { source_product_id: '1', price_range: [100, 100] },
  ])
  expect(ImagePage.parse(replies.image).data?.products.map(toImageSummary)).toMatchObject([
    { source_product_id: '1005009', price_range: [1800, 1800], rating: 4.8 },
  ])
})

test('quotes: a decimal in a field named cent; free is nothing to pay', () => {
  expect(FreightReply.parse(replies.freight).result.delivery_options.map(toQuote)).toEqual([
    {
      service_name: 'AliExpress Standard Shipping',
      amount: 17271,
      currency: 'USD',
      min_days: 7,
      max_days: 12,
      ship_from: 'CN',
      tracked: true,
    },
    {
      service_name: 'Economy',
      amount: 0,
      currency: 'USD',
      min_days: null,
      max_days: 30,
      ship_from: 'CN',
      tracked: false,
    },
  ])
})

test.each([
  [replies.token, undefined],
  [productFixture, undefined],
  [replies.search, undefined],
  [{ type: 'ISV', code: 'IllegalAccessToken', message: 'expired', request_id: '1' }, 'auth_expired'],
  [{ error_response: { type: 'ISP', code: 'ApiCallLimit', msg: 'limited', request_id: '1' } }, 'rate_limited'],
  [{ type: 'SYSTEM', code: 'ServiceTimeout', message: 'slow', request_id: '1' }, 'unavailable'],
  [{ error_response: { code: 15, msg: 'Remote service error', sub_code: 'isv.product-not-exist' } }, 'not_found'],
  [{ code: 'IncompleteSignature', type: 'ISV', message: 'bad sign', request_id: '1' }, 'invalid'],
])('an error is recognised for what it is (%#)', (body, kind) => {
  expect(explainAliexpress(200, body)?.kind).toBe(kind)
})

test('a ban tells how long it lasts', () => {
  expect(
    explainAliexpress(200, {
      type: 'ISV',
      code: 'ApiCallLimit',
      message: 'This ban will last 3 more seconds',
      request_id: '1',
    })?.retry_after_s,
  ).toBe(3)
})

test('a token tells when it ends', () => {
  expect(Token.parse(replies.token)).toMatchObject({ expire_time: new Date(1767312000000), user_id: '5001' })
})
