/**
 * What is known beforehand about a push: what the channel would refuse, and what it would do differently than meant. The
 * limits of a channel are data of its folder; one function reads them.
 */
import { CHANNEL_FACTS } from '../vendors/manifest.ts'
import type { Channel, ListingDocument } from './document.ts'
import type { ListingLimits } from './listing-limits.ts'

type ListingProblem =
  | 'no_rate'
  | 'no_title'
  | 'title_too_long'
  | 'no_variants'
  | 'too_many_variants'
  | 'too_many_options'
  | 'too_many_pictures'
  | 'no_pictures'
  | 'price_missing'
  | 'stock_unknown'
  | 'weight_unknown'
  | 'options_twice'
  | 'title_too_short'
  | 'title_symbols'
  | 'option_too_long'
  | 'stock_sold_out'
  | 'weight_default'
  | 'no_category'
  | 'category_unknown'
  | 'attribute_missing'
  | 'size_chart_missing'
  | 'manufacturer_missing'
  | 'responsible_missing'
  | 'parcel_missing'
  | 'store_not_ready'
  | 'no_description'
  | 'no_page'
  | 'no_brand'

export interface Finding {
  severity: 'block' | 'warn'
  field:
    | 'title'
    | 'variants'
    | 'options'
    | 'pictures'
    | 'price'
    | 'stock'
    | 'weight'
    | 'marketplace'
    | 'store'
    | 'description'
    | 'page'
    | 'vendor'
  problem: ListingProblem
  limit?: number
  /** What it is about, in the channel's words: an attribute, what the store has not done. */
  name?: string
}

/** What a channel takes of a listing in a store of this country. */
function limitsOf(channel: Channel, country: string): ListingLimits {
  const { countries = [], ...limits }: ListingLimits = CHANNEL_FACTS[channel].limits
  return Object.assign({}, limits, ...countries.filter(({ of }) => of.includes(country)))
}

/** Whether products there lead to a page in another store of the seller. */
export const leadsElsewhere = (channel: Channel): boolean => limitsOf(channel, '').catalog === true

/** `country`: of the store, where its channel has rules by country. */
export function checkListing(channel: Channel, document: ListingDocument, country = ''): Finding[] {
  const { title, variants, options, pictures } = document
  const limits = limitsOf(channel, country)
  const { marketplace, title_least = 1 } = limits
  const found: Finding[] = []
  const block = (field: Finding['field'], problem: ListingProblem, limit?: number) =>
    found.push({ severity: 'block', field, problem, ...(limit !== undefined && { limit }) })
  const warn = (field: Finding['field'], problem: ListingProblem) => found.push({ severity: 'warn', field, problem })
  if (title.trim() === '') block('title', 'no_title')
  if (variants.length === 0) block('variants', 'no_variants')
  if (title.length > limits.title) block('title', 'title_too_long', limits.title)
  if (variants.length > limits.variants) block('variants', 'too_many_variants', limits.variants)
  if (options.length > limits.options) block('options', 'too_many_options', limits.options)
  if (pictures.length > limits.pictures) block('pictures', 'too_many_pictures', limits.pictures)
  if (limits.catalog) {
    const text = document.description.replace(/<[^>]*>/g, '').trim()
    if (text === '') block('description', 'no_description')
    if (!document.link) block('page', 'no_page')
    if (pictures.length === 0) block('pictures', 'no_pictures')
    if (document.vendor === '' && variants.some(({ barcode }) => barcode === '')) warn('vendor', 'no_brand')
  }
  const tuples = new Set(variants.map(({ option_values }) => JSON.stringify(option_values)))
  if (tuples.size < variants.length) block('options', 'options_twice')
  if (variants.some(({ price }) => price === 0)) block('price', 'price_missing')
  if (marketplace) {
    const { title_symbols, option_name, option_value } = marketplace
    if (title.trim() !== '' && title.trim().length < title_least) block('title', 'title_too_short', title_least)
    if (new RegExp(title_symbols, 'u').test(title)) block('title', 'title_symbols')
    if (options.some(({ name }) => name.length > option_name)) block('options', 'option_too_long', option_name)
    if (options.some(({ values }) => values.some((value) => value.length > option_value)))
      block('options', 'option_too_long', option_value)
  }
  if (pictures.length === 0 && !limits?.catalog) (marketplace ? block : warn)('pictures', 'no_pictures')
  if (variants.some(({ quantity }) => quantity === null))
    warn('stock', marketplace ? 'stock_sold_out' : 'stock_unknown')
  if (variants.some(({ weight_g }) => weight_g === null))
    warn('weight', marketplace ? 'weight_default' : 'weight_unknown')
  return found
}
