import type { ProductFieldName, VariantFieldName } from '@omni/domain/channels/fields.ts'
import type { TextKey } from '../../platform/i18n.ts'

const TITLES: Record<ProductFieldName | VariantFieldName, TextKey> = {
  title: 'editor.title',
  description: 'editor.description',
  vendor: 'editor.vendor',
  product_type: 'editor.product_type',
  tags: 'editor.tags',
  categories: 'push.categories',
  brands: 'push.brands',
  details: 'market.title',
  seo_title: 'editor.seo_title',
  seo_description: 'editor.seo_description',
  status: 'listings.status',
  published: 'listings.status',
  options: 'editor.options',
  pictures: 'editor.images',
  exists: 'editor.listed',
  sku: 'editor.sku',
  barcode: 'editor.barcode',
  weight_g: 'editor.weight',
  picture: 'editor.picture',
  price: 'editor.price',
  compare_at_price: 'editor.compare_at',
  quantity: 'product_center.stock',
  sell_out_of_stock: 'editor.stock_policy',
}

const isKnown = (name: string): name is keyof typeof TITLES => name in TITLES

/** A variant's field is named by its last part. */
export function fieldTitle(field: string): TextKey {
  const name = field.split('|').at(-1) ?? field
  return isKnown(name) ? TITLES[name] : 'listings.field'
}
