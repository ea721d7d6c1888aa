import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyPatch } from './changes.ts'
import type { Product } from './product.ts'
import { judgeSupplier, type Watched } from './supplier-watch.ts'

const ids = ['a', 'b', 'c']
const product: Product = {
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
  options: [{ name: 'Size', values: ids }],
  variants: ids.map((variant_id, position) => ({
    variant_id,
    position,
    option_values: [variant_id],
    sku: '',
    barcode: '',
    price: 5000,
    compare_at_price: null,
    weight_g: null,
    image_id: null,
    sell_out_of_stock: false,
    enabled: true,
  })),
}
const cost = fc.integer({ min: 0, max: 10_000 })
const quantity = fc.option(fc.integer({ min: 0, max: 5 }), { nil: null })
const link = (variant_id: string): fc.Arbitrary<Watched> =>
  fc.record({
    variant_id: fc.constant(variant_id),
    cost,
    quantity,
    now: fc.option(fc.record({ cost, quantity }), { nil: null }),
  })
const settings = fc.record({
  on_price_change: fc.constantFrom('ignore' as const, 'ask' as const, 'apply_rule' as const),
  price_change_percent: fc.integer({ min: 0, max: 100 }),
  on_out_of_stock: fc.constantFrom('ignore' as const, 'ask' as const, 'set_zero' as const, 'disable' as const),
})
const rule = (at: number) => ({ price: at * 3, compare_at_price: null })

test('nothing of the seller changes unless the seller asked for it; what changes follows from the supplier', () => {
  fc.assert(
    fc.property(fc.tuple(...ids.map(link)), settings, (links, chosen) => {
      const { patch, tell, moved, sold_out } = judgeSupplier(product, links, chosen, rule)
      const { product: after } = applyPatch(product, patch)
      for (const variant of after.variants) {
        const own = links.find(({ variant_id }) => variant_id === variant.variant_id)
        const price_moved = moved.find(({ variant_id }) => variant_id === variant.variant_id)
        expect(variant.price).toBe(
          chosen.on_price_change === 'apply_rule' && price_moved ? (own?.now?.cost ?? 0) * 3 : 5000,
        )
        expect(variant.enabled).toBe(!(chosen.on_out_of_stock === 'disable' && sold_out.includes(variant.variant_id)))
      }
      if (chosen.on_price_change === 'ignore') expect(tell).not.toContain('price')
      if (chosen.on_out_of_stock === 'ignore') expect(tell).not.toContain('stock')
    }),
  )
})

test('what did not change is no news, and what was told is not told again', () => {
  fc.assert(
    fc.property(fc.tuple(...ids.map(link)), settings, (links, chosen) => {
      const settled = links.map((one): Watched => ({
        ...one,
        cost: one.now?.cost ?? one.cost,
        quantity: one.now ? one.now.quantity : 0,
        now: one.now,
      }))
      expect(
        judgeSupplier(
          product,
          settled,
          { ...chosen, price_change_percent: Math.max(1, chosen.price_change_percent) },
          rule,
        ),
      ).toMatchObject({ moved: [], sold_out: [], patch: {}, tell: [] })
    }),
  )
})

test('a move below the set share is followed in silence', () => {
  const links: Watched[] = [
    { variant_id: 'a', cost: 1000, quantity: 5, now: { cost: 1099, quantity: 5 } },
    { variant_id: 'b', cost: 1000, quantity: 5, now: { cost: 1100, quantity: 5 } },
  ]
  expect(
    judgeSupplier(product, links, { on_price_change: 'ask', price_change_percent: 10, on_out_of_stock: 'ask' }, rule)
      .moved,
  ).toEqual([{ variant_id: 'b', before: 1000, after: 1100 }])
})
