/**
 * A product as the search index knows it (design, search): words and filters as tags, and the values it is sorted by.
 */
import { lineage } from './categories.ts'
import { DEFAULT_CONDITION } from './conditions.ts'
import {
  type Band,
  LISTING_BANDS,
  ORDER_BANDS,
  PRICE_BANDS,
  RATING_FLOORS,
  SHIPPING_COSTS,
  SHIPPING_DAYS,
  type Collection,
} from './search-options.ts'
import { wordsOf } from './words.ts'

export interface SearchFacts {
  name: string
  source: string
  category_id: number | null
  price: number
  profit: number
  orders: number
  orders_week: number
  rating: number | null
  reviews_count: number
  listings: number | null
  ship_froms: readonly string[]
  ship_countries: readonly string[]
  /** Per country: the cheapest way's cost and its slowest day. */
  shipping: Readonly<Record<string, { cost: number; days: number | null }>>
  /** Sold one by one, without a minimum quantity. */
  single: boolean
  condition: string
}

export interface SearchDocument {
  tags: string[]
  score: number
  price: number
  profit: number
  orders: number
  ship_days: number
  ship_cost: number
  listings: number | null
  rating: number | null
}

/** What is not known sorts behind everything that is. */
export const UNKNOWN_DAYS = 999
export const UNKNOWN_COST = 2_000_000_000

export const inBand = (value: number, { min, max }: Band) =>
  (min === null || value >= min) && (max === null || value < max)

const bandTags = (letter: string, bands: readonly Band[], value: number) =>
  bands.flatMap((band, index) => (inBand(value, band) ? [`${letter}:${index}`] : []))

const FAST_DAYS = 8 // spec: not shown. What counts as fast to the US
const TRENDING_WEEK = 20 // spec: not shown. Orders of a week from which growth means something
const TRENDING_SHARE = 0.02 // … and their share of all orders so far

/** Sourcing spec §2: computed from data, never curated by hand. Of new goods, as lists show them. */
export function collectionsOf(facts: SearchFacts): Collection[] {
  if (facts.condition !== DEFAULT_CONDITION) return []
  const us = facts.shipping['US']
  const home = facts.ship_froms.includes('US')
  return [
    ...(facts.orders_week >= TRENDING_WEEK && facts.orders_week >= facts.orders * TRENDING_SHARE
      ? ['trending' as const]
      : []),
    ...(us && us.days !== null && us.days <= FAST_DAYS ? ['fastest_delivery_us' as const] : []),
    ...(us?.cost === 0 ? ['free_ship_us' as const] : []),
    ...(home && facts.source === 'ebay' ? ['made_in_us' as const] : []),
  ]
}

/** Popularity, held back while few have judged; growth counts more than size. */
export function scoreOf(
  facts: Pick<SearchFacts, 'orders' | 'orders_week' | 'rating' | 'reviews_count' | 'profit'>,
): number {
  const trust = facts.rating === null ? 0 : ((facts.rating - 3) * facts.reviews_count) / (facts.reviews_count + 20)
  return (
    Math.log10(facts.orders + 1) +
    1.5 * Math.log10(facts.orders_week + 1) +
    trust +
    Math.min(1, Math.max(0, facts.profit) / 5000)
  )
}

export function toSearchDocument(facts: SearchFacts): SearchDocument {
  const us = facts.shipping['US']
  const { rating } = facts
  const tags = new Set([
    ...wordsOf(facts.name).map((word) => `w:${word}`),
    `s:${facts.source}`,
    `n:${facts.condition}`,
    ...lineage(facts.category_id).map((id) => `c:${id}`),
    ...facts.ship_froms.map((code) => `f:${code}`),
    ...facts.ship_countries.map((code) => `t:${code}`),
    ...bandTags('p', PRICE_BANDS, facts.price),
    ...bandTags('o', ORDER_BANDS, facts.orders),
    ...(facts.listings === null ? [] : bandTags('l', LISTING_BANDS, facts.listings)),
    ...(rating === null ? [] : RATING_FLOORS.filter((floor) => rating >= floor).map((floor) => `r:${floor}`)),
    ...Object.entries(facts.shipping).flatMap(([code, { cost, days }]) => [
      ...SHIPPING_COSTS.filter((most) => cost <= most).map((most) => `k:${code}:${most}`),
      ...(days === null ? [] : SHIPPING_DAYS.filter((most) => days <= most).map((most) => `d:${code}:${most}`)),
    ]),
    ...collectionsOf(facts).map((slug) => `g:${slug}`),
    ...(facts.single ? ['x:single'] : []),
  ])
  return {
    tags: [...tags].sort(),
    score: Math.round(scoreOf(facts) * 1000) / 1000,
    price: facts.price,
    profit: facts.profit,
    orders: facts.orders,
    ship_days: us?.days ?? UNKNOWN_DAYS,
    ship_cost: us?.cost ?? UNKNOWN_COST,
    listings: facts.listings,
    rating,
  }
}
