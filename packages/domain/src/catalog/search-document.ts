/**
 * A product as the search index knows it (design, search): words and filters as tags, and the values it is sorted by.
 */
import { SUPPLIER_FACTS } from '../vendors/manifest.ts'
import { MAX_SHOWN_DAYS } from '../shipping-time.ts'
import { lineage } from './categories.ts'
import { CONDITIONS, DEFAULT_CONDITION } from './conditions.ts'
import { estimateRetail } from './retail.ts'
import {
  type Band,
  bandId,
  type Facet,
  LISTING_BANDS,
  ORDER_BANDS,
  PRICE_BANDS,
  RATING_FLOORS,
  SHIP_FROM_COUNTRIES,
  SHIPPING_COSTS,
  SHIPPING_DAYS,
  type Collection,
} from './search-options.ts'
import { DEFAULT_SHIP_TO, type Source, SOURCES } from './sources.ts'
import { wordsOf } from './words.ts'

export interface SearchFacts {
  name: string
  source: Source
  category_id: number | null
  price: number
  orders: number
  orders_week: number
  rating: number | null
  reviews_count: number
  listings: number | null
  ship_froms: readonly string[]
  /** Per country that was asked for: the cheapest way's cost and its slowest day; null: it does not ship there. */
  shipping: Readonly<Record<string, { cost: number; days: number | null } | null>>
  /** Sold one by one, without a minimum quantity. */
  single: boolean
  condition: string
  /** Tax and import charges to the default country, on top of the price. */
  charges: number
}

/** To one country: cost, slowest day, profit at the recommended price. */
export type ShippingFigures = readonly [cost: number, days: number | null, profit: number]

/** What is not known is null. `profit`, `ship_days` and `ship_cost` are those of the default country. */
export interface SearchDocument {
  tags: string[]
  score: number
  price: number
  profit: number | null
  orders: number
  ship_days: number | null
  ship_cost: number | null
  listings: number | null
  rating: number | null
  shipping: Record<string, ShippingFigures | null>
}

export const inBand = (value: number, { min, max }: Band) =>
  (min === null || value >= min) && (max === null || value < max)

const bandTags = (letter: string, bands: readonly Band[], value: number) =>
  bands.flatMap((band, index) => (inBand(value, band) ? [`${letter}:${index}`] : []))

/** The tag behind every choice of a filter. */
const CHOICES: Record<Facet, readonly (readonly [id: string, tag: (ship_to: string) => string])[]> = {
  source: SOURCES.map((source) => [source, () => `s:${source}`]),
  price: PRICE_BANDS.map((band, at) => [bandId(band), () => `p:${at}`]),
  orders: ORDER_BANDS.map((band, at) => [bandId(band), () => `o:${at}`]),
  listings: LISTING_BANDS.map((band, at) => [bandId(band), () => `l:${at}`]),
  rating: RATING_FLOORS.map((floor) => [String(floor), () => `r:${floor}`]),
  days: SHIPPING_DAYS.map((most) => [String(most), (ship_to) => `d:${ship_to}:${most}`]),
  shipping: SHIPPING_COSTS.map((most) => [String(most), (ship_to) => `k:${ship_to}:${most}`]),
  condition: CONDITIONS.map((condition) => [condition, () => `n:${condition}`]),
  ship_from: SHIP_FROM_COUNTRIES.map((code) => [code, () => `f:${code}`]),
}
export const choicesOf = (facet: Facet, ship_to: string): (readonly [id: string, tag: string])[] =>
  CHOICES[facet].map(([id, tag]) => [id, tag(ship_to)] as const)

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
    ...(home && SUPPLIER_FACTS[facts.source].counts_as_us_made ? ['made_in_us' as const] : []),
  ]
}

/** Popularity, held back while few have judged; growth counts more than size. */
export function scoreOf(
  facts: Pick<SearchFacts, 'orders' | 'orders_week' | 'rating' | 'reviews_count'>,
  profit: number | null,
): number {
  const trust = facts.rating === null ? 0 : ((facts.rating - 3) * facts.reviews_count) / (facts.reviews_count + 20)
  return (
    Math.log10(facts.orders + 1) +
    1.5 * Math.log10(facts.orders_week + 1) +
    trust +
    Math.min(1, Math.max(0, profit ?? 0) / 5000)
  )
}

/** A time that no screen would show counts as not known (foundation spec §5). */
const believable = (days: number | null) => (days !== null && days > 0 && days <= MAX_SHOWN_DAYS ? days : null)

function figuresOf(
  price: number,
  sent: { cost: number; days: number | null } | null,
  charges: number,
): ShippingFigures | null {
  return sent && [sent.cost, believable(sent.days), estimateRetail(price, sent.cost, charges).profit]
}

export function toSearchDocument(facts: SearchFacts): SearchDocument {
  const { rating } = facts
  const shipping = Object.fromEntries(
    Object.entries(facts.shipping).map(([code, sent]) => [
      code,
      // Those of other countries nobody knows.
      figuresOf(facts.price, sent, code === DEFAULT_SHIP_TO ? facts.charges : 0),
    ]),
  )
  const [ship_cost = null, ship_days = null, profit = null] = shipping[DEFAULT_SHIP_TO] ?? []
  const tags = new Set([
    ...wordsOf(facts.name).map((word) => `w:${word}`),
    `s:${facts.source}`,
    `n:${facts.condition}`,
    ...lineage(facts.category_id).map((id) => `c:${id}`),
    ...facts.ship_froms.map((code) => `f:${code}`),
    ...bandTags('p', PRICE_BANDS, facts.price),
    ...bandTags('o', ORDER_BANDS, facts.orders),
    ...(facts.listings === null ? [] : bandTags('l', LISTING_BANDS, facts.listings)),
    ...(rating === null ? [] : RATING_FLOORS.filter((floor) => rating >= floor).map((floor) => `r:${floor}`)),
    // Of the other countries `shipping` tells it: twelve times as many tags would make every row and index larger.
    ...SHIPPING_COSTS.filter((most) => ship_cost !== null && ship_cost <= most).map(
      (most) => `k:${DEFAULT_SHIP_TO}:${most}`,
    ),
    ...SHIPPING_DAYS.filter((most) => ship_days !== null && ship_days <= most).map(
      (most) => `d:${DEFAULT_SHIP_TO}:${most}`,
    ),
    ...collectionsOf(facts).map((slug) => `g:${slug}`),
    ...(facts.single ? ['x:single'] : []),
  ])
  return {
    tags: [...tags].sort(),
    score: Math.round(scoreOf(facts, profit) * 1000) / 1000,
    price: facts.price,
    profit,
    orders: facts.orders,
    ship_days,
    ship_cost,
    listings: facts.listings,
    rating,
    shipping,
  }
}
