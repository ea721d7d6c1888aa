/** One product of a supplier, field by field. */
import { expect, test } from 'vitest'
import {
  chargesOf,
  type NormalProduct,
  normaliseProduct,
  type RawCharges,
  type RawProduct,
  type RawVariant,
} from './normalise-product.ts'

const RATES = { USD: 1, EUR: 0.5, CNY: 8 }
const LAMP: RawProduct = {
  source_product_id: '1',
  name: 'Lamp',
  description: '',
  images: [],
  product_link: '',
  category: null,
  currency: 'USD',
  price_range: [500, 900],
  options: [],
  variants: [],
  orders: null,
  rating: null,
  reviews_count: null,
  listings: null,
  seller: null,
  specifications: [],
  ship_from: [],
  ship_to: null,
  weight_g: null,
}
const RED: RawVariant = {
  sku_id: 'red',
  sku_attr: '14:193',
  values: [{ property_id: '14', name: 'Color', value_id: '193', value: 'Red' }],
  price: 700,
  quantity: 3,
}

function made(change: Partial<RawProduct>): NormalProduct {
  const result = normaliseProduct({ ...LAMP, ...change }, RATES)
  if (!result.ok) throw new Error(result.reason)
  return result.value
}
const variantOf = (change: Partial<RawVariant>, product: Partial<RawProduct> = {}) =>
  made({ ...product, variants: [{ ...RED, ...change }] }).variants[0]

test('a supplier that says nothing: nothing is made up', () => {
  expect(made({})).toEqual({
    name: 'Lamp',
    variants: [],
    options: [],
    images: [],
    price_min: 500,
    price_max: 900,
    charges: null,
    orders: 0,
    rating: null,
    reviews_count: 0,
    listings: null,
    specifications: [],
    ship_froms: ['CN'],
    ship_countries: [],
    stock: null,
    condition: 'new',
  })
})

test('a variant keeps what it is ordered by, and says null where nothing was said', () => {
  expect(variantOf({})).toEqual({
    sku_id: 'red',
    sku_attr: '14:193',
    values: [{ property_id: '14', name: 'Color', value_id: '193', value: 'Red', image: null }],
    price: 700,
    list_price: null,
    quantity: 3,
    image: null,
    weight_g: null,
    tax: null,
    import_charges: null,
    price_includes_tax: null,
  })
  const whole = variantOf({
    image: '//a.test/red.jpg',
    weight_g: 120.6,
    quantity: 2.4,
    values: [{ property_id: '14', name: 'Color', value_id: '193', value: 'Red', image: 'https://a.test/r.jpg' }],
  })
  expect(whole).toMatchObject({
    image: 'https://a.test/red.jpg',
    weight_g: 121,
    quantity: 2,
    values: [{ image: 'https://a.test/r.jpg' }],
  })
  expect(variantOf({ weight_g: Number.NaN })?.weight_g).toBeNull()
  expect(variantOf({ weight_g: -4 })?.weight_g).toBe(0)
})

test.each([
  ['without a number', { sku_id: '' }],
  ['for nothing', { price: 0 }],
  ['for less than nothing', { price: -1 }],
  ['for a broken amount', { price: 1.5 }],
  ['sold out', { quantity: 0 }],
])('a variant %s cannot be bought', (_why, change) => {
  expect(
    made({
      variants: [
        { ...RED, ...change },
        { ...RED, sku_id: 'blue' },
      ],
    }).variants,
  ).toMatchObject([{ sku_id: 'blue' }])
})

test('a variant named twice is the first of the two', () => {
  expect(made({ variants: [RED, { ...RED, price: 100 }] }).variants).toMatchObject([{ price: 700 }])
})

test.each([
  [701, 701],
  [700, null],
  [699, null],
  [undefined, null],
])('a price before the discount of %s is shown as %s', (list_price, shown) => {
  expect(variantOf(list_price === undefined ? {} : { list_price })?.list_price).toBe(shown)
})

test('amounts are converted; the least of a small coin is still a cent, and nothing stays nothing', () => {
  expect(variantOf({ price: 100, list_price: 300 }, { currency: 'EUR' })).toMatchObject({ price: 200, list_price: 600 })
  expect(variantOf({ price: 1 }, { currency: 'CNY' })?.price).toBe(1)
  expect(variantOf({ charges: charges({ import_charges: 0 }) })?.import_charges).toBe(0)
})

