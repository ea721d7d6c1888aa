import { expect, test } from 'vitest'
import page from './fixtures/page.json' with { type: 'json' }
import { temu } from './index.ts'
import { readTemuPrice } from './map.ts'

const url = 'https://www.temu.com/de/baking-mat-g-601099500000123.html'
const read = (data: unknown, address = url) =>
  temu.readCapture?.({ url: address, captured_at: new Date(0), data }) ?? expect.fail('no reader')

test('SKUs stand beside the goods; prices are read as they are shown, what has no price is left out', () => {
  const { product, reviews, quotes } = read(page)
  expect(
    product.variants.map(({ sku_id, price, list_price, quantity, image }) => [
      sku_id,
      price,
      list_price,
      quantity,
      image,
    ]),
  ).toEqual([
    ['17592', 849, 1299, 120, 'https://img.example/grey.jpg'],
    ['17593', 100_905, undefined, 0, 'https://img.example/rose.jpg'],
  ])
  expect(product).toMatchObject({
    source_product_id: '601099500000123',
    name: 'Silikon-Backmatte 🍪',
    description: '<p>Flat &amp; &lt;safe&gt;</p><img src="https://img.example/d1.jpg">',
    images: ['https://img.example/1.jpg', 'https://img.example/2.jpg'],
    currency: 'EUR',
    category: { category_id: '3307', path: ['Küche', 'Backmatten'] },
    orders: 3200,
    rating: 4.7,
    reviews_count: 812,
    seller: { seller_id: '634418', name: 'Bake Corner', score: 96 },
    specifications: [{ name: 'Material', value: 'Silikon, Glasfaser' }],
    ship_to: ['DE'],
    product_link: url,
    price_range: [849, 100_905],
  })
  expect(reviews).toMatchObject([
    { review_id: 'r1', rating: 5, feedback: 'Nothing sticks', order_info: 'Grau', created_at: new Date(1764000000000) },
  ])
  expect(quotes).toEqual([
    {
      service_name: 'Standard',
      amount: 0,
      currency: 'EUR',
      min_days: 6,
      max_days: 11,
      ship_from: 'CN',
      tracked: true,
      country_code: 'DE',
    },
  ])
})

test('the second layout: mall and properties elsewhere, the description as JSON text, prices as numbers', () => {
  const { goods, moduleMap, goodsProperty, productDetail, sku, review: _review, ...rest } = page.store
  const { product } = read({
    rawData: {
      store: {
        ...rest,
        goods: { ...goods, goodsProperty },
        sku: sku.map(({ normalPriceStr: _shown, normalLinePriceStr: _struck, ...one }) => one),
        // Without an id of its own: the goods name it.
        mall: { mallData: { mallName: moduleMap.mallModule.data.mallData.mallName } },
        reviewStore: { showScore: 4.6, reviewNum: '1,204' },
        productDetail: JSON.stringify(productDetail),
        crumbOptList: page.store.crumbOptList.map(({ optName, ...one }) => ({ ...one, title: optName })),
      },
    },
  })
  expect(product).toMatchObject({
    rating: 4.6,
    reviews_count: 1204,
    seller: { seller_id: '634418', name: 'Bake Corner' },
    specifications: [{ name: 'Material' }],
    category: { path: ['Küche', 'Backmatten'] },
    description: expect.stringContaining('d1.jpg'),
  })
  expect(product.variants.map(({ price, list_price }) => [price, list_price])).toEqual([[849, 1299]])
})

test('a page of Japan: whole yen, the currency by its sign', () => {
  const sku = [{ skuId: '1', normalPriceStr: '426円', salePrice: 426, normalLinePrice: 558, specs: [] }]
  const { localInfo: _local, ...store } = page.store
  const { product } = read({ store: { ...store, sku } }, url.replace('/de/', '/jp-zh-Hans/'))
  expect([product.currency, product.ship_to]).toEqual(['JPY', ['JP']])
  expect(product.variants).toMatchObject([{ price: 426, list_price: 558 }])
})

