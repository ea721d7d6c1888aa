/**
 * What a seller looks for: the search's filters as they stand in the URL (sourcing spec §2, §9). Pure: read, write,
 * ask.
 */
import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { type Condition, CONDITIONS } from '@omni/domain/catalog/conditions.ts'
import { type Band, DEFAULT_SORT, MAX_TEXT, type Sort, SORTS } from '@omni/domain/catalog/search-options.ts'
import { DEFAULT_SHIP_TO, isSource, type Source, toIsoCountry } from '@omni/domain/catalog/sources.ts'
import type { UrlChanges, UrlValues } from '../../platform/url-state.ts'

/** null is "any". Amounts are US cents. */
export interface Filters {
  text: string
  exact: boolean
  sources: readonly Source[]
  category_id: number | null
  price: Band
  orders: Band
  listings: Band
  min_rating: number | null
  /** null: new goods, as the search does by itself. */
  condition: Condition | 'all' | null
  ship_from: string | null
  ship_to: string
  max_days: number | null
  max_shipping: number | null
  free_shipping: boolean
  /** null: the default for what is asked. */
  sort: Sort | null
  page: number
  favourites: boolean
}

/** What can be chosen instead of new goods alone. */
export const CONDITION_CHOICES = ['refurbished', 'used', 'all'] as const

export const ANY: Band = { min: null, max: null }
export const NO_FILTERS: Filters = {
  text: '',
  exact: false,
  sources: [],
  category_id: null,
  price: ANY,
  orders: ANY,
  listings: ANY,
  min_rating: null,
  condition: null,
  ship_from: null,
  ship_to: DEFAULT_SHIP_TO,
  max_days: null,
  max_shipping: null,
  free_shipping: false,
  sort: null,
  page: 1,
  favourites: false,
}

function whole(text: string | undefined, most = 1_000_000_000): number | null {
  const value = Number(text)
  return text && /^\d+$/.test(text) && value <= most ? value : null
}

function rating(text: string | undefined): number | null {
  const value = Number(text)
  return text && value > 0 && value <= 5 ? value : null
}

const country = (text: string | undefined): string | null =>
  text && /^[a-z]{2}$/i.test(text) ? toIsoCountry(text) : null

/** Anything can stand in an address: what is no filter is left out, and the page still opens. */
export function readFilters(url: UrlValues): Filters {
  return {
    text: (url['text'] ?? '').slice(0, MAX_TEXT),
    exact: url['exact'] === 'true',
    sources: [...new Set((url['source'] ?? '').split(',').filter(isSource))],
    category_id: whole(url['category_id'], 100_000) || null,
    price: { min: whole(url['min_price']), max: whole(url['max_price']) },
    orders: { min: whole(url['min_order']), max: whole(url['max_order']) },
    listings: { min: whole(url['min_list']), max: whole(url['max_list']) },
    min_rating: rating(url['min_rating']),
    condition: CONDITION_CHOICES.find((choice) => choice === url['condition']) ?? null,
    ship_from: country(url['ship_from']),
    ship_to: country(url['ship_to']) ?? DEFAULT_SHIP_TO,
    max_days: whole(url['max_days'], 99) || null,
    max_shipping: whole(url['max_shipping']),
    free_shipping: url['free_shipping'] === 'true',
    sort: SORTS.find((sort) => sort === url['sort']) ?? null,
    page: whole(url['page'], 500) || 1,
    favourites: url['favourites'] === 'true' || url['favourites'] === '',
  }
}

const text = (value: number | null) => (value === null ? undefined : String(value))
const flag = (value: boolean) => (value ? 'true' : undefined)

/** Defaults are not written, so an address says only what was chosen. */
export function writeFilters(filters: Filters): UrlChanges {
  return {
    text: filters.text || undefined,
    exact: flag(filters.exact),
    source: filters.sources.join(',') || undefined,
    category_id: text(filters.category_id),
    min_price: text(filters.price.min),
    max_price: text(filters.price.max),
    min_order: text(filters.orders.min),
    max_order: text(filters.orders.max),
    min_list: text(filters.listings.min),
    max_list: text(filters.listings.max),
    min_rating: text(filters.min_rating),
    condition: filters.condition ?? undefined,
    ship_from: filters.ship_from ?? undefined,
    ship_to: filters.ship_to === DEFAULT_SHIP_TO ? undefined : filters.ship_to,
    max_days: text(filters.max_days),
    max_shipping: text(filters.max_shipping),
    free_shipping: flag(filters.free_shipping),
    sort: filters.sort ?? undefined,
    page: filters.page > 1 ? String(filters.page) : undefined,
    favourites: flag(filters.favourites),
  }
}

/**
 * §2: highest profit first. A text is answered by what fits it best, until another order is chosen (spec: not shown).
 */
export const sortOf = ({ sort, text }: Filters): Sort => sort ?? (text === '' ? DEFAULT_SORT : 'relevant')

type FindInput = Omit<CallInput<typeof catalogCalls.findProducts>, 'cursor' | 'collection'>

export function toInput(filters: Filters, page_size: number): FindInput {
  const {
    sources,
    category_id,
    price,
    orders,
    listings,
    min_rating,
    condition,
    ship_from,
    max_days,
    max_shipping,
    free_shipping,
    page,
  } = filters
  return {
    ...(filters.text ? { text: filters.text } : {}),
    ...(filters.exact ? { exact: true } : {}),
    ...(sources.length > 0 ? { source: [...sources] } : {}),
    ...(category_id === null ? {} : { category_id }),
    ...(price.min === null ? {} : { min_price: price.min }),
    ...(price.max === null ? {} : { max_price: price.max }),
    ...(orders.min === null ? {} : { min_order: orders.min }),
    ...(orders.max === null ? {} : { max_order: orders.max }),
    ...(listings.min === null ? {} : { min_list: listings.min }),
    ...(listings.max === null ? {} : { max_list: listings.max }),
    ...(min_rating === null ? {} : { min_rating }),
    ...(condition === null ? {} : { condition: condition === 'all' ? [...CONDITIONS] : [condition] }),
    ...(ship_from === null ? {} : { ship_from }),
    ...(max_days === null ? {} : { max_days }),
    ...(max_shipping === null ? {} : { max_shipping }),
    ...(free_shipping ? { free_shipping: true } : {}),
    ...(page > 1 ? { page } : {}),
    ship_to: filters.ship_to,
    sort: sortOf(filters),
    page_size,
  }
}
