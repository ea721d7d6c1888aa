import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_VARIANTS, normaliseProduct, type RawProduct, type RawVariant } from './normalise-product.ts'

const RATES = { USD: 1, EUR: 0.9, CNY: 7.1 }
const text = fc.string({ unit: 'grapheme', maxLength: 30 })
const variant = fc.record({
  sku_id: fc.constantFrom('a', 'b', 'c', 'd', ''),
  sku_attr: text,
  price: fc.integer({ min: -5, max: 50_000 }),
  quantity: fc.option(fc.integer({ min: 0, max: 500 })),
  values: fc.array(
    fc.record({
      property_id: text,
      name: fc.constantFrom('Color', 'color', 'Size', ' '),
      value_id: text,
      value: fc.constantFrom('Red', 'red', 'Blue', ''),
    }),
    { maxLength: 3 },
  ),
}) satisfies fc.Arbitrary<RawVariant>
const product = fc.record({
  source_product_id: fc.constant('1'),
  name: text,
  description: text,
  images: fc.array(
    fc.constantFrom('//a.test/1.jpg', 'https://a.test/1.jpg', 'javascript:alert(1)', 'https://a.test/2.jpg'),
  ),
  product_link: text,
  category: fc.constant(null),
  currency: fc.constantFrom('USD', 'EUR', 'CNY', 'XXX'),
  price_range: fc.tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 9999 })),
  options: fc.constant([]),
  variants: fc.array(variant, { maxLength: 12 }),
  orders: fc.option(fc.integer()),
  rating: fc.option(fc.double()),
  reviews_count: fc.option(fc.integer()),
  listings: fc.option(fc.integer()),
  seller: fc.constant(null),
  specifications: fc.array(fc.record({ name: text, value: text })),
  ship_from: fc.array(fc.constantFrom('cn', 'UK', 'nowhere', '')),
  ship_to: fc.option(fc.array(fc.constantFrom('us', 'UK', '?'))),
  weight_g: fc.constant(null),
}) satisfies fc.Arbitrary<RawProduct>

test('whatever comes in, what comes out can be sold: priced, in stock or unknown, named once', () => {
  fc.assert(
    fc.property(product, (raw) => {
      const result = normaliseProduct(raw, RATES)
      if (!result.ok) return
      const made = result.value
      expect(made.name.trim()).not.toBe('')
      expect(made.price_min).toBeGreaterThan(0)
      expect(made.price_max).toBeGreaterThanOrEqual(made.price_min)
      expect(new Set(made.variants.map(({ sku_id }) => sku_id)).size).toBe(made.variants.length)
      for (const one of made.variants) {
        expect(one.quantity).not.toBe(0)
        expect(one.price).toBeGreaterThan(0)
      }
      for (const option of made.options)
        expect(new Set(option.values.map(({ value }) => value.toLowerCase())).size).toBe(option.values.length)
      for (const url of made.images) expect(url).toMatch(/^https?:/)
      expect(new Set(made.images).size).toBe(made.images.length)
      expect(made.ship_froms.length).toBeGreaterThan(0)
      for (const code of [...made.ship_froms, ...made.ship_countries]) expect(code).toMatch(/^[A-Z]{2}$/)
      expect(made.ship_froms).not.toContain('UK')
      if (made.rating !== null) expect(made.rating).toBeLessThanOrEqual(5)
    }),
  )
})

const plain: RawProduct = {
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
const one = (sku_id: string, value: string, price: number, quantity: number | null): RawVariant => ({
  sku_id,
  sku_attr: '',
  values: [{ property_id: '14', name: 'Ships From', value_id: value, value }],
  price,
  quantity,
})

test('a range without variants is the price; sold-out variants are dropped; Ships From tells the country', () => {
  expect(normaliseProduct(plain, RATES)).toMatchObject({
    ok: true,
    value: { price_min: 500, price_max: 900, stock: null },
  })
  const sold = normaliseProduct(
    {
      ...plain,
      variants: [one('a', 'China', 700, 0), one('b', 'Spain', 800, 3)],
      options: [{ name: 'Ships From', values: [{ value_id: 'Spain', value: 'Spain', country_code: 'ES' }] }],
    },
    RATES,
  )
  expect(sold).toMatchObject({
    ok: true,
    value: {
      price_min: 800,
      price_max: 800,
      stock: 3,
      ship_froms: ['ES'],
      options: [{ values: [{ value: 'Spain', countryCode: 'ES' }] }],
    },
  })
  expect(normaliseProduct({ ...plain, variants: [one('a', 'China', 700, 0)] }, RATES)).toMatchObject({
    ok: true,
    value: { variants: [], stock: 0, price_min: 500 },
  })
})

test('what cannot be told apart from a mistake is refused', () => {
  expect(normaliseProduct({ ...plain, name: ' \u200b ' }, RATES)).toEqual({ ok: false, reason: 'product_without_name' })
  expect(normaliseProduct({ ...plain, price_range: [0, 0] }, RATES)).toEqual({
    ok: false,
    reason: 'product_without_price',
  })
  expect(normaliseProduct({ ...plain, currency: 'XXX' }, RATES)).toEqual({ ok: false, reason: 'rate_unknown' })
})

test('more variants than any channel takes are cut', () => {
  const many = Array.from({ length: MAX_VARIANTS + 50 }, (_, index) => one(String(index), 'China', 100, 1))
  const made = normaliseProduct({ ...plain, variants: many }, RATES)
  expect(made.ok && made.value.variants.length).toBe(MAX_VARIANTS)
})

test('a third decimal of a currency that has three is converted before anything is rounded', () => {
  const dinars = { ...plain, currency: 'KWD', variants: [one('a', 'China', 1234, 3)] }
  const made = normaliseProduct(dinars, { USD: 1, KWD: 0.3075 })
  // 1.234 / 0.3075 is 4.0130; 1.23 / 0.3075 would be 4.00.
  expect(made.ok && made.value.price_min).toBe(401)
})

test('goods are new unless the supplier says otherwise', () => {
  const conditionOf = (raw: RawProduct) => {
    const made = normaliseProduct(raw, RATES)
    return made.ok && made.value.condition
  }
  expect([conditionOf(plain), conditionOf({ ...plain, condition: 'used' })]).toEqual(['new', 'used'])
})
