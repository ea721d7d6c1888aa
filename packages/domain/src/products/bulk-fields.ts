/** What can be edited in many products at once, and how. Apart from the rule itself: contracts name these. */

export const BULK_FIELDS = [
  'title',
  'description',
  'vendor',
  'product_type',
  'tags',
  'collections',
  'seo_title',
  'seo_description',
  'price',
  'compare_at_price',
  'sku',
  'weight_g',
  'enabled',
  'sell_out_of_stock',
] as const
export type BulkField = (typeof BULK_FIELDS)[number]

export const BULK_HOW = [
  'set',
  'add',
  'multiply',
  'percent',
  'find_replace',
  'append',
  'prepend',
  'tags_add',
  'tags_remove',
  'clear',
  'price_rule',
  'round',
] as const
export type BulkHow = (typeof BULK_HOW)[number]
