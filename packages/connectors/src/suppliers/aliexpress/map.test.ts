import { expect, test } from 'vitest'
import productFixture from './fixtures/product.json' with { type: 'json' }
import replies from './fixtures/replies.json' with { type: 'json' }
import { explainAliexpress } from './errors.ts'
import { toImageSummary, toProduct, toQuotes, toTextSummary } from './map.ts'
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

const quotesOf = (options: unknown) =>
  toQuotes(FreightReply.parse({ result: { success: true, delivery_options: options } }).result.delivery_options)

test('quotes: a decimal in a field named cent; free is nothing to pay', () => {
  expect(toQuotes(FreightReply.parse(replies.freight).result.delivery_options)).toEqual([
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

test('free when the platform pays from nothing on; not before a basket reaches its threshold', () => {
  const option = { company: 'Selection', shipping_fee_cent: '1.99', shipping_fee_currency: 'EUR', free_shipping: false }
  const amount = (more: object) => quotesOf([{ ...option, ...more }])[0]?.amount
  for (const none of ['0', 0, '0,00€', '$0.00', 'US $0'])
    expect(amount({ mayHavePFS: 'true', free_shipping_threshold: none }), String(none)).toBe(0)
  expect(amount({ mayHavePFS: true, free_shipping_threshold: '$10.00' })).toBe(199)
  expect(amount({ mayHavePFS: true })).toBe(199)
  expect(amount({ mayHavePFS: false, free_shipping_threshold: '0' })).toBe(199)
})

test('an option without a fee is left out, and the others stay', () => {
  const priced = { company: 'A', shipping_fee_cent: '2.50', shipping_fee_currency: 'USD' }
  expect(quotesOf([{ company: 'Seller' }, priced]).map(({ service_name }) => service_name)).toEqual(['A'])
  expect(quotesOf([{ company: 'B', shipping_fee_format: 'US $3.10' }])).toMatchObject([{ amount: 310 }])
})

test('a list of one may be that one, wrapped or bare', () => {
  const option = { company: 'A', shipping_fee_cent: '2.50', free_shipping: 'false' }
  for (const one of [[option], { delivery_option_d_t_o: [option] }, { delivery_option_d_t_o: option }, option])
    expect(quotesOf(one)).toMatchObject([{ service_name: 'A', amount: 250 }])
  for (const none of [undefined, null, '', {}, { delivery_option_d_t_o: [] }]) expect(quotesOf(none)).toEqual([])
  const [sku] = productFixture.result.ae_item_sku_info_dtos
  const property = sku?.ae_sku_property_dtos?.[0]
  const alone = { ...productFixture.result, ae_item_sku_info_dtos: { ...sku, ae_sku_property_dtos: property } }
  const { result } = ProductReply.parse({ result: alone })
  expect(result && toProduct(result, 'US').variants).toMatchObject([
    { sku_id: sku?.sku_id, values: [{ name: 'Color' }] },
  ])
})

test('tax and import charges of a SKU, each in its own currency; nothing said is nothing known', () => {
  const charged = (more: object) => {
    const [sku] = productFixture.result.ae_item_sku_info_dtos
    const { result } = ProductReply.parse({
      result: { ...productFixture.result, ae_item_sku_info_dtos: [{ ...sku, ...more }] },
    })
    return result && toProduct(result, 'US').variants[0]?.charges
  }
  expect(charged({})).toBeUndefined()
  expect(charged({ price_include_tax: 'true', tax_amount: '3.10' })).toEqual({
    price_includes_tax: true,
    tax: { amount: 310, currency: 'USD' },
    import_charges: null,
  })
  expect(
    charged({
      price_include_tax: false,
      tax_amount: '350',
      tax_currency_code: 'JPY',
      estimated_import_charges: '2.40',
    }),
  ).toEqual({ price_includes_tax: false, tax: { amount: 350, currency: 'JPY' }, import_charges: 240 })
})

test('the category of a row is the last of its path', () => {
  const categoryOf = (cateId: string) =>
    toTextSummary(TextPage.parse({ data: { products: [{ itemId: '1', cateId }] } }).data?.products[0] ?? never())
      .category_id
  expect(['15,100006664,200003700', '200003700', '15/200003700', ''].map(categoryOf)).toEqual([
    '200003700',
    '200003700',
    '200003700',
    null,
  ])
})

const never = (): never => {
  throw new Error('the row is there')
}

test.each([
  [replies.token, undefined],
  [productFixture, undefined],
  [replies.search, undefined],
  [{ type: 'ISV', code: 'IllegalAccessToken', message: 'expired', request_id: '1' }, 'auth_expired'],
  [{ error_response: { type: 'ISP', code: 'ApiCallLimit', msg: 'limited', request_id: '1' } }, 'rate_limited'],
  [{ type: 'SYSTEM', code: 'ServiceTimeout', message: 'slow', request_id: '1' }, 'unavailable'],
  [{ error_response: { code: 15, msg: 'Remote service error', sub_code: 'isv.product-not-exist' } }, 'not_found'],
  [{ code: 'IncompleteSignature', type: 'ISV', message: 'bad sign', request_id: '1' }, 'invalid'],
  [{ error_response: { code: 'Item is not allowed to this country', msg: 'no' } }, 'cannot_ship'],
  [{ error_response: { code: 'ITEM_ID_NOT_FOUND', msg: 'no' } }, 'not_found'],
  [{ error_response: { code: '27', msg: 'no', sub_code: 'isv.invalid-access-token' } }, 'auth_expired'],
  [{ error_response: { code: '7', msg: 'no', sub_code: 'isp.top-flow-control-limited' } }, 'rate_limited'],
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
