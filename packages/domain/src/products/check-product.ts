/**
 * What must hold of any product that is saved, whoever wrote it: editor, bulk edit, import or split. Hints (a
 * compare-at below the price) are not here.
 */
import {
  MAX_AMOUNT,
  MAX_OPTIONS,
  MAX_TITLE,
  MAX_VARIANTS,
  MAX_WEIGHT_G,
  type Product,
  type ProductVariant,
} from './product.ts'

type ProductReason =
  | 'title_empty'
  | 'title_too_long'
  | 'image_twice'
  | 'too_many_options'
  | 'option_name_empty'
  | 'option_name_taken'
  | 'option_without_values'
  | 'value_empty'
  | 'value_taken'
  | 'values_do_not_fit_options'
  | 'value_unknown'
  | 'image_unknown'
  | 'amount_invalid'
  | 'weight_invalid'
  | 'no_variants'
  | 'too_many_variants'
  | 'variants_alike'
  | 'variant_twice'

export interface ProductProblem {
  /** As in changes.ts: 'title', 'options', 'variants/<id>/price'. */ field: string
  reason: ProductReason
}

const distinct = (texts: readonly string[]): boolean =>
  new Set(texts.map((text) => text.trim().toLowerCase())).size === texts.length
const amount = (value: number, most: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= most

function checkOptions({ options }: Product): ProductProblem[] {
  const reasons: ProductReason[] = []
  if (options.length > MAX_OPTIONS) reasons.push('too_many_options')
  if (options.some(({ name }) => name.trim() === '')) reasons.push('option_name_empty')
  if (!distinct(options.map(({ name }) => name))) reasons.push('option_name_taken')
  if (options.some(({ values }) => values.length === 0)) reasons.push('option_without_values')
  if (options.some(({ values }) => values.some((value) => value.trim() === ''))) reasons.push('value_empty')
  if (options.some(({ values }) => !distinct(values))) reasons.push('value_taken')
  return reasons.map((reason) => ({ field: 'options', reason }))
}

function checkVariant(
  variant: ProductVariant,
  values: readonly ReadonlySet<string>[],
  images: ReadonlySet<string>,
): ProductProblem[] {
  const { variant_id, option_values, image_id, price, compare_at_price, weight_g } = variant
  const problem = (field: keyof ProductVariant, reason: ProductReason): ProductProblem => ({
    field: `variants/${variant_id}/${field}`,
    reason,
  })
  const found: ProductProblem[] = []
  if (option_values.length !== values.length) found.push(problem('option_values', 'values_do_not_fit_options'))
  else if (option_values.some((value, index) => !values[index]?.has(value)))
    found.push(problem('option_values', 'value_unknown'))
  if (image_id !== null && !images.has(image_id)) found.push(problem('image_id', 'image_unknown'))
  if (!amount(price, MAX_AMOUNT)) found.push(problem('price', 'amount_invalid'))
  if (compare_at_price !== null && !amount(compare_at_price, MAX_AMOUNT))
    found.push(problem('compare_at_price', 'amount_invalid'))
  if (weight_g !== null && !amount(weight_g, MAX_WEIGHT_G)) found.push(problem('weight_g', 'weight_invalid'))
  return found
}

export function checkProduct(product: Product): ProductProblem[] {
  const { title, images, options, variants } = product
  const found: ProductProblem[] = []
  if (title.trim() === '') found.push({ field: 'title', reason: 'title_empty' })
  if (title.length > MAX_TITLE) found.push({ field: 'title', reason: 'title_too_long' })
  if (new Set(images.map(({ image_id }) => image_id)).size < images.length)
    found.push({ field: 'images', reason: 'image_twice' })
  found.push(...checkOptions(product))
  if (variants.length === 0) found.push({ field: 'variants', reason: 'no_variants' })
  if (variants.length > MAX_VARIANTS) found.push({ field: 'variants', reason: 'too_many_variants' })
  if (new Set(variants.map(({ variant_id }) => variant_id)).size < variants.length)
    found.push({ field: 'variants', reason: 'variant_twice' })

  const values = options.map((option) => new Set(option.values))
  const known = new Set(images.map(({ image_id }) => image_id))
  const seen = new Set<string>()
  for (const variant of variants) {
    found.push(...checkVariant(variant, values, known))
    const key = JSON.stringify(variant.option_values)
    if (seen.has(key)) found.push({ field: `variants/${variant.variant_id}/option_values`, reason: 'variants_alike' })
    seen.add(key)
  }
  return found
}