test('variants in a currency that nobody converts leave the range, which nobody converts either', () => {
  expect(normaliseProduct({ ...LAMP, currency: 'XXX', variants: [RED] }, RATES)).toEqual({
    ok: false,
    reason: 'rate_unknown',
  })
})

test('one end of a range is enough', () => {
  expect(made({ price_range: [0, 900] })).toMatchObject({ price_min: 900, price_max: 900 })
  expect(made({ price_range: [500, 0] })).toMatchObject({ price_min: 500, price_max: 500 })
  expect(made({ variants: [RED, { ...RED, sku_id: 'blue', price: 300 }] })).toMatchObject({
    price_min: 300,
    price_max: 700,
  })
})

const charges = (change: Partial<RawCharges>): RawCharges => ({
  price_includes_tax: false,
  tax: null,
  import_charges: null,
  ...change,
})

test('tax and duties are converted, each in its own currency', () => {
  const said = charges({ tax: { amount: 50, currency: 'EUR' }, import_charges: 80 })
  expect(variantOf({ charges: said }, { currency: 'CNY', price_range: [1, 1] })).toMatchObject({
    tax: 100,
    import_charges: 10,
    price_includes_tax: false,
  })
})

test('a tax that nobody converts: nothing is said about charges, unless the price has it in it', () => {
  const tax = { amount: 50, currency: 'XXX' }
  const nothing = { tax: null, import_charges: null, price_includes_tax: null }
  expect(variantOf({ charges: charges({ tax, import_charges: 7 }) })).toMatchObject(nothing)
  expect(variantOf({ charges: charges({ tax, import_charges: 7, price_includes_tax: true }) })).toMatchObject({
    tax: null,
    import_charges: 7,
    price_includes_tax: true,
  })
})

test.each([
  [{ tax: 100, import_charges: 20, price_includes_tax: false }, 120],
  [{ tax: 100, import_charges: 20, price_includes_tax: true }, 20],
  [{ tax: null, import_charges: null, price_includes_tax: false }, 0],
  [{ tax: 100, import_charges: 20, price_includes_tax: null }, null],
])('of %o the buyer pays %s on top', (said, pays) => {
  expect(chargesOf(said)).toBe(pays)
})

test("the product's charges are those of its cheapest variant", () => {
  const cheap = { ...RED, sku_id: 'cheap', price: 300, charges: charges({ import_charges: 5 }) }
  const dear = { ...RED, charges: charges({ import_charges: 99 }) }
  expect(made({ variants: [dear, cheap] }).charges).toBe(5)
  expect(made({ variants: [RED] }).charges).toBeNull()
})

test('texts lose what hides in them, and what is longer than a screen', () => {
  expect(made({ name: ' Desk\u202e \n lamp\ufeff ' }).name).toBe('Desk lamp')
  expect(made({ name: 'x'.repeat(301) }).name).toHaveLength(300)
  const values = [{ property_id: '1', name: ' ', value_id: '2', value: '\u200b' }]
  expect(variantOf({ values })?.values).toMatchObject([{ name: 'Option', value: '-' }])
  const long = variantOf({ sku_id: 'x'.repeat(201), sku_attr: 'y'.repeat(501) })
  expect([long?.sku_id.length, long?.sku_attr.length]).toEqual([200, 500])
})

test('pictures: addresses of the web, each once, thirty of them', () => {
  const images = [
    '//a.test/1.jpg',
    'https://a.test/1.jpg',
    'http://a.test/2.jpg',
    'ftp://a.test/3.jpg',
    'https://a.test/with space.jpg',
    'see https://a.test/4.jpg',
    `https://a.test/${'x'.repeat(2000)}`,
    '',
  ]
  expect(made({ images }).images).toEqual(['https://a.test/1.jpg', 'http://a.test/2.jpg'])
  const many = Array.from({ length: 40 }, (_, n) => `https://a.test/${n}.jpg`)
  expect(made({ images: many }).images).toEqual(many.slice(0, 30))
  expect(variantOf({ image: 'javascript:alert(1)' })?.image).toBeNull()
})

const coloured = (sku_id: string, value: string, value_id = value): RawVariant => ({
  ...RED,
  sku_id,
  values: [{ property_id: '14', name: 'Color', value_id, value }],
})

