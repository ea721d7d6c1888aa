import { expect, test } from 'vitest'
import { minimumOf, toProduct, toQuotes, toStock, toSummary } from './api-map.ts'
import { DescriptionReply, FreightReply, InventoryReply, SearchReply } from './api-schemas.ts'
import { explainAlibaba } from './errors.ts'
import replies from './fixtures/replies.json' with { type: 'json' }
import { alibaba } from './index.ts'

const described = DescriptionReply.parse(replies.description).result?.result_data
const stock = toStock(InventoryReply.parse(replies.inventory))

test('a product: the price of the smallest order, stock over all places, its company as a part of an address', () => {
  const product = toProduct('1600000000123', described, stock)
  expect(product.variants.map(({ sku_id, price, quantity, image }) => [sku_id, price, quantity, image])).toEqual([
    ['102', 240, 1200, 'https://s.example/n.jpg'],
    ['103', 260, 0, 'https://s.example/d.jpg'],
  ])
  expect(product).toMatchObject({
    images: ['https://s.example/1.jpg', 'https://s.example/2.jpg'],
    ship_from: ['CN', 'US'],
    seller: { seller_id: 'cGx1cy8rYW5kPT0_Pz8', name: 'Green Forest Co.' },
    category: { category_id: '380', path: ['Cutting boards'] },
  })
  expect(product.specifications).toEqual([
    { name: 'Minimum order', value: '50 Piece' },
    { name: 'Price from 50 Piece', value: '2.40 USD' },
    { name: 'Price from 500 Piece', value: '1.90 USD' },
  ])
  expect(alibaba.productIdOf(product.product_link)).toBe('1600000000123')
})

test('what is not there or not for sale is not found', () => {
  for (const data of [null, undefined, { ...described, skus: [], images: [], status: 'PRODUCT_OFFLINE' }])
    // parts of a description are enough here
    expect(() => toProduct('1', data as typeof described, [])).toThrow(expect.objectContaining({ kind: 'not_found' }))
})

test('freight of the smallest order is shared by its pieces; a way without a price is left out', () => {
  const { value } = FreightReply.parse(replies.freight)
  expect(described && minimumOf(described)).toBe(50)
  expect(
    toQuotes(value, 50, 1).map(({ service_name, amount, min_days, max_days, ship_from }) => [
      service_name,
      amount,
      min_days,
      max_days,
      ship_from,
    ]),
  ).toEqual([
    ['Economy Express', 39, 10, 15, 'CN'],
    ['EX_B', 6, 3, 9, 'US'],
  ])
  expect(toQuotes(value, 2, 2)[0]?.amount).toBe(1910)
})

test('a row of the search', () => {
  const { result } = SearchReply.parse(replies.search)
  expect(result?.data?.products.map(toSummary)).toMatchObject([
    { source_product_id: '1600000000123', price_range: [190, 240], image: 'https://s.example/1.jpg' },
  ])
})

test.each([
  [replies.description, undefined],
  [replies.freight, undefined],
  [replies.search, undefined],
  [{ code: '0', access_token: 'x' }, undefined],
  // The code "0" outside is no success.
  [{ code: '0', result: { result_code: '404', result_msg: 'product not exist' } }, 'not_found'],
  [{ code: '0', result: { result_code: '500', result_msg: 'x' } }, 'invalid'],
  [{ type: 'ISV', code: 'IllegalAccessToken', message: 'x' }, 'auth_expired'],
  [{ type: 'ISV', code: 'InsufficientPermission', message: 'x' }, 'invalid'],
  [{ type: 'ISV', code: '7', message: 'App call limited' }, 'rate_limited'],
  [{ type: 'SYSTEM', code: 'Whatever', message: 'x' }, 'unavailable'],
  [{ type: 'ISV', code: '120019', message: 'x' }, 'cannot_ship'],
  [{ type: 'ISV', code: '130703', message: 'x' }, 'out_of_stock'],
  [{ type: 'ISV', code: '130106', message: 'offline' }, 'not_found'],
])('%j is %s', (body, kind) => {
  expect(explainAlibaba(200, body)?.kind).toBe(kind)
})

test('where a person allows us in is another host than the calls', () => {
  const { app } = alibaba.setup({ ALIBABA_AUTH_URL: 'https://auth.example', ALIBABA_APP_KEY: '77' })
  const url = new URL(
    alibaba.account?.authorizeUrl?.(alibaba.app.parse(app), {
      state: 's',
      callback_url: 'https://omni.example/back',
    }) ?? '',
  )
  expect([url.host, url.searchParams.get('client_id'), url.searchParams.get('state')]).toEqual([
    'auth.example',
    '77',
    's',
  ])
  expect(alibaba.setup({ ALIBABA_REFRESH_TOKEN: 'r' }).start).toEqual({
    credentials: { access_token: '', refresh_token: 'r' },
  })
})
