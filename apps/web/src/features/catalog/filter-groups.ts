/** The filters a seller can choose from, as data: one table for the chips, the popovers and the phone's sheet. */
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
  type Sort,
} from '@omni/domain/catalog/search-options.ts'
import { countryName } from '@omni/domain/countries.ts'
import { formatMinor } from '@omni/domain/format-money.ts'
import { intlLocale, type TextKey, type Translate } from '../../platform/i18n.ts'
import type { Format } from '../../platform/format.ts'
import { ANY, CONDITION_CHOICES, type Filters } from './filters.ts'

interface FilterOption {
  /** As the counts name it. */
  id: string
  label: string
  /** What choosing it changes. */
  change: Partial<Filters>
}

export interface FilterGroup {
  key: Exclude<Facet, 'source'>
  title: TextKey
  /** What it means to choose none; left out: any. */
  none?: TextKey
  /** Stands in the row by itself; the others share "More". */
  first: boolean
  options: readonly FilterOption[]
  chosen: (filters: Filters) => FilterOption | undefined
  clear: Partial<Filters>
}

const sameBand = (a: Band, b: Band) => a.min === b.min && a.max === b.max
const isBand = (band: Band) => band.min !== null || band.max !== null

type Write = (value: number) => string
/** "Under $10", "$10–$30", "Over $100". */
function bandLabel(t: Translate, { min, max }: Band, write: Write): string {
  if (min === null) return max === null ? '' : t('filters.under', { value: write(max) })
  return max === null ? t('filters.over', { value: write(min) }) : `${write(min)}–${write(max)}`
}

/** A band typed into the address by hand is shown too, though it is none of the list. */
function bandGroup(
  t: Translate,
  key: 'price' | 'orders' | 'listings',
  title: TextKey,
  bands: readonly Band[],
  write: Write,
  first: boolean,
): FilterGroup {
  const toOption = (band: Band): FilterOption => ({
    id: bandId(band),
    label: bandLabel(t, band, write),
    change: { [key]: band },
  })
  return {
    key,
    title,
    first,
    options: bands.map(toOption),
    clear: { [key]: ANY },
    chosen: (filters) => {
      const band = filters[key]
      return isBand(band) ? toOption(bands.find((item) => sameBand(item, band)) ?? band) : undefined
    },
  }
}

function numberGroup(
  key: 'rating' | 'days',
  field: 'min_rating' | 'max_days',
  title: TextKey,
  values: readonly number[],
  write: Write,
  first: boolean,
): FilterGroup {
  const toOption = (value: number): FilterOption => ({
    id: String(value),
    label: write(value),
    change: { [field]: value },
  })
  return {
    key,
    title,
    first,
    options: values.map(toOption),
    clear: { [field]: null },
    chosen: (filters) => {
      const value = filters[field]
      return value === null ? undefined : toOption(value)
    },
  }
}

/** Free shipping is the cheapest of the shipping costs, so it stands among them. */
function shippingGroup(t: Translate, dollars: Write): FilterGroup {
  const toOption = (cents: number): FilterOption =>
    cents === 0
      ? { id: '0', label: t('filters.free_shipping'), change: { free_shipping: true, max_shipping: null } }
      : {
          id: String(cents),
          label: t('filters.at_most', { value: dollars(cents) }),
          change: { max_shipping: cents, free_shipping: false },
        }
  return {
    key: 'shipping',
    title: 'filters.shipping',
    first: false,
    options: SHIPPING_COSTS.map(toOption),
    clear: { max_shipping: null, free_shipping: false },
    chosen: ({ free_shipping, max_shipping }) =>
      free_shipping ? toOption(0) : max_shipping === null ? undefined : toOption(max_shipping),
  }
}

/** Without a choice only new goods are found. */
function conditionGroup(t: Translate): FilterGroup {
  const toOption = (choice: (typeof CONDITION_CHOICES)[number] | 'new'): FilterOption => ({
    id: choice,
    label: t(`condition.${choice}`),
    change: { condition: choice },
  })
  return {
    key: 'condition',
    title: 'filters.condition',
    none: 'condition.new',
    first: false,
    options: CONDITION_CHOICES.map(toOption),
    clear: { condition: null },
    chosen: ({ condition }) => (condition === null ? undefined : toOption(condition)),
  }
}

/** Bands are defined in US dollars (§9) and keep that currency: converted, their round figures would not be round. */
export function filterGroups(t: Translate, format: Format, language: string): FilterGroup[] {
  const locale = intlLocale(language)
  const dollars = (cents: number) => formatMinor(cents, 'USD', locale).replace(/[.,]00(?=\D*$)/, '')
  const fromOption = (code: string): FilterOption => ({
    id: code,
    label: countryName(code, locale),
    change: { ship_from: code },
  })
  return [
    bandGroup(t, 'price', 'filters.price', PRICE_BANDS, dollars, true),
    bandGroup(t, 'orders', 'filters.orders', ORDER_BANDS, format.number, true),
    numberGroup(
      'days',
      'max_days',
      'filters.days',
      SHIPPING_DAYS,
      (days) => t('filters.within_days', { count: days }),
      true,
    ),
    conditionGroup(t),
    bandGroup(t, 'listings', 'filters.listings', LISTING_BANDS, format.number, false),
    numberGroup(
      'rating',
      'min_rating',
      'filters.rating',
      RATING_FLOORS,
      (stars) => t('filters.stars_up', { stars: format.number(stars) }),
      false,
    ),
    shippingGroup(t, dollars),
    {
      key: 'ship_from',
      title: 'filters.ship_from',
      first: false,
      clear: { ship_from: null },
      options: SHIP_FROM_COUNTRIES.map(fromOption),
      chosen: ({ ship_from }) => (ship_from === null ? undefined : fromOption(ship_from)),
    },
  ]
}

/** Everything a "clear filters" takes away. What was searched for and where it is sent stay. */
export const CLEARED = {
  sources: [],
  category_id: null,
  price: ANY,
  orders: ANY,
  listings: ANY,
  min_rating: null,
  condition: null,
  ship_from: null,
  max_days: null,
  max_shipping: null,
  free_shipping: false,
} satisfies Partial<Filters>

export function countFilters(filters: Filters): number {
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
  } = filters
  return [
    sources.length > 0,
    category_id !== null,
    isBand(price),
    isBand(orders),
    isBand(listings),
    min_rating !== null,
    condition !== null,
    ship_from !== null,
    max_days !== null,
    max_shipping !== null || free_shipping,
  ].filter(Boolean).length
}

export const SORT_TEXTS: Record<Sort, TextKey> = {
  relevant: 'sort.relevant',
  desc_profit: 'sort.desc_profit',
  asc_profit: 'sort.asc_profit',
  desc_price: 'sort.desc_price',
  asc_price: 'sort.asc_price',
  desc_lastest_volume: 'sort.desc_lastest_volume',
  asc_lastest_volume: 'sort.asc_lastest_volume',
  asc_shipping_time: 'sort.asc_shipping_time',
  desc_shipping_time: 'sort.desc_shipping_time',
  asc_shipping_cost: 'sort.asc_shipping_cost',
  desc_shipping_cost: 'sort.desc_shipping_cost',
}
