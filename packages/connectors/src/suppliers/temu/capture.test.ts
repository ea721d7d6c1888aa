import { expect, test } from 'vitest'
import page from './fixtures/page.json' with { type: 'json' }
import { temu } from './index.ts'
import { readTemuPrice } from './map.ts'

const url = 'https://www.temu.com/us/baking-mat-g-601099500000123.html'
const read = (data: unknown, address = url) =>
  temu.readCapture?.({ url: address, captured_at: new Date(0), data }) ?? expect.fail('no reader')

test('a captured page: prices in cents and in words, what has no price is left out', () => {
  const { product, reviews, quotes } = read(page)
  expect(
    product.variants.map(({ sku_id, price, list_price, quantity }) => [sku_id, price, list_price, quantity]),
  ).toEqual([
    ['17592', 849, 1299, 120],
    ['17593', 905, undefined, 0],
  ])
  expect(product).toMatchObject({
    source_product_id: '601099500000123',
    name: 'Silikon-Backmatte 🍪',
    images: ['https://img.example/1.jpg', 'https://img.example/2.jpg'],
    orders: 3200,
    rating: 4.7,
    reviews_count: 812,
    seller: { seller_id: '634418', score: 96 },
    ship_to: ['US'],
    product_link: url,
    price_range: [849, 905],
  })
  expect(reviews).toMatchObject([
    { review_id: 'r1', rating: 5, feedback: 'Nothing sticks', created_at: new Date(1764000000000) },
  ])
  expect(quotes).toEqual([
    {
      service_name: 'Standard',
      amount: 0,
      currency: 'USD',
      min_days: 6,
      max_days: 11,
      ship_from: 'CN',
      tracked: true,
      country_code: 'US',
    },
  ])
})

test('the goods are found wherever the page keeps them', () => {
  const { goods } = page.store
  for (const data of [goods, { goods }, { rawData: page }, { __INITIAL_STATE__: { goods } }])
    expect(read(data).product.name).toBe('Silikon-Backmatte 🍪')
})

test.each([
  [null],
  ['text'],
  [[]],
  [{}],
  [{ store: {} }],
  [{ store: { goods: { goodsId: 1, goodsName: 'x', sku: [] } } }],
])('%j is refused', (data) => {
  expect(() => read(data)).toThrow(expect.objectContaining({ kind: 'invalid', vendor: 'temu' }))
})

test('data of one product on the page of another is refused', () => {
  expect(() => read(page, 'https://www.temu.com/us/other-g-601099500000999.html')).toThrow(/holds the data of/)
})

test.each([
  [url, '601099500000123'],
  ['https://www.temu.com/goods.html?goods_id=77', '77'],
  ['http://localhost:3100/temu/us/mat-g-12.html', '12'],
  ['https://www.temu.com/us', null],
  ['https://other.example/x-g-12.html', null],
])('%s is product %s', (address, id) => {
  expect(temu.productIdOf(address)).toBe(id)
})

test('prices', () => {
  expect([
    readTemuPrice(849, 'USD'),
    readTemuPrice('849', 'USD'),
    readTemuPrice('8.49', 'USD'),
    readTemuPrice('$8.49', 'USD'),
    readTemuPrice(undefined, 'USD'),
  ]).toEqual([849, 849, 849, 849, undefined])
})
