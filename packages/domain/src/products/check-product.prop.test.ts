import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkProduct } from './check-product.ts'
import type { Product, ProductVariant } from './product.ts'
import { anyProduct } from './testing/any-product.ts'

const first = (product: Product, change: Partial<ProductVariant>): Product => ({
  ...product,
  variants: product.variants.map((variant, index) => (index === 0 ? { ...variant, ...change } : variant)),
})
const withOptions = anyProduct.filter(({ options }) => options.length > 0)

test('a sound product has no problems, and a compare-at below the price is none', () => {
  fc.assert(
    fc.property(anyProduct, (product) => {
      expect(checkProduct(product)).toEqual([])
      expect(checkProduct(first(product, { price: 500, compare_at_price: 100 }))).toEqual([])
    }),
  )
})

const BROKEN: [string, string, (product: Product) => Product][] = [
  ['title', 'title_empty', (product) => ({ ...product, title: '  ' })],
  ['title', 'title_too_long', (product) => ({ ...product, title: 'x'.repeat(256) })],
  ['variants', 'no_variants', (product) => ({ ...product, variants: [] })],
  ['variants/v0/price', 'amount_invalid', (product) => first(product, { price: -1 })],
  ['variants/v0/price', 'amount_invalid', (product) => first(product, { price: 0.5 })],
  ['variants/v0/compare_at_price', 'amount_invalid', (product) => first(product, { compare_at_price: 1e12 })],
  ['variants/v0/weight_g', 'weight_invalid', (product) => first(product, { weight_g: Number.NaN })],
  ['variants/v0/image_id', 'image_unknown', (product) => first(product, { image_id: 'nowhere' })],
  [
    'variants/v0/option_values',
    'values_do_not_fit_options',
    (product) => first(product, { option_values: [...(product.variants[0]?.option_values ?? []), 'more'] }),
  ],
  [
    'variants/v0/option_values',
    'value_unknown',
    (product) => first(product, { option_values: product.options.map(() => 'nowhere') }),
  ],
  [
    'variants/twin/option_values',
    'variants_alike',
    (product) => ({
      ...product,
      variants: [
        ...product.variants,
        ...product.variants.slice(0, 1).map((variant) => ({ ...variant, variant_id: 'twin' })),
      ],
    }),
  ],
  [
    'variants',
    'variant_twice',
    (product) => ({ ...product, variants: [...product.variants, ...product.variants.slice(0, 1)] }),
  ],
  [
    'options',
    'option_name_taken',
    (product) => ({
      ...product,
      options: [...product.options, { name: ` ${product.options[0]?.name.toLowerCase() ?? ''}`, values: ['x'] }],
    }),
  ],
  [
    'options',
    'value_taken',
    (product) => ({
      ...product,
      options: product.options.map((option) => ({
        ...option,
        values: [...option.values, option.values[0]?.toLowerCase() ?? ''],
      })),
    }),
  ],
  [
    'options',
    'option_without_values',
    (product) => ({ ...product, options: [...product.options, { name: 'Empty', values: [] }] }),
  ],
  [
    'options',
    'too_many_options',
    (product) => ({ ...product, options: ['1', '2', '3', '4', '5', '6'].map((name) => ({ name, values: ['x'] })) }),
  ],
  [
    'images',
    'image_twice',
    (product) => ({
      ...product,
      images: ['a', 'a'].map((image_id) => ({
        image_id,
        url: 'https://pictures.example/a',
        alt: '',
        origin_url: null,
      })),
    }),
  ],
]

test.each(BROKEN)('%s: %s', (field, reason, breakIt) => {
  fc.assert(
    fc.property(withOptions, (product) => {
      expect(checkProduct(breakIt(product))).toContainEqual({ field, reason })
    }),
    { numRuns: 30 },
  )
})

test('2,048 variants are allowed, one more is not', () => {
  const many = (count: number): Product => {
    const values = Array.from({ length: count }, (_, index) => `n${index}`)
    return {
      title: 'Lamp',
      description: '',
      vendor: '',
      product_type: '',
      tags: [],
      collections: [],
      handle: '',
      seo_title: '',
      seo_description: '',
      images: [],
      options: [{ name: 'Number', values }],
      variants: values.map((value, position) => ({
        variant_id: value,
        position,
        option_values: [value],
        sku: '',
        barcode: '',
        price: 1,
        compare_at_price: null,
        weight_g: null,
        image_id: null,
        sell_out_of_stock: true,
        enabled: true,
      })),
    }
  }
  expect(checkProduct(many(2048))).toEqual([])
  expect(checkProduct(many(2049))).toEqual([{ field: 'variants', reason: 'too_many_variants' }])
})