test('options are what can be bought, written once, in the order of the variants', () => {
  const options = [
    {
      name: ' COLOR ',
      values: [
        { value_id: 'r', value: 'Red', image: 'https://a.test/r.jpg' },
        { value_id: 'other', value: ' blue ', image: '//a.test/b.jpg' },
        { value_id: 'g', value: 'Green', image: 'https://a.test/g.jpg' },
      ],
    },
  ]
  const variants = [coloured('1', 'Red', 'r'), coloured('2', 'Blue', 'b'), coloured('3', 'RED', 'r2')]
  expect(made({ options, variants }).options).toEqual([
    {
      name: 'Color',
      values: [
        { id: 'r', value: 'Red', image: 'https://a.test/r.jpg', countryCode: null },
        { id: 'b', value: 'Blue', image: 'https://a.test/b.jpg', countryCode: null },
      ],
    },
  ])
})

test('a variant with two values of one option keeps the first; one option written in two cases is one', () => {
  const twice = (sku_id: string, name: string): RawVariant => ({
    ...RED,
    sku_id,
    values: [
      { property_id: '14', name, value_id: 'r', value: 'Red' },
      { property_id: '14', name: name.toUpperCase(), value_id: 'b', value: 'Blue' },
    ],
  })
  const { options, variants } = made({ variants: [twice('1', 'Color'), twice('2', 'color')] })
  expect(variants.map(({ values }) => values.map(({ value }) => value))).toEqual([['Red'], ['Red']])
  expect(options.map(({ name, values }) => [name, values.length])).toEqual([['Color', 1]])
})

test('where it ships from: the option if there is one, then what the supplier says, then China', () => {
  const shipping = (name: string): Partial<RawProduct> => ({
    ship_from: ['de'],
    options: [{ name, values: [{ value_id: 'Spain', value: 'Spain', country_code: 'es' }] }],
    variants: [{ ...RED, values: [{ property_id: '2', name, value_id: 'Spain', value: 'Spain' }] }],
  })
  expect(made(shipping('Ships From')).ship_froms).toEqual(['ES'])
  expect(made(shipping('ship  from')).ship_froms).toEqual(['ES'])
  expect(made(shipping('It ships from')).ship_froms).toEqual(['DE'])
  expect(made(shipping('Ships from here')).ship_froms).toEqual(['DE'])
  expect(made({ ship_from: ['uk', 'GB', 'nowhere', 'xx1', '1de'] }).ship_froms).toEqual(['GB'])
  expect(made({ ship_from: ['nowhere'] }).ship_froms).toEqual(['CN'])
  expect(made({ ship_to: ['us', 'UK', 'US', 'de', '?', 'usa', 'eus'] }).ship_countries).toEqual(['DE', 'GB', 'US'])
})

test.each([
  [null, null],
  [Number.NaN, null],
  [0, null],
  [-1, null],
  [4.44, 4.4],
  [4.46, 4.5],
  [7, 5],
])('a rating of %s is %s', (rating, shown) => {
  expect(made({ rating }).rating).toBe(shown)
})

test('counts are whole and never below nothing', () => {
  expect(made({ orders: 12.6, reviews_count: -3, listings: 7.2 })).toMatchObject({
    orders: 13,
    reviews_count: 0,
    listings: 7,
  })
  expect(made({ orders: Number.POSITIVE_INFINITY, listings: Number.NaN })).toMatchObject({ orders: 0, listings: null })
})

test('specifications: with a name and a value, each name once, sixty of them', () => {
  const specifications = [
    { name: ' Material ', value: ' Oak ' },
    { name: 'MATERIAL', value: 'Pine' },
    { name: '', value: 'Nothing' },
    { name: 'Empty', value: ' ' },
    { name: 'Long', value: 'x'.repeat(501) },
  ]
  expect(made({ specifications }).specifications).toEqual([
    { name: 'Material', value: 'Oak' },
    { name: 'Long', value: 'x'.repeat(500) },
  ])
  const many = Array.from({ length: 70 }, (_, n) => ({ name: `n${n}`, value: 'v' }))
  expect(made({ specifications: many }).specifications).toHaveLength(60)
})

test('stock is what is counted; without a count nobody knows; with all of them gone there is none', () => {
  const uncounted = { ...RED, sku_id: 'blue', quantity: null }
  expect(made({ variants: [RED, uncounted, { ...RED, sku_id: 'green', quantity: 4 }] }).stock).toBe(7)
  expect(made({ variants: [uncounted] }).stock).toBeNull()
  expect(made({ variants: [{ ...RED, quantity: 0 }] }).stock).toBe(0)
})
