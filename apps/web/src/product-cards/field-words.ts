/** A product's fields and their values as a person reads them, in diffs and conflicts. */
import type { TextKey, Translate } from '../platform/i18n.ts'

const WORDS: Record<string, TextKey> = {
  title: 'bulk.field_title',
  description: 'bulk.field_description',
  vendor: 'bulk.field_vendor',
  product_type: 'bulk.field_product_type',
  tags: 'bulk.field_tags',
  collections: 'bulk.field_collections',
  handle: 'bulk.field_handle',
  seo_title: 'bulk.field_seo_title',
  seo_description: 'bulk.field_seo_description',
  images: 'bulk.field_images',
  options: 'bulk.field_options',
  price: 'bulk.field_price',
  compare_at_price: 'bulk.field_compare_at_price',
  sku: 'bulk.field_sku',
  barcode: 'bulk.field_barcode',
  weight_g: 'bulk.field_weight_g',
  enabled: 'bulk.field_enabled',
  sell_out_of_stock: 'bulk.field_sell_out_of_stock',
}

export const fieldWord = (field: string, t: Translate): string => t(WORDS[field] ?? 'bulk.field_unknown')

const MOST_CHARACTERS = 160

const cut = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text)
const withoutTags = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Long texts are cut; a list is joined; nothing is a dash. `money` writes amounts. */
export function writeValue(value: unknown, t: Translate, money?: (amount: number) => string): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '—'
  if (typeof value === 'boolean') return t(value ? 'bulk.yes' : 'bulk.no')
  if (typeof value === 'number') return money ? money(value) : String(value)
  if (typeof value === 'string') return cut(withoutTags(value))
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return cut(value.join(', '))
  return Array.isArray(value) ? t('bulk.entries', { count: value.length }) : t('bulk.something')
}
