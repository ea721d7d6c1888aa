import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkProduct } from '../products/check-product.ts'
import type { Product, ProductVariant } from '../products/product.ts'
import { anyProduct } from '../products/testing/any-product.ts'
import { SPLIT_HANDLES, SPLIT_LOGICS } from './split-kinds.ts'
import {
  cleanSplitNumber,
  DEFAULT_SPLIT,
  partOf,
  planSplit,
  planSplitByOption,
  splitCount,
  type SplitSettings,
} from './split.ts'

const upTo100 = fc.integer({ min: 0, max: 100 })
const settings: fc.Arbitrary<SplitSettings> = fc.record({
  enabled: fc.boolean(),
  threshold: upTo100,
  split_logic: fc.constantFrom(...SPLIT_LOGICS),
  split_handle: fc.constantFrom(...SPLIT_HANDLES),
  max_variants_per_product: upTo100,
  max_create_products: upTo100,
})
const small = settings.map((one) => ({
  ...one,
  threshold: one.threshold % 8,
  max_variants_per_product: one.max_variants_per_product % 6,
  max_create_products: one.max_create_products % 6,
}))
const withVariants = (product: Product, count: number): Product => {
  const values = Array.from({ length: count }, (_, at) => `n${at}`)
  const [variant] = product.variants
  return {
    ...product,
    options: [{ name: 'Number', values }],
    variants: values.flatMap((value, position) =>
      variant ? [{ ...variant, variant_id: value, position, option_values: [value] }] : [],
    ),
  }
}
const ids = (variants: readonly ProductVariant[]) => variants.map(({ variant_id }) => variant_id)
const base = fc.sample(anyProduct, { numRuns: 1, seed: 7 })[0]

test("the count is the specification's", () => {
  const count = (variants: number, over: Partial<SplitSettings>) => splitCount(variants, { ...DEFAULT_SPLIT, ...over })
  expect([
    count(99, {}),
    count(49, { threshold: 50, max_variants_per_product: 20 }),
    count(50, { threshold: 50, max_variants_per_product: 20 }),
  ]).toEqual([1, 1, 3])
  expect([count(100, {}), count(101, {}), count(250, {})]).toEqual([1, 2, 3])
  expect(count(250, { split_handle: 'max_products', max_create_products: 7 })).toBe(7)
  expect(count(250, { split_logic: 'split_excess', max_variants_per_product: 40 })).toBe(Math.ceil(150 / 40) + 1)
  expect(count(103, { split_logic: 'split_excess', split_handle: 'max_products' })).toBe(4)
  expect([
    count(250, { max_variants_per_product: 0 }),
    count(250, { split_handle: 'max_products', max_create_products: 0 }),
  ]).toEqual([1, 1])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2048 }), settings, (variants, made) => {
      const { threshold, split_logic, split_handle, max_variants_per_product, max_create_products } = made
      const found = splitCount(variants, made)
      expect(found >= 1 && found <= variants).toBe(true)
      if (
        variants < threshold ||
        (split_handle === 'max_variants' ? max_variants_per_product : max_create_products) === 0
      ) {
        expect(found).toBe(1)
        return
      }
      const amount = split_logic === 'split_all' ? variants : variants - threshold
      const parts =
        split_handle === 'max_variants'
          ? Math.ceil(amount / max_variants_per_product)
          : Math.min(amount, max_create_products)
      expect(found).toBe(Math.min(variants, split_logic === 'split_all' ? parts : parts + 1))
    }),
    { numRuns: 500 },
  )
})

test('a plan has as many parts as counted, every variant once and in order, none empty, none over the maximum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.oneof(small, settings), (count, made) => {
      if (!base) throw new Error('no product')
      const product = withVariants(base, count)
      const parts = planSplit(product, made)
      expect(parts).toHaveLength(splitCount(count, made))
      expect(parts.flatMap(ids)).toEqual(ids(product.variants))
      expect(parts.every((part) => part.length > 0)).toBe(true)
      const cut = made.split_logic === 'split_excess' && made.threshold > 0 ? parts.slice(1) : parts
      if (parts.length > 1 && made.split_handle === 'max_variants')
        for (const part of cut) expect(part.length).toBeLessThanOrEqual(made.max_variants_per_product)
      if (parts.length > 1 && made.split_handle === 'max_products')
        expect(
          Math.max(...cut.map(({ length }) => length)) - Math.min(...cut.map(({ length }) => length)),
        ).toBeLessThanOrEqual(1)
      if (parts.length > 1 && cut.length < parts.length) expect(parts[0]).toHaveLength(made.threshold)
    }),
    { numRuns: 500 },
  )
})

test('each part is a sound product, and together they are what was split', () => {
  fc.assert(
    fc.property(anyProduct, small, (product, made) => {
      const plan = planSplit(product, made)
      const parts = plan.map((variants, at) => partOf(product, variants, null, at + 1))
      for (const part of parts) expect(checkProduct(part)).toEqual([])
      expect(parts[0]?.title).toBe(product.title)
      expect(new Set(parts.map(({ title }) => title)).size).toBe(parts.length)
      expect(parts.flatMap(({ variants }) => ids(variants))).toEqual(ids(product.variants))
      expect(new Set(parts.flatMap(({ images }) => images.map(({ image_id }) => image_id))).size).toBe(
        product.images.length,
      )
      const shown = (variants: readonly ProductVariant[]) => new Set(variants.map(({ image_id }) => image_id))
      for (const part of parts)
        for (const { image_id } of product.images)
          expect(part.images.some((image) => image.image_id === image_id)).toBe(
            shown(part.variants).has(image_id) || !shown(product.variants).has(image_id),
          )
      for (const part of parts)
        for (const [at, { values }] of part.options.entries())
          for (const value of values)
            expect(part.variants.some(({ option_values }) => option_values[at] === value)).toBe(true)
    }),
  )
})

test('by option there is one product for each value in use, without that option', () => {
  fc.assert(
    fc.property(
      anyProduct.filter(({ options }) => options.length > 0),
      fc.nat(2),
      (product, pick) => {
        const index = pick % product.options.length
        const plan = planSplitByOption(product, index)
        expect(plan.flatMap(({ variants }) => ids(variants)).sort()).toEqual([...ids(product.variants)].sort())
        for (const [at, { name, variants }] of plan.entries()) {
          expect(variants.every(({ option_values }) => option_values[index] === name)).toBe(true)
          const part = partOf(product, variants, name, at + 1)
          expect(checkProduct(part)).toEqual([])
          expect(part.options).toHaveLength(product.options.length - 1)
          expect(part.title.endsWith(` - ${name}`)).toBe(true)
        }
        expect(planSplitByOption(product, product.options.length)).toEqual([])
      },
    ),
  )
})

test('numbers are cleaned as they are typed', () => {
  expect(
    ['', '-', '0', '7', '100', '101', '9999', '-5', '12.9', ' 8 ', 'abc', 'Infinity'].map(cleanSplitNumber),
  ).toEqual([0, 0, 0, 7, 100, 100, 100, 0, 12, 8, 0, 100])
  fc.assert(
    fc.property(fc.string(), (text) => {
      const made = cleanSplitNumber(text)
      return Number.isInteger(made) && made >= 0 && made <= 100 && cleanSplitNumber(String(made)) === made
    }),
  )
})
