import { expect, test } from 'vitest'
import productFixture from './fixtures/product.json' with { type: 'json' }
import replies from './fixtures/replies.json' with { type: 'json' }
import { explainCj, limitsIn } from './client.ts'
import { toProduct, toQuotes, toReview, toStock, toSummary } from './map.ts'
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
    toQuotes(Freight.parse(replies.freight), 'CN').map(({ amount, min_days, max_days }) => [
      amount,
      min_days,
      max_days,
    ]),
  ).toEqual([
    [420, 7, 12],
    [2375, 4, 4],
    [560, 9, 15],
  ])
  expect(CommentPage.parse(replies.comments).list.map(toReview)[0]).toMatchObject({
    rating: 5,
    feedback: 'It fits',
    country: 'US',
    images: ['https://cc.example/c.jpg'],
  })
})

test('pictures of a product come as a set, as JSON text, as a list or as one address', () => {
  const images = (more: object) => toProduct(Product.parse({ ...productFixture, bigImage: null, ...more }), null).images
  const [one, two] = ['https://cc.example/a.jpg', 'https://cc.example/b.jpg']
  expect(images({ productImageSet: [one, two], productImage: one })).toEqual([one, two])
  expect(images({ productImageSet: undefined, productImage: JSON.stringify([one, two]) })).toEqual([one, two])
  expect(images({ productImageSet: null, productImage: [one, two] })).toEqual([one, two])
  expect(images({ productImageSet: [], productImage: one })).toEqual([one])
  expect(images({ productImageSet: [], productImage: '[broken' })).toEqual([])
})

test('choices as JSON text are the choices, dashes and all', () => {
  const variants = ['["XS"]', '["S-M"]'].map((variantKey, i) => ({ vid: `V${i}`, variantKey, variantSellPrice: 3 }))
  const product = toProduct(Product.parse({ ...productFixture, productKeyEn: 'Size', variants }), null)
  expect(product.options).toEqual([
    {
      name: 'Size',
      values: [
        { value_id: 'XS', value: 'XS' },
        { value_id: 'S-M', value: 'S-M' },
      ],
    },
  ])
})

test('what a reply says about limits: the points that are left now, and the level that a refusal names', () => {
  const pointsInfo = { total: 50_000, usedToday: 360, remaining: 50_000 }
  expect(limitsIn({ code: 200, pointsInfo })).toEqual({ per_day: 50_000, spent_today: 0 })
  expect(limitsIn({ code: 200, pointsInfo: { ...pointsInfo, remaining: 49_000 } })).toMatchObject({ spent_today: 1000 })
  const refused = (n: number) => ({ code: 1600200, message: `Too Many Requests, QPS limit is ${n} time/1second` })
  expect(limitsIn(refused(1))).toEqual({ per_second: 1 })
  expect(limitsIn(refused(100))).toEqual({ per_second: 6 })
  expect(limitsIn({ code: 200 })).toBeUndefined()
})

test.each([
  [{ code: 200, result: true, data: {} }, undefined],
  [{ code: 0, success: true, message: null, data: {} }, undefined],
  [{ code: 20000, success: true, data: {} }, undefined],
  [{ code: 200, result: false, message: 'Order create fail' }, 'unknown'],
  [{ code: 0, success: false, message: 'fail' }, 'unknown'],
  [{ code: 429, result: false, message: 'Insufficient points' }, 'rate_limited'],
  [{ code: 1605002, result: false, message: 'country code not found' }, 'cannot_ship'],
  [{ code: 1600001, result: false, message: 'Invalid access token' }, 'auth_expired'],
  [{ code: 1600200, message: 'Too Many Requests, QPS limit is 1 time/1second' }, 'rate_limited'],
  [{ code: 1600000 }, 'unavailable'],
  [{ code: 1602001, message: 'Product removed from shelves' }, 'not_found'],
  [{ code: 1600100 }, 'invalid'],
  [{ code: 1699999 }, 'unknown'],
])('%j means %s', (body, kind) => {
  expect(explainCj(200, body)?.kind).toBe(kind)
})

test('points are waited for as long as they take to come back; free calls go on meanwhile', () => {
  const out = { code: 429, result: false, message: 'Insufficient points' }
  const said = (remaining: number, total: number) => explainCj(429, { ...out, pointsInfo: { total, remaining } })
  // 50,000 a day are 34.7 a minute.
  expect(said(20, 50_000)).toMatchObject({ retry_after_s: 52, endpoint_only: true })
  expect(said(0, 500_000)).toMatchObject({ retry_after_s: 9, endpoint_only: true })
  expect(explainCj(429, out)).toMatchObject({ retry_after_s: 87, endpoint_only: true })
  const worded = { code: 16900500, result: false, message: 'Insufficient API points. Used today: 49980, Remaining: 20' }
  expect(explainCj(200, worded)).toMatchObject({ kind: 'rate_limited', retry_after_s: 52, endpoint_only: true })
})

test('a quota of calls and the next key are not waited for within a call; the running second is', () => {
  expect(
    explainCj(200, {
      code: 1600300,
      message: 'Too Many Requests, getAccessToken can be called once every 300 seconds',
    }),
  ).toMatchObject({ kind: 'rate_limited', retry_after_s: 300, endpoint_only: true })
  expect(explainCj(200, { code: 1600200, message: 'Too Many Requests, QPS limit is 1 time/1second' })).toMatchObject({
    retry_after_s: 1,
    endpoint_only: false,
  })
  expect(explainCj(200, { code: 1600201, message: 'Quota has been used up' })?.retry_after_s).toBeGreaterThan(60)
})
