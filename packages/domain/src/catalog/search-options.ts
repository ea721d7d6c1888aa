/** Sourcing spec §2 and §9: the filters and orders a seller can choose from. */
import { DEFAULT_SHIP_FROM, MAIN_COUNTRIES } from './sources.ts'

/** §2. `relevant` answers a text best; without one it is popularity. */
export const SORTS = [
  'relevant',
  'desc_profit',
  'asc_profit',
  'desc_price',
  'asc_price',
  'desc_lastest_volume',
  'asc_lastest_volume',
  'asc_shipping_time',
  'desc_shipping_time',
  'asc_shipping_cost',
  'desc_shipping_cost',
] as const
export type Sort = (typeof SORTS)[number]
export const DEFAULT_SORT: Sort = 'desc_profit' // §2

export interface Band {
  min: number | null
  max: number | null
}

/** §9, in orders. */
export const ORDER_BANDS: readonly Band[] = [
  { min: 100, max: null },
  { min: null, max: 500 },
  { min: 500, max: 1000 },
  { min: 1000, max: 5000 },
  { min: 5000, max: 10_000 },
  { min: 10_000, max: null },
]
/** §9, in US cents. */
export const PRICE_BANDS: readonly Band[] = [
  { min: null, max: 1000 },
  { min: 1000, max: 3000 },
  { min: 3000, max: 5000 },
  { min: 5000, max: 10_000 },
  { min: 10_000, max: null },
]
/** §9, in shops that list the product. */
export const LISTING_BANDS: readonly Band[] = [
  { min: null, max: 100 },
  { min: 100, max: 250 },
  { min: 250, max: 500 },
  { min: 500, max: 750 },
  { min: 750, max: 1000 },
  { min: 1000, max: null },
]
export const RATING_FLOORS = [4.5, 4, 3] as const // spec: not shown
export const SHIPPING_DAYS = [5, 8, 12, 20] as const // spec: not shown. "At most so many days"
export const SHIPPING_COSTS = [0, 300, 500, 1000] as const // spec: not shown. US cents; 0 is free shipping

/** spec: not shown. Where products are sent from, as far as it can be chosen. */
export const SHIP_FROM_COUNTRIES: readonly string[] = [DEFAULT_SHIP_FROM, ...MAIN_COUNTRIES]

/** How a band is named where its products are counted. */
export const bandId = ({ min, max }: Band) => `${min ?? ''}-${max ?? ''}`

/** The filters whose choices are counted beside a list: how many products each choice would leave. */
export const FACETS = [
  'source',
  'price',
  'orders',
  'listings',
  'rating',
  'days',
  'shipping',
  'condition',
  'ship_from',
] as const
export type Facet = (typeof FACETS)[number]

/** §2: computed from data; the words and the picture of each are the web app's. */
export const COLLECTIONS = ['trending', 'fastest_delivery_us', 'free_ship_us', 'made_in_us'] as const
export type Collection = (typeof COLLECTIONS)[number]

/** A total past it is shown as "10,000+", and no page beyond it is offered (design, search). */
export const TOTAL_CAP = 10_000
export const MAX_TEXT = 200 // spec: not shown; a title is never longer
