import { expect, test } from 'vitest'
import productFixture from './fixtures/product.json' with { type: 'json' }
import replies from './fixtures/replies.json' with { type: 'json' }
import { explainCj } from './client.ts'
import { toProduct, toQuote, toReview, toStock, toSummary } from './map.ts'
import { CommentPage, Freight, Inventory, ListPage, Product } from './schemas.ts'

const stock = toStock(Inventory.parse(replies.inventory))

test('a product with its stock: prices as number, text and range; a count for every variant', () => {
  const product = toProduct(Product.parse(productFixture), stock)
  expect(product.price_range).toEqual([813, 1000])
  expect(product.variants.map(({ sku_id, price, quantity, weight_g }) => [sku_id, price, quantity, weight_g])).toEqual([
    ['V1', 813, 64, 180],
    ['V2', 1000, 10, 210],
    ['V3', 1000, 0, undefined],
  ])
  expect(product.ship_from).toEqual(['CN', 'US'])
  expect(product.category?.path).toEqual(['Pet Supplies', 'Dog', 'Clothes'])
  expect(product.images).toHaveLength(2)
  expect(product.specifications).toEqual([{ name: 'Material', value: 'Acrylic' }])
  expect(product.description).toContain('onclick')
})

test('a value that holds a dash is put together again', () => {
  const { options, variants } = toProduct(Product.parse(productFixture), null)
  expect(options).toEqual([
    {
      name: 'Color',
      values: [
        { value_id: 'Red', value: 'Red' },
        { value_id: 'Blue-Grey', value: 'Blue-Grey' },
      ],
    },
    {
      name: 'Size',
      values: [
        { value_id: 'S', value: 'S' },
        { value_id: 'XL', value: 'XL' },
      ],
    },
  ])
  expect(variants.every(({ quantity }) => quantity === null)).toBe(true)
})

test('one variant has no options, whatever its key; missing pictures are none', () => {
  const single = {
    pid: 'P9',
    productNameEn: 'Mug',
    sellPrice: 3,
    productKeyEn: 'Title',
    variants: [{ vid: 'V9', variantKey: 'Default', variantSellPrice: 3 }],
  }
  const product = toProduct(Product.parse(single), null)
  expect([product.options, product.images, product.variants[0]?.values]).toEqual([[], [], []])
})

test('rows, quotes and reviews', () => {
  const rows = ListPage.parse(replies.list)
    .content.flatMap(({ productList }) => productList)
    .map(toSummary)
  expect(rows.map(({ name, price_range, image }) => [name, price_range, image])).toEqual([
    ['Knit Dog Sweater', [120, 350], 'https://cc.example/sweater-1.jpg'],
    ['宠物毛衣', [400, 400], null],
  ])
  expect(
    Freight.parse(replies.freight)
      .map((rate) => toQuote(rate, 'CN'))
      .map(({ amount, min_days, max_days }) => [amount, min_days, max_days]),
  ).toEqual([
    [420, 7, 12],
    [2375, 4, 4],
  ])
  expect(CommentPage.parse(replies.comments).list.map(toReview)[0]).toMatchObject({
    rating: 5,
    feedback: 'It fits',
    country: 'US',
    images: ['https://cc.example/c.jpg'],
  })
})

test.each([
  [{ code: 200, result: true, data: {} }, undefined],
  [{ code: 1600001, result: false, message: 'Invalid access token' }, 'auth_expired'],
  [{ code: 1600200, message: 'Too Many Requests, QPS limit is 1 time/1second' }, 'rate_limited'],
  [{ code: 1600000 }, 'unavailable'],
  [{ code: 1602001, message: 'Product removed from shelves' }, 'not_found'],
  [{ code: 1600100 }, 'invalid'],
  [{ code: 1699999 }, 'unknown'],
])('%j means %s', (body, kind) => {
  expect(explainCj(200, body)?.kind).toBe(kind)
})

test('a day that is used up is not waited for within a call, nor is the next key', () => {
  expect(
    explainCj(200, {
      code: 1600300,
      message: 'Too Many Requests, getAccessToken can be called once every 300 seconds',
    }),
  ).toMatchObject({ kind: 'rate_limited', retry_after_s: 300 })
  expect(
    explainCj(200, { code: 1600200, message: 'Too Many Requests, QPS limit is 1 time/1second' })?.retry_after_s,
  ).toBe(1)
  expect(explainCj(200, { code: 1600201, message: 'daily points used' })?.retry_after_s).toBeGreaterThan(60)
})
