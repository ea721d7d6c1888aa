/**
 * What is known beforehand about a push: what the channel would refuse, and what it would do differently than meant. The
 * limits of a channel are rows; one function reads them.
 */
import type { Channel, ListingDocument } from './document.ts'

export type ListingProblem =
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
    | 'description'
    | 'page'
    | 'vendor'
  problem: ListingProblem
  limit?: number
}

interface ChannelLimits {
  title: number
  variants: number
  options: number
  pictures: number
  /** A catalog: its items are refused without a text, a picture and a page that they lead to. */
  catalog?: true
}

/** Shopify: documented limits of 2026-10. WooCommerce names none; the figures keep a shop usable (ours).
 * Facebook and Google: a variant is an item of its own, so its number is ours; titles and pictures as they document. */
const LIMITS: Partial<Record<Channel, ChannelLimits>> = {
  shopify: { title: 255, variants: 2048, options: 3, pictures: 250 },
  woocommerce: { title: 255, variants: 1000, options: 5, pictures: 250 },
  facebook: { title: 200, variants: 1000, options: 10, pictures: 21, catalog: true },
  google: { title: 150, variants: 1000, options: 10, pictures: 11, catalog: true },
}

/** Whether products there lead to a page in another store of the seller. */
export const leadsElsewhere = (channel: Channel): boolean => LIMITS[channel]?.catalog === true

export function checkListing(channel: Channel, document: ListingDocument): Finding[] {
  const { title, variants, options, pictures } = document
  const limits = LIMITS[channel]
  const found: Finding[] = []
  const block = (field: Finding['field'], problem: ListingProblem, limit?: number) =>
    found.push({ severity: 'block', field, problem, ...(limit !== undefined && { limit }) })
  const warn = (field: Finding['field'], problem: ListingProblem) => found.push({ severity: 'warn', field, problem })
  if (title.trim() === '') block('title', 'no_title')
  if (variants.length === 0) block('variants', 'no_variants')
  if (limits) {
    if (title.length > limits.title) block('title', 'title_too_long', limits.title)
    if (variants.length > limits.variants) block('variants', 'too_many_variants', limits.variants)
    if (options.length > limits.options) block('options', 'too_many_options', limits.options)
    if (pictures.length > limits.pictures) block('pictures', 'too_many_pictures', limits.pictures)
  }
  if (limits?.catalog) {
    const text = document.description.replace(/<[^>]*>/g, '').trim()
    if (text === '') block('description', 'no_description')
    if (!document.link) block('page', 'no_page')
    if (pictures.length === 0) block('pictures', 'no_pictures')
    if (document.vendor === '' && variants.some(({ barcode }) => barcode === '')) warn('vendor', 'no_brand')
  }
  const tuples = new Set(variants.map(({ option_values }) => JSON.stringify(option_values)))
  if (tuples.size < variants.length) block('options', 'options_twice')
  if (variants.some(({ price }) => price === 0)) block('price', 'price_missing')
  if (pictures.length === 0 && !limits?.catalog) warn('pictures', 'no_pictures')
  if (variants.some(({ quantity }) => quantity === null)) warn('stock', 'stock_unknown')
  if (variants.some(({ weight_g }) => weight_g === null)) warn('weight', 'weight_unknown')
  return found
}
