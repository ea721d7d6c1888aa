import type { Facet, Sort } from '@omni/domain/catalog/search-options.ts'
import { z } from 'zod'
import { keyset } from '../../../platform/cursor.ts'

/** The port of the catalogue's search: what any engine behind it answers, alike to the last id. */
export interface SearchEngine {
  search: (request: SearchRequest) => Promise<SearchHits>
  /** How many products carry all of some tags. */
  count: (tags: readonly string[]) => Promise<number>
}

export type Column = 'score' | 'price' | 'profit' | 'orders' | 'ship_days' | 'ship_cost' | 'listings' | 'rating'

export interface Range {
  column: Column
  min?: number | undefined
  max?: number | undefined
}

/** One filter: products that carry any of its tags. Where no tag says it, or an engine lacks the tag, the range does. */
export interface Filter {
  facet: Facet | null
  any: readonly string[]
  range: Range | null
}

export interface SearchRequest {
  /** Shipping cost, days and profit are those to this country. */
  ship_to: string
  /** All of these: words, category, collection. */
  tags: readonly string[]
  filters: readonly Filter[]
  sort: Sort
  /** Products this workplace has hidden. */
  without: readonly number[]
  /** Where the last page ended. */
  after?: Place | undefined
  offset: number
  limit: number
  /** Whether the choices of filters are counted too. */
  counted: boolean
}

export interface SearchHits {
  ids: number[]
  total: number
  total_is_capped: boolean
  last: Place | null
  has_more: boolean
  /** null: not asked for, or an engine that does not count choices. */
  facets: FacetCounts | null
}

export type FacetCounts = Record<Facet, Record<string, number>>

/**
 * A list has three parts. First what has a value to sort by, then what has none, best first; last, in every order, what
 * is known not to ship to the country.
 */
export const PART = { valued: 0, unknown: 1, does_not_ship: 2 } as const
/** Ascending by part, key and id; where `down`, the key is the value below zero and the higher id comes first. */
export interface Place {
  part: number
  key: number
  id: number
}
export const isDown = (sort: Sort, part: number) => part !== PART.valued || ORDERS[sort].down

/** What a column of each type can be compared with; anybody can send any place. */
const isInteger = (most: number) => (key: number) => Number.isInteger(key) && Math.abs(key) <= most
const FITS: Record<Column, (key: number) => boolean> = {
  score: () => true,
  rating: () => true,
  orders: isInteger(Number.MAX_SAFE_INTEGER),
  ship_days: isInteger(32_767),
  price: isInteger(2_147_483_647),
  profit: isInteger(2_147_483_647),
  ship_cost: isInteger(2_147_483_647),
  listings: isInteger(2_147_483_647),
}
export const placeIn = (sort: Sort) =>
  keyset(
    z
      .object({ part: z.int().min(0).max(2), key: z.number().min(-1e30).max(1e30), id: z.int() })
      .refine(({ part, key }) => part !== PART.valued || FITS[ORDERS[sort].column](key)),
  )

export const ORDERS: Record<Sort, { column: Column; down: boolean }> = {
  relevant: { column: 'score', down: true },
  desc_profit: { column: 'profit', down: true },
  asc_profit: { column: 'profit', down: false },
  desc_price: { column: 'price', down: true },
  asc_price: { column: 'price', down: false },
  desc_lastest_volume: { column: 'orders', down: true },
  asc_lastest_volume: { column: 'orders', down: false },
  asc_shipping_time: { column: 'ship_days', down: false },
  desc_shipping_time: { column: 'ship_days', down: true },
  asc_shipping_cost: { column: 'ship_cost', down: false },
  desc_shipping_cost: { column: 'ship_cost', down: true },
}
