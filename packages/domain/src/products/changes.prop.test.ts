import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyPatch,
  cell,
  clashes,
  joinChanges,
  parseField,
  type Patch,
  patchBetween,
  same,
  takeBack,
  wholeVariant,
} from './changes.ts'
import { PRODUCT_FIELDS, type Product, VARIANT_FIELDS } from './product.ts'
import { anyProduct } from './testing/any-product.ts'

/**
 * A patch somebody may send: some fields of another product, cells of variants that are there or not, variants gone and
 * new.
 */
const patchFor = (product: Product): fc.Arbitrary<Patch> =>
  fc
    .tuple(
      anyProduct,
      fc.subarray([...PRODUCT_FIELDS]),
      fc.array(
        fc.record({
          at: fc.nat(14),
          from: fc.nat(11),
          how: fc.constantFrom('cell', 'gone', 'new', 'whole'),
          field: fc.constantFrom(...VARIANT_FIELDS.filter((field) => field !== 'position')),
        }),
        { maxLength: 8 },
      ),
    )
    .map(([other, fields, edits]) => {
      const patch: Patch = Object.fromEntries(fields.map((field) => [field, other[field]]))
      for (const { at, from, how, field } of edits) {
        const [known, given] = [product.variants[at], other.variants[from % other.variants.length]]
        if (!given) continue
        const variant_id = known?.variant_id ?? `n${at}`
        if (how === 'cell') patch[cell(variant_id, field)] = given[field]
        else if (how === 'gone') patch[wholeVariant(variant_id)] = null
        else patch[wholeVariant(variant_id)] = { ...given, variant_id, position: known?.position ?? 100 + at }
      }
      return patch
    })
const edited = anyProduct.chain((product) => fc.tuple(fc.constant(product), patchFor(product)))

test('what was applied is taken back exactly', () => {
  fc.assert(
    fc.property(edited, ([product, patch]) => {
      const { product: after, changes } = applyPatch(product, patch)
      const { patch: back, conflicts } = takeBack(after, changes)
      expect(conflicts).toEqual([])
      expect(applyPatch(after, back).product).toEqual(product)
    }),
    { numRuns: 400 },
  )
})

test('changes name only what changed, and laying the same patch again changes nothing', () => {
  fc.assert(
    fc.property(edited, ([product, patch]) => {
      const once = applyPatch(product, patch)
      for (const [before, after] of Object.values(once.changes)) expect(same(before, after)).toBe(false)
      const again = applyPatch(once.product, patch)
      expect(again.product).toEqual(once.product)
      expect(again.changes).toEqual({})
    }),
  )
})

test('the patch between two products leads from one to the other, by the shortest way', () => {
  fc.assert(
    fc.property(anyProduct, anyProduct, (from, to) => {
      const patch = patchBetween(from, to)
      expect(applyPatch(from, patch).product).toEqual(to)
      for (const field of Object.keys(patch)) {
        const { [field]: _left, ...rest } = patch
        expect(applyPatch(from, rest).product).not.toEqual(to)
      }
      expect(patchBetween(to, to)).toEqual({})
    }),
  )
})

test('several edits joined are taken back as one, and what came back to where it was is not told', () => {
  const twice = edited.chain(([product, first]) => {
    const middle = applyPatch(product, first)
    return fc.tuple(
      fc.constant(product),
      fc.constant(middle),
      patchFor(middle.product).map((second) => applyPatch(middle.product, second)),
    )
  })
  fc.assert(
    fc.property(twice, ([product, first, second]) => {
      const joined = joinChanges([first.changes, second.changes])
      const { patch, conflicts } = takeBack(second.product, joined)
      expect(conflicts).toEqual([])
      expect(applyPatch(second.product, patch).product).toEqual(product)
      const back = applyPatch(first.product, takeBack(first.product, first.changes).patch)
      expect(joinChanges([first.changes, back.changes])).toEqual({})
    }),
    { numRuns: 400 },
  )
})

test('taking back leaves alone what was edited again, and names it', () => {
  fc.assert(
    fc.property(anyProduct, fc.string(), fc.string(), fc.string(), (product, vendor, title, later) => {
      const bulk = applyPatch(product, { title: `${title} bulk`, vendor: `${vendor} bulk` })
      const now = applyPatch(bulk.product, { title: `${later} by hand` })
      const { patch, conflicts } = takeBack(now.product, bulk.changes)
      const restored = applyPatch(now.product, patch).product
      expect(restored.vendor).toBe(product.vendor)
      const again = `${later} by hand` !== `${title} bulk` && `${later} by hand` !== product.title
      expect(restored.title).toBe(again ? `${later} by hand` : product.title)
      expect(conflicts).toEqual(again ? [{ field: 'title', wanted: product.title, now: `${later} by hand` }] : [])
    }),
  )
})

test('two sides clash exactly where both wrote the same field differently', () => {
  fc.assert(
    fc.property(edited, anyProduct, ([product, theirs], other) => {
      const { changes } = applyPatch(product, theirs)
      const mine = patchBetween(product, other)
      const found = clashes(mine, changes)
      for (const field of Object.keys(mine))
        expect(found.includes(field)).toBe(field in changes && !same(mine[field], changes[field]?.[1]))
      expect(clashes(theirs, applyPatch(product, {}).changes)).toEqual([])
    }),
  )
})

test('only fields there are can be written; the rest is told and does nothing', () => {
  fc.assert(
    fc.property(
      anyProduct,
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          'variants',
          'variants/',
          'variants/v0/',
          'variants/v0/price/x',
          'variants/gone/price',
          '__proto__',
          'variants/__proto__/price',
          'revision',
        ),
      ),
      (product, field) => {
        fc.pre(parseField(field) === null || field.startsWith('variants/gone') || field.includes('__proto__'))
        const { product: after, changes, dropped } = applyPatch(product, Object.fromEntries([[field, 1]]))
        expect(after).toEqual(product)
        expect(changes).toEqual({})
        expect(dropped).toEqual([field])
      },
    ),
  )
})
