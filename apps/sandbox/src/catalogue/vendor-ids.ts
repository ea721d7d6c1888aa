import type { Source } from './shapes.ts'
import { TRAITS } from './sources/registry.ts'
import type { SourceTraits } from './sources/traits.ts'

/** Room for the offer itself and 4,095 variants. */
const PER_OFFER = 4096

/** The id of an offer (`variant` left out) or of one of its variants, in the shape the vendor's ids have. */
export const vendorId = (source: Source, index: number, variant = -1): string =>
  TRAITS[source].id(index, variant, index * PER_OFFER + variant + 1)

export interface Place {
  index: number
  /** -1: the offer itself. */
  variant: number
}

/** Back from an id that names a variant without its offer. */
export function placeOf(source: Source, id: string): Place | null {
  const { numberOf }: SourceTraits = TRAITS[source]
  const n = numberOf?.(id) ?? null
  if (n === null || n < 0 || !Number.isSafeInteger(n)) return null
  const place = { index: Math.floor(n / PER_OFFER), variant: (n % PER_OFFER) - 1 }
  return vendorId(source, place.index, place.variant) === id ? place : null
}
