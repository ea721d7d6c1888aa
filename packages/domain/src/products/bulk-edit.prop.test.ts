import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BULK_FIELDS, BULK_HOW, type BulkField } from './bulk-fields.ts'
import { applyEdits, type BulkEdit, type BulkHelp, checkEdit, mayEdit } from './bulk-edit.ts'
import { applyPatch, takeBack } from './changes.ts'
import { checkProduct } from './check-product.ts'
import { MAX_AMOUNT, type Product } from './product.ts'
import { anyProduct } from './testing/any-product.ts'

const value = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('99', '95', 'whole', '$&', ''),
  fc.integer({ min: -5000, max: 20_000 }),
  fc.double({ min: -3, max: 150, noNaN: true }),
  fc.boolean(),
  fc.array(fc.constantFrom('Summer', 'new', ' gift ', 'x'), { maxLength: 3 }),
)
const edit: fc.Arbitrary<BulkEdit> = fc.record(
  {
    field: fc.constantFrom(...BULK_FIELDS),
    how: fc.constantFrom(...BULK_HOW),
    value,
    find: fc.constantFrom('a', 'e', 'ew', ' '),
  },
  { requiredKeys: ['field', 'how'] },
)
const sensible = edit.filter((one) => checkEdit(one) === null)
const help: BulkHelp = {
  priceOf: ({ position, price }) =>
    position % 3 === 2 ? null : { price: price + 100, compare_at_price: position % 2 ? price + 300 : null },
  currency: 'USD',
}
const run = (product: Product, edits: BulkEdit[], given: BulkHelp = help): Product => {
  const made = applyEdits(product, edits, given)
  if (!made.ok) throw new Error(made.reason)
  return applyPatch(product, made.value).product
}
const reason = (product: Product, one: BulkEdit, given: BulkHelp = help) => {
  const made = applyEdits(product, [one], given)
  return made.ok ? null : made.reason
}

test('whatever is asked for is refused or leaves a sound product, the same every time, and can be taken back', () => {
  fc.assert(
    fc.property(anyProduct, fc.array(edit, { maxLength: 4 }), (product, edits) => {
      const made = applyEdits(product, edits, help)
      expect(applyEdits(product, edits, help)).toEqual(made)
      if (edits.some((edit) => checkEdit(edit) !== null)) expect(made.ok).toBe(false)
      if (!made.ok) return
      const { product: after, changes, dropped } = applyPatch(product, made.value)
      expect(dropped).toEqual([])
      expect(Object.keys(changes).sort()).toEqual(Object.keys(made.value).sort())
      expect(checkProduct(after)).toEqual([])
      expect(applyPatch(after, takeBack(after, changes).patch).product).toEqual(product)
    }),
    { numRuns: 500 },
  )
})

test('an edit touches its own field and no other', () => {
  fc.assert(
    fc.property(anyProduct, sensible, (product, one) => {
      const made = applyEdits(product, [one], help)
      if (made.ok)
        for (const field of Object.keys(made.value))
          expect(field === one.field || field.endsWith(`/${one.field}`)).toBe(true)
    }),
    { numRuns: 400 },
  )
})

test('setting, clearing, rounding and tags done twice are done once', () => {
  fc.assert(
    fc.property(
      anyProduct,
      sensible.filter(({ how }) => ['set', 'clear', 'round', 'tags_add', 'tags_remove'].includes(how)),
      (product, one) => {
        const made = applyEdits(product, [one], help)
        if (made.ok)
          expect(applyEdits(applyPatch(product, made.value).product, [one], help)).toEqual({ ok: true, value: {} })
      },
    ),
    { numRuns: 400 },
  )
})

test('several edits are the edits one after the other', () => {
  fc.assert(
    fc.property(anyProduct, sensible, sensible, (product, one, two) => {
      const together = applyEdits(product, [one, two], help)
      const first = applyEdits(product, [one], help)
      if (!first.ok) {
        expect(together).toEqual(first)
        return
      }
      const middle = applyPatch(product, first.value).product
      const second = applyEdits(middle, [two], help)
      if (!second.ok) expect(together).toEqual(second)
      else
        expect(together.ok && applyPatch(product, together.value).product).toEqual(
          applyPatch(middle, second.value).product,
        )
    }),
    { numRuns: 300 },
  )
})

