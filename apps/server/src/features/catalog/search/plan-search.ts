import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { DEFAULT_CONDITION } from '@omni/domain/catalog/conditions.ts'
import { inBand } from '@omni/domain/catalog/search-document.ts'
import {
  type Band,
  DEFAULT_SORT,
  LISTING_BANDS,
  ORDER_BANDS,
  PRICE_BANDS,
  RATING_FLOORS,
  SHIPPING_COSTS,
  SHIPPING_DAYS,
  type Sort,
} from '@omni/domain/catalog/search-options.ts'
import { DEFAULT_SHIP_TO, toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { toEnglishWords } from '@omni/domain/catalog/translated-words.ts'
import { wordsOf } from '@omni/domain/catalog/words.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { Range, SearchAsk } from './search.ts'

type Filters = In<typeof catalogCalls.findProducts>
const MAX_QUERY_WORDS = 12

/** The words to search for, slips put right unless the seller insists on them. */
export function readWords(
  index: CatalogIndex,
  text: string,
  exact: boolean,
): { words: string[]; corrected: string | null } {
  const typed = toEnglishWords(wordsOf(text).slice(0, MAX_QUERY_WORDS), (word) => index.lexicon.docs(word) > 0)
  if (exact) return { words: typed, corrected: null }
  const words = typed.map((word) => index.lexicon.correct(word) ?? word)
  const changed = words.some((word, at) => word !== typed[at])
  return { words, corrected: changed ? words.join(' ') : null }
}

/** A filter that is exactly one of the bands is a tag; any other is a range. */
function band(letter: string, bands: readonly Band[], min: number | undefined, max: number | undefined): string | null {
  const at = bands.findIndex((band) => (band.min ?? undefined) === min && (band.max ?? undefined) === max)
  return at >= 0 && inBand(min ?? 0, bands[at] ?? { min: null, max: null }) ? `${letter}:${at}` : null
}

export function planSearch(
  input: Filters,
  words: readonly string[],
): Pick<SearchAsk, 'tags' | 'groups' | 'ranges' | 'bounds' | 'sort'> {
  const tags = words.map((word) => `w:${word}`)
  const groups: string[][] = []
  const ranges: Range[] = []
  const bounds: Range[] = []
  const ship_to = toIsoCountry(input.ship_to)
  const take = (tag: string | null, column: Range['column'], min: number | undefined, max: number | undefined) => {
    if (min === undefined && max === undefined) return
    // A band ends just before the next one begins.
    const range = { column, min, max: tag === null || max === undefined ? max : max - 1 }
    bounds.push(range)
    if (tag === null) ranges.push(range)
    else tags.push(tag)
  }
  const [only, ...more] = input.source ?? []
  if (only && more.length === 0) tags.push(`s:${only}`)
  else if (only) groups.push([only, ...more].map((source) => `s:${source}`))
  const [condition = DEFAULT_CONDITION, ...conditions] = new Set(input.condition)
  if (conditions.length === 0) tags.push(`n:${condition}`)
  else groups.push([condition, ...conditions].map((one) => `n:${one}`))
  if (input.category_id !== undefined) tags.push(`c:${input.category_id}`)
  if (input.collection) tags.push(`g:${input.collection}`)
  if (input.ship_from) tags.push(`f:${toIsoCountry(input.ship_from)}`)
  take(band('p', PRICE_BANDS, input.min_price, input.max_price), 'price', input.min_price, input.max_price)
  take(band('o', ORDER_BANDS, input.min_order, input.max_order), 'orders', input.min_order, input.max_order)
  take(band('l', LISTING_BANDS, input.min_list, input.max_list), 'listings', input.min_list, input.max_list)
  if (input.min_rating !== undefined && input.min_rating > 0) {
    const floor = RATING_FLOORS.find((one) => one === input.min_rating)
    take(floor === undefined ? null : `r:${floor}`, 'rating', input.min_rating, undefined)
  }
  const free = input.free_shipping === true ? 0 : input.max_shipping
  if (free !== undefined) shippingTag(SHIPPING_COSTS, free, 'k', 'ship_cost')
  if (input.max_days !== undefined) shippingTag(SHIPPING_DAYS, input.max_days, 'd', 'ship_days')
  // Where nobody has asked for shipping to a country, saying "does not ship there" would be a guess.
  function shippingTag(steps: readonly number[], most: number, letter: string, column: 'ship_cost' | 'ship_days') {
    const step = steps.findLast((step) => step <= most)
    if (ship_to === DEFAULT_SHIP_TO) bounds.push({ column, max: most })
    if (step === most || ship_to !== DEFAULT_SHIP_TO) tags.push(`${letter}:${ship_to}:${step ?? steps[0]}`)
    else ranges.push({ column, max: most })
  }
  const sort: Sort = input.sort ?? (words.length > 0 ? 'relevant' : DEFAULT_SORT)
  return { tags: [...new Set(tags)], groups, ranges, bounds, sort }
}
