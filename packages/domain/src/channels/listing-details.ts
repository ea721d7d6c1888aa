/**
 * What a marketplace asks for about a product beyond what a listing elsewhere has: filled in by the seller for one store,
 * and remembered there for the category, because the next product of that category is asked the same.
 */
export interface Named {
  id: string
  name: string
}

interface AttributeAnswer {
  id: string
  /** An id of the marketplace's own list; empty: in the seller's own words. */
  values: Named[]
}

/** Of the packed product. */
export interface PackedSize {
  weight_g: number
  length_cm: number
  width_cm: number
  height_cm: number
}

/** Null and empty: nobody said. */
export interface ListingDetails {
  category: Named | null
  brand: Named | null
  attributes: AttributeAnswer[]
  size_chart: Named | null
  manufacturer: Named | null
  responsible: Named | null
  parcel: PackedSize | null
}
export const NO_DETAILS: ListingDetails = {
  category: null,
  brand: null,
  attributes: [],
  size_chart: null,
  manufacturer: null,
  responsible: null,
  parcel: null,
}

export interface AskedAttribute {
  id: string
  name: string
  is_required: boolean
  takes_many: boolean
  /** Words that are not in the list are taken too. */
  takes_own: boolean
  values: Named[]
}

export const ASKED = ['required', 'optional', 'no'] as const
export type Asked = (typeof ASKED)[number]

/** What one category asks for. */
export interface CategoryAsks {
  attributes: AskedAttribute[]
  size_chart: Asked
  manufacturer: Asked
  responsible: Asked
  parcel: Asked
}

/** Own answers first; what they leave open, as it was answered for the category before. */
export function withRemembered(own: ListingDetails, remembered: ListingDetails | null): ListingDetails {
  if (!remembered) return own
  const answered = new Set(own.attributes.map(({ id }) => id))
  return {
    category: own.category ?? remembered.category,
    brand: own.brand ?? remembered.brand,
    attributes: [...own.attributes, ...remembered.attributes.filter(({ id }) => !answered.has(id))],
    size_chart: own.size_chart ?? remembered.size_chart,
    manufacturer: own.manufacturer ?? remembered.manufacturer,
    responsible: own.responsible ?? remembered.responsible,
    parcel: own.parcel ?? remembered.parcel,
  }
}

export type MissingDetail =
  | { what: 'attribute'; name: string }
  | { what: 'size_chart' | 'manufacturer' | 'responsible' | 'parcel' }

const isTaken = ({ takes_own, values }: AskedAttribute, { id, name }: Named): boolean =>
  id === '' ? takes_own && name !== '' : values.some((value) => value.id === id)

/** What the category requires and nobody has said, or has said in a way that it does not take (any more). */
export function missingDetails(asks: CategoryAsks, details: ListingDetails): MissingDetail[] {
  const answers = new Map(details.attributes.map(({ id, values }) => [id, values]))
  const attributes = asks.attributes
    .filter((asked) => asked.is_required && !answers.get(asked.id)?.some((value) => isTaken(asked, value)))
    .map(({ name }): MissingDetail => ({ what: 'attribute', name }))
  const others = (['size_chart', 'manufacturer', 'responsible', 'parcel'] as const)
    .filter((what) => asks[what] === 'required' && details[what] === null)
    .map((what): MissingDetail => ({ what }))
  return [...attributes, ...others]
}

/** As one comparable value: a category and a brand are fields of their own (fields.ts). */
export function detailLines({ attributes, size_chart, manufacturer, responsible, parcel }: ListingDetails): string[] {
  const lines = attributes
    .filter(({ values }) => values.length > 0)
    .map(({ id, values }) => `${id}: ${values.map((value) => value.id || value.name).join(', ')}`)
  if (size_chart) lines.push(`size_chart: ${size_chart.id}`)
  if (manufacturer) lines.push(`manufacturer: ${manufacturer.id}`)
  if (responsible) lines.push(`responsible: ${responsible.id}`)
  if (parcel) lines.push(`parcel: ${Object.values(parcel).join(' ')}`)
  return lines.toSorted()
}
