import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { DEFAULT_CONDITION } from '@omni/domain/catalog/conditions.ts'
import { inBand } from '@omni/domain/catalog/search-document.ts'
import {
  type Band,
  DEFAULT_SORT,
  type Facet,
  LISTING_BANDS,
  ORDER_BANDS,
  PRICE_BANDS,
  RATING_FLOORS,
  SHIPPING_COSTS,
  SHIPPING_DAYS,
  type Sort,
} from '@omni/domain/catalog/search-options.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import type { Column, Filter, Range, SearchRequest } from './search-port.ts'

type Filters = In<typeof catalogCalls.findProducts>

/** A filter that is exactly one of the bands is a tag; any other is a range. */
function band(letter: string, bands: readonly Band[], min: number | undefined, max: number | undefined): string | null {
  const at = bands.findIndex((band) => (band.min ?? undefined) === min && (band.max ?? undefined) === max)
  return at >= 0 && inBand(min ?? 0, bands[at] ?? { min: null, max: null }) ? `${letter}:${at}` : null
}

export function planSearch(
  input: Filters,
  words: readonly string[],
): Pick<SearchRequest, 'ship_to' | 'tags' | 'filters' | 'sort'> {
  const tags = words.map((word) => `w:${word}`)
  const filters: Filter[] = []
  const ship_to = toIsoCountry(input.ship_to)
  const add = (facet: Facet, tag: string | null, range: Range | null) =>
    filters.push({ facet, any: tag === null ? [] : [tag], range })
  const addBand = (
    facet: Facet,
    letter: string,
    bands: readonly Band[],
    column: Column,
    min?: number,
    max?: number,
  ) => {
    if (min === undefined && max === undefined) return
    const tag = band(letter, bands, min, max)
    // A band ends just before the next one begins.
    add(facet, tag, { column, min, max: tag === null || max === undefined ? max : max - 1 })
  }
  if (input.source?.length)
    filters.push({ facet: 'source', any: input.source.map((source) => `s:${source}`), range: null })
  const conditions = input.condition?.length ? input.condition : [DEFAULT_CONDITION]
  filters.push({ facet: 'condition', any: [...new Set(conditions)].map((condition) => `n:${condition}`), range: null })
  if (input.category_id !== undefined) tags.push(`c:${input.category_id}`)
  if (input.collection) tags.push(`g:${input.collection}`)
  if (input.ship_from) add('ship_from', `f:${toIsoCountry(input.ship_from)}`, null)
  addBand('price', 'p', PRICE_BANDS, 'price', input.min_price, input.max_price)
  addBand('orders', 'o', ORDER_BANDS, 'orders', input.min_order, input.max_order)
  addBand('listings', 'l', LISTING_BANDS, 'listings', input.min_list, input.max_list)
  const stars = input.min_rating
  if (stars !== undefined && stars > 0)
    add('rating', RATING_FLOORS.some((floor) => floor === stars) ? `r:${stars}` : null, {
      column: 'rating',
      min: Math.fround(stars),
    })
  const most = input.free_shipping === true ? 0 : input.max_shipping
  if (most !== undefined)
    add('shipping', SHIPPING_COSTS.some((step) => step === most) ? `k:${ship_to}:${most}` : null, {
      column: 'ship_cost',
      max: most,
    })
  const days = input.max_days
  if (days !== undefined)
    add('days', SHIPPING_DAYS.some((step) => step === days) ? `d:${ship_to}:${days}` : null, {
      column: 'ship_days',
      max: days,
    })
  const sort: Sort = input.sort ?? (words.length > 0 ? 'relevant' : DEFAULT_SORT)
  return { ship_to, tags: [...new Set(tags)], filters, sort }
}