test('older captures, with everything inside of the goods, are read as well', () => {
  const goods = { ...page.store.goods, sku: page.store.sku, currency: 'EUR', mall: { mallId: '1', score: 4.5 } }
  for (const data of [
    goods,
    { goods },
    { rawData: { store: { goods } } },
    { store: { goods, sku: [] } },
    { __INITIAL_STATE__: { goods } },
  ])
    expect(read(data).product).toMatchObject({ name: 'Silikon-Backmatte 🍪', price_range: [849, 100_905] })
})

test('what is odd in a part of the page costs that part, not the product', () => {
  const odd = { crumbOptList: 'x', goodsProperty: 7, review: 3, productDetail: '{', moduleMap: null, mall: 'x' }
  expect(read({ store: { ...page.store, ...odd } }).product).toMatchObject({ rating: null, specifications: [] })
})

test.each([
  [null],
  ['text'],
  [[]],
  [{}],
  [{ store: {} }],
  [{ store: { goods: { goodsId: 1, goodsName: 'x' }, sku: [] } }],
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

test('prices: the text first, a whole number is in the smallest unit', () => {
  expect([
    readTemuPrice('$8.49', 1, 'USD'),
    readTemuPrice(undefined, 849, 'USD'),
    readTemuPrice(undefined, '849', 'USD'),
    readTemuPrice(undefined, '8.49', 'USD'),
    readTemuPrice('?', 426, 'JPY'),
    readTemuPrice(undefined, undefined, 'USD'),
  ]).toEqual([849, 849, 849, 849, 426, undefined])
})

/** As a recorded page of the USA has it: nobody's stars, the home page numbered, the region as a number of Temu's own. */
const stateOf = (part: object) => ({ store: { ...page.store, localInfo: { currency: 'USD', region: '76' }, ...part } })
const detail = (name: string, costs: string[], days: string) => ({
  name,
  table: {
    costsTitle: [{ text: 'Cost:' }],
    costsValue: [{ ladderContent: costs.map((text) => ({ text, textFormat: { fontSize: 12 } })) }],
    deliveryTimeValue: [{ text: days }],
  },
  deliveryType: 101,
})

test('the delivery in the state of the page: what a small order pays, the country by the address', () => {
  const shippingDetail = [
    detail('Standard', ['$2.99 or ', 'FREE (orders >= $30.00)'], '11-14 business days'),
    detail('Economy', ['Kostenlos'], '15 Werktage'),
    detail('Express', ['FREE (orders >= $129.00)'], '4-9 business days'), // a small order's price is not told
  ]
  const { product, quotes } = read(
    stateOf({ delivery: { shippingDetail }, goods: { ...page.store.goods, isLocalGoods: 1 } }),
  )
  expect(quotes.map((one) => [one.service_name, one.amount, one.min_days, one.max_days, one.country_code])).toEqual([
    ['Standard', 299, 11, 14, 'DE'],
    ['Economy', 0, 15, 15, 'DE'],
  ])
  expect([product.ship_to, product.ship_from]).toEqual([['DE'], ['DE']])
})

test('a region that is no country, on an address without one, is not taken for the USA', () => {
  const { product, quotes } = read(
    { ...stateOf({}), shipping: page.shipping },
    'https://www.temu.com/goods.html?goods_id=601099500000123',
  )
  expect([product.ship_to, product.ship_from, quotes]).toEqual([null, ['CN'], []])
})

test('the numbered home page is no category, and nobody’s stars are none', () => {
  const crumbOptList = page.store.crumbOptList.map((one, at) => (at === 0 ? { ...one, optId: -100 } : one))
  const review = { reviewData: { reviewNum: 0, goodsScore: 0, reviewInfoList: [] } }
  const { product } = read(stateOf({ crumbOptList, review }))
  expect([product.category?.path, product.rating]).toEqual([['Küche', 'Backmatten'], null])
  const rated = read(stateOf({ review: { reviewData: { reviewNum: 3, goodsScore: 4.2 } } })).product
  expect([rated.rating, rated.reviews_count]).toEqual([4.2, 3])
})
