/** Categories and brands of every site: names are kept as they stand in HTML, a child names its parent. */
export interface Term {
  id: number
  name: string
  slug: string
  parent: number
}

export const DEFAULT_CATEGORY = 15
export const CATEGORIES: readonly Term[] = [
  { id: DEFAULT_CATEGORY, name: 'Uncategorized', slug: 'uncategorized', parent: 0 },
  { id: 16, name: 'Home &amp; Living', slug: 'home-living', parent: 0 },
  { id: 17, name: 'Lamps', slug: 'lamps', parent: 16 },
]
export const BRANDS: readonly Term[] = [
  { id: 31, name: 'Northwind', slug: 'northwind', parent: 0 },
  { id: 32, name: 'Oak &amp; Sons', slug: 'oak-sons', parent: 0 },
]

export const shownTerms = (terms: readonly Term[], ids: readonly number[]) =>
  terms.filter(({ id }) => ids.includes(id)).map(({ id, name, slug }) => ({ id, name, slug }))

/** What is not there is passed over; a product without any category has the default one. */
export const keptTerms = (terms: readonly Term[], given: readonly { id?: number | undefined }[]): number[] =>
  given.flatMap(({ id }) => terms.find((term) => term.id === id)?.id ?? [])