test('amounts move as said, in whole units, and never below zero', () => {
  fc.assert(
    fc.property(
      anyProduct,
      fc.integer({ min: -5000, max: 5000 }),
      fc.integer({ min: -100, max: 300 }),
      (product, added, percent) => {
        const sums = product.variants.map(({ price }) => price + added)
        if (sums.some((sum) => sum < 0))
          expect(reason(product, { field: 'price', how: 'add', value: added })).toBe('amount_negative')
        else
          expect(
            run(product, [{ field: 'price', how: 'add', value: added }]).variants.map(({ price }) => price),
          ).toEqual(sums)
        const scaled = run(product, [{ field: 'price', how: 'percent', value: percent }]).variants
        expect(scaled.map(({ price }) => price)).toEqual(
          product.variants.map(({ price }) => Number((BigInt(price) * BigInt(100 + percent) * 2n + 100n) / 200n)),
        )
        const compared = run(product, [{ field: 'compare_at_price', how: 'multiply', value: 2 }]).variants
        expect(compared.map((one) => one.compare_at_price)).toEqual(
          product.variants.map((variant) => (variant.compare_at_price === null ? null : variant.compare_at_price * 2)),
        )
      },
    ),
  )
  const product = fc.sample(anyProduct, { numRuns: 1, seed: 1 })[0]
  if (product)
    expect(
      reason(run(product, [{ field: 'price', how: 'set', value: MAX_AMOUNT }]), {
        field: 'price',
        how: 'add',
        value: 1,
      }),
    ).toBe('amount_too_large')
})

test('find and replace is literal, of every occurrence, case as written', () => {
  fc.assert(
    fc.property(
      anyProduct,
      fc.string({ minLength: 1, maxLength: 3 }),
      fc.string({ maxLength: 5 }),
      (product, find, put) => {
        const made = applyEdits(product, [{ field: 'description', how: 'find_replace', find, value: put }], help)
        expect(made.ok && applyPatch(product, made.value).product.description).toBe(
          product.description.split(find).join(put),
        )
      },
    ),
  )
  const [product] = fc.sample(anyProduct, { numRuns: 1, seed: 1 })
  if (!product) return
  expect(
    run({ ...product, title: 'Lamp lamp (.*) Lamp' }, [
      { field: 'title', how: 'find_replace', find: 'Lamp', value: '$& new' },
    ]).title,
  ).toBe('$& new lamp (.*) $& new')
  expect(reason({ ...product, title: 'Lamp' }, { field: 'title', how: 'find_replace', find: 'Lamp', value: '' })).toBe(
    'title_empty',
  )
  expect(
    run({ ...product, tags: ['old-a', 'old-b', 'A'] }, [
      { field: 'tags', how: 'find_replace', find: 'old-', value: '' },
    ]).tags,
  ).toEqual(['a', 'b'])
})

test('the price rule prices what it can, leaves the rest, and says when it cannot at all', () => {
  fc.assert(
    fc.property(anyProduct, (product) => {
      const made = run(product, [{ field: 'price', how: 'price_rule' }])
      expect(made.variants.map(({ price }) => price)).toEqual(
        product.variants.map(({ price, position }) => (position % 3 === 2 ? price : price + 100)),
      )
      expect(reason(product, { field: 'price', how: 'price_rule' }, {})).toBe('price_rule_missing')
      expect(reason(product, { field: 'price', how: 'price_rule' }, { priceOf: () => null })).toBe('no_price_by_rule')
    }),
  )
})

test('what may be done to which field', () => {
  const offered = (field: BulkField) => BULK_HOW.filter((how) => mayEdit(field, how))
  expect(offered('title')).toEqual(['set', 'find_replace', 'append', 'prepend'])
  expect(offered('tags')).toEqual(['set', 'find_replace', 'tags_add', 'tags_remove', 'clear'])
  expect(offered('price')).toEqual(['set', 'add', 'multiply', 'percent', 'price_rule', 'round'])
  expect(offered('enabled')).toEqual(['set'])
  expect(checkEdit({ field: 'price', how: 'set', value: 9.5 })).toBe('value_not_whole')
  expect(checkEdit({ field: 'price', how: 'multiply', value: -1 })).toBe('value_negative')
  expect(checkEdit({ field: 'price', how: 'round', value: '42' })).toBe('rounding_unknown')
  expect(checkEdit({ field: 'title', how: 'set', value: '  ' })).toBe('title_empty')
  expect(checkEdit({ field: 'title', how: 'find_replace', value: 'x' })).toBe('find_missing')
  expect(checkEdit({ field: 'tags', how: 'tags_add', value: 'x' })).toBe('value_not_tags')
  expect(checkEdit({ field: 'enabled', how: 'set', value: 1 })).toBe('value_not_switch')
})
