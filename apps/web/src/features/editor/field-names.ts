/** Field names of changes.ts in the reader's words. */
import { parseField } from '@omni/domain/products/changes.ts'
import { formatMinor } from '@omni/domain/format-money.ts'
import type { Product, ProductField, ProductVariant, VariantField } from '@omni/domain/products/product.ts'
import type { TextKey, Translate } from '../../platform/i18n.ts'

const PRODUCT_WORDS: Record<ProductField, TextKey> = {
  title: 'editor.title',
  description: 'editor.description',
  vendor: 'editor.vendor',
  product_type: 'editor.product_type',
  tags: 'editor.tags',
  collections: 'editor.collections',
  handle: 'editor.handle',
  seo_title: 'editor.seo_title',
  seo_description: 'editor.seo_description',
  images: 'editor.images',
  options: 'editor.options',
}
const VARIANT_WORDS: Record<VariantField, TextKey> = {
  position: 'editor.position',
  option_values: 'editor.options',
  sku: 'editor.sku',
  barcode: 'editor.barcode',
  price: 'editor.price',
  compare_at_price: 'editor.compare_at',
  weight_g: 'editor.weight',
  image_id: 'editor.picture',
  sell_out_of_stock: 'editor.stock_policy',
  enabled: 'editor.listed',
}

export const variantName = (variant: Pick<ProductVariant, 'option_values'> | undefined, t: Translate): string =>
  (variant?.option_values.length ?? 0) > 0 ? (variant?.option_values.join(' / ') ?? '') : t('editor.only_variant')

export function fieldName(field: string, product: Product, t: Translate): string {
  const name = parseField(field)
  if (!name) return field
  if (name.kind === 'product') return t(PRODUCT_WORDS[name.field])
  const variant = variantName(
    product.variants.find(({ variant_id }) => variant_id === name.variant_id),
    t,
  )
  return name.kind === 'variant'
    ? t('editor.variant_named', { name: variant })
    : t('editor.cell_named', { name: variant, field: t(VARIANT_WORDS[name.field]) })
}

const LONGEST = 140
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** A value as one line; amounts in the product's currency. */
export function shownValue(field: string, value: unknown, currency: string, locale: string, t: Translate): string {
  const name = parseField(field)
  if (value === null || value === undefined || value === '') return t('editor.nothing')
  if (typeof value === 'boolean') return t(value ? 'editor.yes' : 'editor.no')
  if (
    name?.kind === 'cell' &&
    (name.field === 'price' || name.field === 'compare_at_price') &&
    typeof value === 'number'
  )
    return formatMinor(value, currency, locale)
  if (field === 'images' && Array.isArray(value)) return t('editor.image_count', { count: value.length })
  if (field === 'options' && Array.isArray(value))
    return short(
      value
        .map((item: unknown) => (typeof item === 'object' && item !== null && 'name' in item ? String(item.name) : ''))
        .join(', '),
    )
  if (Array.isArray(value)) return short(value.join(', ')) || t('editor.nothing')
  if (typeof value === 'object')
    return variantName(
      'option_values' in value && Array.isArray(value.option_values)
        ? { option_values: value.option_values.map(String) }
        : undefined,
      t,
    )
  return (
    short(
      String(value)
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ) || t('editor.nothing')
  )
}
