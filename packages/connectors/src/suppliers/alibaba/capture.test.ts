import { expect, test } from 'vitest'
import page from './fixtures/page.json' with { type: 'json' }
import { alibaba } from './index.ts'

const url = 'https://www.alibaba.com/product-detail/Bamboo-board_1600000000123.html'
const read = (data: unknown, address = url) =>
  alibaba.readCapture?.({ url: address, captured_at: new Date(0), data }) ?? expect.fail('no reader')

test('prices are those of the smallest order, whatever order the steps are listed in', () => {
  const { product } = read(page)
  expect(
    product.variants.map(({ sku_id, sku_attr, price, quantity, image }) => [sku_id, sku_attr, price, quantity, image]),
  ).toEqual([
    ['102', '191286172:3', 240, 9000, 'https://s.example/n.jpg'],
    ['103', '191286172:4', 260, null, undefined],
  ])
  expect(product.specifications.slice(0, 3)).toEqual([
    { name: 'Minimum order', value: '50 pieces' },
    { name: 'Price from 50 pieces', value: '2.40 USD' },
    { name: 'Price from 500 pieces', value: '1.90 USD' },
  ])
  expect(product).toMatchObject({
    source_product_id: '1600000000123',
    images: ['https://s.example/1.jpg'],
    orders: 1200,
    rating: 4.8,
    ship_from: ['CN'],
    seller: { seller_id: '2440', score: 98 },
  })
  expect(product.options).toEqual([
    {
      name: 'Color',
      values: [
        { value_id: '3', value: 'Natural', image: 'https://s.example/n.jpg' },
        { value_id: '4', value: 'Dark' },
      ],
    },
  ])
})

test('reviews and shipping come along, shipping as the share of one piece of the smallest order', () => {
  const { reviews, quotes } = read({ detailData: page })
  expect(reviews).toMatchObject([{ feedback: 'Solid', rating: 5 }])
  expect(quotes).toMatchObject([{ amount: 70, country_code: 'US', min_days: 30 }])
})

test('a product without choices is one variant at the price of the first step', () => {
  const { sku: _sku, ...plain } = page.globalData.product
  expect(read({ globalData: { product: plain } }).product.variants).toEqual([
    { sku_id: '1600000000123', sku_attr: '', values: [], price: 240, quantity: null },
  ])
})

test.each([
  [null],
  [7],
  [{}],
  [{ globalData: { product: { productId: 1 } } }],
  [{ globalData: { product: { productId: 1600000000123, subject: 'x' } } }],
])('%j is refused', (data) => {
  expect(() => read(data)).toThrow(expect.objectContaining({ kind: 'invalid', vendor: 'alibaba' }))
})

test('tiers by minQuantity, reviews in productReview, and salesVolume are read as well', () => {
  const { product: plain, review, ...rest } = page.globalData
  const tiers = plain.price.productLadderPrices.map(({ min, ...tier }) => ({ ...tier, minQuantity: min }))
  const { product } = read({
    globalData: {
      ...rest,
      product: { ...plain, price: { productLadderPrices: tiers }, salesVolume: '2,345' },
      review: { productReview: review },
    },
  })
  expect(product).toMatchObject({ orders: 2345, rating: 4.8, reviews_count: 12, price_range: [240, 260] })
  expect(product.specifications[1]).toEqual({ name: 'Price from 50 pieces', value: '2.40 USD' })
})

test('a page in another currency is read in dollars, and never a mixture', () => {
  const { sku: _sku, ...plain } = page.globalData.product
  const productLadderPrices = [{ min: 10, max: -1, price: '199.50', dollarPrice: '2.40' }]
  const sku = { skuAttrs: [], skuInfoMap: { '1:2': { id: 5, price: '250.00' } } }
  const { product } = read({
    globalData: { product: { ...plain, sku, price: { currency: 'INR', productLadderPrices } } },
  })
  expect([product.currency, product.price_range]).toEqual(['USD', [240, 240]])
})

/** As recorded pages have it: in euros, whose name is nowhere; stock, trail and stars beside the product. */
const shownInEuros = {
  globalData: {
    product: {
      ...page.globalData.product,
      unit: undefined,
      price: {
        currencyRule: { currencyPattern: '€{0}', rate: 0.87 },
        productLadderPrices: [{ min: 6, max: -1, price: 3.38, dollarPrice: 3.87, formatPrice: '€3.38' }],
        unit: 'box',
        unitEven: 'boxes',
      },
      sku: {
        skuAttrs: [
          {
            id: 9,
            name: 'Color',
            values: [
              { id: -1, name: 'Blue', largeImage: '//s.example/b_250x250.jpg', originImage: '//s.example/b.jpg' },
            ],
          },
        ],
        skuInfoMap: { '9:-1;': { id: 71 }, '9:-2;': { id: 72, price: 3.99 }, '9:-3;': { id: 73 } },
      },
      productBasicProperties: [
        { attrName: 'Logo', attrValue: 'None' },
        { attrName: 'Use', attrValue: 'Home' },
      ],
      productKeyIndustryProperties: [{ attrName: 'Logo', attrValue: 'None' }],
      productOtherProperties: [{ attrName: 'Use', attrValue: 'Home' }],
    },
    seller: { companyId: 1, supplierRatingReviews: { averageStar: '4.8' }, companyRegisterCountry: 'CN' },
    inventory: {
      skuInventory: {
        71: {
          warehouseInventoryList: [
            { inventoryCount: 40, placeOfDispatchId: 'US' },
            { inventoryCount: 2, placeOfDispatchId: 'US' },
          ],
        },
        72: { warehouseInventoryList: [{ inventoryCount: -1, placeOfDispatchId: 'CN' }] },
        73: { warehouseInventoryList: [{ inventoryCount: 0, placeOfDispatchId: 'MX' }] },
      },
    },
    seo: { breadCrumb: { pathList: [{ hrefObject: { name: 'Electronics' } }, { hrefObject: { name: 'Speakers' } }] } },
  },
}

test('stock, places, trail and stars that stand beside the product; no property twice; whole pictures', () => {
  const { product } = read(shownInEuros)
  expect(product.variants.map(({ sku_id, quantity }) => [sku_id, quantity])).toEqual([
    ['71', 42],
    ['72', null],
    ['73', 0],
  ])
  expect(product).toMatchObject({
    category: { path: ['Electronics', 'Speakers'] },
    seller: { score: 96 },
    ship_from: ['US', 'MX'],
  })
  expect(product.variants[0]?.image).toBe('https://s.example/b.jpg')
  expect(product.specifications).toEqual([
    { name: 'Minimum order', value: '50 boxes' },
    { name: 'Logo', value: 'None' },
    { name: 'Use', value: 'Home' },
  ])
})

test('a page whose currency is a sign alone is read in dollars', () => {
  const { product } = read(shownInEuros)
  expect([product.currency, product.price_range]).toEqual(['USD', [387, 387]])
})
