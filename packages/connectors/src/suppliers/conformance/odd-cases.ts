import { expect, test } from 'vitest'
import { productProblems } from './check-product.ts'
import { CASE_MS } from '../../conformance/vendor-subject.ts'
import { type Odd, open, type Subject } from './subject.ts'
import type { SupplierDefinition, SupplierProduct } from '../supplier.ts'

const MANY = 2048
const MANY_MS = 180_000 // Amazon hands out ten variants a call

/** What is rare and breaks careless readers. */
const ODDITIES: Record<
  Odd,
  { title: string; holds: (product: SupplierProduct, known: Subject['known']) => void; ms?: number }
> = {
  many_variants: {
    title: '2,048 variants arrive, all of them',
    holds: ({ variants }, { many = MANY }) => expect(variants).toHaveLength(many),
    ms: MANY_MS,
  },
  no_pictures: { title: 'a product without pictures is a product', holds: ({ images }) => expect(images).toEqual([]) },
  wide_price: {
    title: 'a price that is a range',
    holds: ({ price_range: [low, high] }) => expect(high).toBeGreaterThan(low),
  },
  unicode: {
    title: 'a name in any script arrives letter by letter',
    holds: ({ name }) => expect(name).toMatch(/[^\p{ASCII}]/u),
  },
  dirty_description: {
    title: "a description is passed on as it came, scripts included: cleaning is not the connector's",
    holds: ({ description }) => expect(description).toMatch(/<script|<iframe|onerror/i),
  },
}

export function oddCases(definition: SupplierDefinition, subject: () => Promise<Subject>): void {
  for (const [odd, { title, holds, ms = CASE_MS }] of Object.entries(ODDITIES)) {
    test(
      title,
      async ({ skip }) => {
        const ready = await subject()
        const product_id = ready.known.odd?.[odd as Odd] // a key of ODDITIES
        if (product_id === undefined) return skip('the set-up knows no such product here')
        const product = await open(definition, ready).catalog?.get({ product_id, ship_to: 'US' })
        if (!product) return expect.fail('it has a catalogue')
        expect(productProblems(product)).toEqual([])
        holds(product, ready.known)
      },
      ms,
    )
  }
}
