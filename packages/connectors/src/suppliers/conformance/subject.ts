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
    /** Absent: nobody named a product that is not there. */
    missing_id?: string
    image?: Uint8Array<ArrayBuffer>
    /** Products that have what is rare. */
    odd?: Partial<Record<Odd, string>>
    /** How many variants the one with many has; 2,048 unless told (Amazon shows no price of what is sold out). */
    many?: number
  }
  captures?: Capture[]
  /** Absent: nothing is bought there. */
  buying?: Buying
  /** An unpaid order is made and taken back. */
  writes?: boolean
}

/** One order in the supplier's own books. */
interface BookedOrder {
  no: number
  reference: string
  items_total: number
  shipping_total: number
  paid_at: string | null
  cancelled_at: string | null
}

export interface Buying {
  /** The supplier's own books on our reference. */
  books(reference: string): Promise<{ orders: BookedOrder[]; payments: { order_no: number; amount: number }[] }>
  /** Makes something happen at the supplier. */
  act(action: string, input: object): Promise<void>
  /** What the faults are aimed at. */
  endpoints: { create: string; find?: string; pay?: string }
  /** Whether it takes what the buyer agreed to, and refuses another total. */
  takes_totals: boolean
}

/** A supplier opened on the subject's account. */
export function open(definition: SupplierDefinition, subject: Subject): Supplier & { store: { writes: number } } {
  const { store, ...opening } = openingOf(definition, subject)
  return { ...openSupplier(definition, opening), store }
}
