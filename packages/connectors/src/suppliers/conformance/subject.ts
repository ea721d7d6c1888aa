/** What the suppliers' part of the suite asks of a set-up, and a supplier opened on it. */
import { openingOf, type VendorSubject } from '../../conformance/vendor-subject.ts'
import { openSupplier, type Supplier } from '../open-supplier.ts'
import type { Capture, SupplierDefinition } from '../supplier.ts'

export type Odd = 'many_variants' | 'no_pictures' | 'wide_price' | 'unicode' | 'dirty_description'

export interface Subject extends VendorSubject {
  known: {
    /** Words that find something, and words that find nothing. */
    text: string
    nothing: string
    missing_id: string
    image?: Uint8Array<ArrayBuffer>
    /** Products that have what is rare. */
    odd?: Partial<Record<Odd, string>>
    /** How many variants the one with many has; 2,048 unless told (Amazon shows no price of what is sold out). */
    many?: number
  }
  captures?: Capture[]
}

/** A supplier opened on the subject's account. */
export function open(definition: SupplierDefinition, subject: Subject): Supplier & { store: { writes: number } } {
  const { store, ...opening } = openingOf(definition, subject)
  return { ...openSupplier(definition, opening), store }
}
