import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Result } from '../result.ts'
import { checkProduct } from './check-product.ts'
import {
  addOption,
  addValue,
  mergeValues,
  removeOption,
  removeValue,
  renameOption,
  renameValue,
  reorderOptions,
  reorderValues,
} from './edit-options.ts'
import type { Product } from './product.ts'
import { anyProduct } from './testing/any-product.ts'

const withOptions = anyProduct.filter(({ options }) => options.length > 0)
const chosen = withOptions.chain((product) =>
  fc.record({
    product: fc.constant(product),
    index: fc.nat(product.options.length - 1),
    pick: fc.nat(),
    other: fc.nat(),
  }),
)
const valueAt = (product: Product, index: number, pick: number): string => {
  const values = product.options[index]?.values ?? []
  return values[pick % values.length] ?? ''
}
const done = (result: Result<Product, string>): Product => {
  if (!result.ok) throw new Error(result.reason)
  return result.value
}
const idsOf = (product: Product) => product.variants.map(({ variant_id }) => variant_id)
const counter = () => {
  let count = 0
  return () => `new${count++}`
}
/** Everything of a variant that is not about options. */
const kept = (product: Product) =>
  new Map(
    product.variants.map(({ variant_id, option_values: _values, position: _position, ...rest }) => [variant_id, rest]),
  )

test('any edit of any product is refused or leaves a sound one, with the variants that stay untouched otherwise', () => {
  const text = fc.constantFrom('Red', 'red', 'blue', ' Green ', '', '  ', 'x'.repeat(300), 'Colour', 'Size')
  fc.assert(
    fc.property(
      anyProduct,
      fc.integer({ min: -1, max: 4 }),
      text,
      text,
      fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 4 }),
      (product, index, one, two, order) => {
        const results = [
          renameOption(product, index, one),
          reorderOptions(product, order),
          removeOption(product, index),
          addOption(product, one, two),
          renameValue(product, index, one, two),
          mergeValues(product, index, [one, two], one),
          addValue(product, index, one, counter()),
          removeValue(product, index, one),
          reorderValues(product, index, [one, two]),
        ]
        const before = kept(product)
        for (const result of results) {
          if (!result.ok) continue
          expect(checkProduct(result.value)).toEqual([])
          for (const [variant_id, rest] of kept(result.value))
            if (before.has(variant_id)) expect(rest).toEqual(before.get(variant_id))
        }
      },
    ),
    { numRuns: 400 },
  )
})

test('renaming there and back, and adding and removing, restore the product', () => {
  fc.assert(
    fc.property(chosen, ({ product, index, pick }) => {
      const name = product.options[index]?.name ?? ''
      expect(done(renameOption(done(renameOption(product, index, 'Fresh name')), index, name))).toEqual(product)
      const value = valueAt(product, index, pick)
      expect(
        done(renameValue(done(renameValue(product, index, value, 'Fresh value')), index, 'Fresh value', value)),
      ).toEqual(product)
      expect(done(removeValue(done(addValue(product, index, 'Fresh value', counter())), index, 'Fresh value'))).toEqual(
        product,
      )
      expect(done(removeOption(done(addOption(product, 'Fresh name', 'Only')), product.options.length))).toEqual(
        product,
      )
    }),
  )
})

test('a new value comes in every combination the others have, and with nothing that must be unique', () => {
  fc.assert(
    fc.property(chosen, ({ product, index }) => {
      const made = done(addValue(product, index, 'Fresh value', counter()))
      const rest = (values: string[]) => JSON.stringify(values.filter((_, at) => at !== index))
      const added = made.variants.filter(({ option_values }) => option_values[index] === 'Fresh value')
      expect(new Set(added.map(({ option_values }) => rest(option_values)))).toEqual(
        new Set(product.variants.map(({ option_values }) => rest(option_values))),
      )
      expect(added.every(({ sku, barcode }) => sku === '' && barcode === '')).toBe(true)
      expect(made.variants.slice(0, product.variants.length)).toEqual(product.variants)
      expect(checkProduct(made)).toEqual([])
    }),
  )
})

test('merging keeps one variant of each kind, the first in position', () => {
  fc.assert(
    fc.property(chosen, ({ product, index, pick, other }) => {
      const from = [...new Set([valueAt(product, index, pick), valueAt(product, index, other)])]
      const made = done(mergeValues(product, index, from, 'Merged'))
      expect(checkProduct(made)).toEqual([])
      for (const variant of product.variants) {
        const becomes = variant.option_values.map((value, at) =>
          at === index && from.includes(value) ? 'Merged' : value,
        )
        const firstAlike = product.variants.find(({ option_values }) =>
          option_values.every(
            (value, at) => value === becomes[at] || (at === index && becomes[at] === 'Merged' && from.includes(value)),
          ),
        )
        expect(idsOf(made).includes(variant.variant_id)).toBe(firstAlike?.variant_id === variant.variant_id)
      }
      expect(done(mergeValues(product, index, from.slice(0, 1), from[0] ?? ''))).toEqual(product)
    }),
  )
})

test('an option is removed unless variants would become alike', () => {
  fc.assert(
    fc.property(chosen, ({ product, index }) => {
      const left = product.variants.map(({ option_values }) =>
        JSON.stringify(option_values.filter((_, at) => at !== index)),
      )
      const result = removeOption(product, index)
      expect(result.ok).toBe(new Set(left).size === left.length)
      if (result.ok) expect(idsOf(result.value)).toEqual(idsOf(product))
    }),
  )
})

test('options in another order say the same; values in another order put the variants in theirs', () => {
  fc.assert(
    fc.property(
      withOptions.chain((product) =>
        fc.tuple(
          fc.constant(product),
          fc.shuffledSubarray(
            product.options.map((_, at) => at),
            { minLength: product.options.length },
          ),
          fc.shuffledSubarray(product.options[0]?.values ?? [], { minLength: product.options[0]?.values.length ?? 0 }),
        ),
      ),
      ([product, order, values]) => {
        const turned = done(reorderOptions(product, order))
        const named = (made: Product) =>
          made.variants.map((variant) =>
            Object.fromEntries(made.options.map(({ name }, at) => [name, variant.option_values[at]])),
          )
        expect(named(turned)).toEqual(named(product))
        const sorted = done(reorderValues(product, 0, values))
        expect(sorted.variants.map(({ position }) => position)).toEqual(sorted.variants.map((_, at) => at))
        const places = sorted.variants.map(({ option_values }) => values.indexOf(option_values[0] ?? ''))
        expect(places).toEqual([...places].sort((a, b) => a - b))
        expect([...idsOf(sorted)].sort()).toEqual([...idsOf(product)].sort())
      },
    ),
  )
})

test('the limit of 2,048 variants holds', () => {
  const base = fc.sample(anyProduct, { numRuns: 1, seed: 4 })[0]
  if (!base) throw new Error('no product')
  const [variant] = base.variants
  const values = Array.from({ length: 1025 }, (_, at) => `n${at}`)
  const big: Product = {
    ...base,
    options: [
      { name: 'Number', values },
      { name: 'Kind', values: ['a'] },
    ],
    variants: values.flatMap((value, position) =>
      variant ? [{ ...variant, variant_id: value, position, option_values: [value, 'a'] }] : [],
    ),
  }
  expect(addValue(big, 1, 'b', counter())).toEqual({ ok: false, reason: 'too_many_variants' })
  expect(addValue(big, 0, 'one more', counter()).ok).toBe(true)
})
