/**
 * Adding, renaming, merging and ordering the options of a product in the editor. A variant keeps its id through all of
 * it, so its
 * supplier, its price and its history stay with it. Pure: product in, product or a reason out.
 */
import { no, ok, type Result } from '../result.ts'
import { MAX_OPTIONS, MAX_TAG, MAX_VARIANTS, type Product, type ProductOption, type ProductVariant } from './product.ts'

export type CannotEditOptions =
  | 'option_unknown'
  | 'option_name_empty'
  | 'option_name_taken'
  | 'too_many_options'
  | 'order_invalid'
  | 'value_unknown'
  | 'value_empty'
  | 'value_taken'
  | 'value_is_last'
  | 'text_too_long'
  | 'variants_would_collide'
  | 'no_variants'
  | 'too_many_variants'
type Edited = Result<Product, CannotEditOptions>

const keyOf = (values: readonly string[]): string => JSON.stringify(values)
const alike = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index)
const put = <T>(list: readonly T[], index: number, item: T): T[] => list.map((one, at) => (at === index ? item : one))
const ordered = (variants: readonly ProductVariant[]): ProductVariant[] =>
  [...variants].sort((a, b) => a.position - b.position)

/** Option texts are trimmed and bounded like everything a seller types. */
function checkText(
  text: string,
  empty: 'option_name_empty' | 'value_empty',
): Result<string, 'option_name_empty' | 'value_empty' | 'text_too_long'> {
  const clean = text.trim()
  return clean === '' ? no(empty) : clean.length > MAX_TAG ? no('text_too_long') : ok(clean)
}

const withOption = (product: Product, index: number, option: ProductOption): Product => ({
  ...product,
  options: put(product.options, index, option),
})
const mapValues = (product: Product, change: (values: string[]) => string[]): ProductVariant[] =>
  product.variants.map((variant) => ({ ...variant, option_values: change(variant.option_values) }))

export function renameOption(product: Product, index: number, name: string): Edited {
  const option = product.options[index]
  if (!option) return no('option_unknown')
  const text = checkText(name, 'option_name_empty')
  if (!text.ok) return text
  if (without(product.options, index).some((other) => alike(other.name, text.value))) return no('option_name_taken')
  return ok(withOption(product, index, { ...option, name: text.value }))
}

/** `order` holds the old places in their new order. */
export function reorderOptions(product: Product, order: readonly number[]): Edited {
  const complete = order.length === product.options.length && product.options.every((_, index) => order.includes(index))
  if (!complete) return no('order_invalid')
  const arrange = <T>(list: readonly T[]): T[] => order.flatMap((index) => list.slice(index, index + 1))
  return ok({ ...product, options: arrange(product.options), variants: mapValues(product, arrange) })
}

export function removeOption(product: Product, index: number): Edited {
  if (!product.options[index]) return no('option_unknown')
  const variants = mapValues(product, (values) => without(values, index))
  if (new Set(variants.map(({ option_values }) => keyOf(option_values))).size < variants.length)
    return no('variants_would_collide')
  return ok({ ...product, options: without(product.options, index), variants })
}

/** Every variant gets the first value; more come by addValue. */
export function addOption(product: Product, name: string, firstValue: string): Edited {
  if (product.options.length >= MAX_OPTIONS) return no('too_many_options')
  const text = checkText(name, 'option_name_empty')
  if (!text.ok) return text
  const value = checkText(firstValue, 'value_empty')
  if (!value.ok) return value
  if (product.options.some((option) => alike(option.name, text.value))) return no('option_name_taken')
  return ok({
    ...product,
    options: [...product.options, { name: text.value, values: [value.value] }],
    variants: mapValues(product, (values) => [...values, value.value]),
  })
}

/** Another spelling of the same value is a rename too; the name of another value is not: that is merging. */
export function renameValue(product: Product, index: number, from: string, to: string): Edited {
  const option = product.options[index]
  if (!option) return no('option_unknown')
  if (!option.values.includes(from)) return no('value_unknown')
  const text = checkText(to, 'value_empty')
  if (!text.ok) return text
  if (option.values.some((value) => value !== from && alike(value, text.value))) return no('value_taken')
  const rename = (value: string): string => (value === from ? text.value : value)
  const variants = mapValues(product, (values) => values.map((value, at) => (at === index ? rename(value) : value)))
  return ok({ ...withOption(product, index, { ...option, values: option.values.map(rename) }), variants })
}

/**
 * Several values become one, a new name or one that is there. Of variants that become alike the first in position
 * stays.
 */
export function mergeValues(product: Product, index: number, from: readonly string[], into: string): Edited {
  const option = product.options[index]
  if (!option) return no('option_unknown')
  if (from.length === 0 || from.some((value) => !option.values.includes(value))) return no('value_unknown')
  const text = checkText(into, 'value_empty')
  if (!text.ok) return text
  const target = option.values.find((value) => !from.includes(value) && alike(value, text.value)) ?? text.value
  const merge = (value: string): string => (from.includes(value) ? target : value)
  const taken = new Set<string>()
  const variants = ordered(
    mapValues(product, (values) => values.map((value, at) => (at === index ? merge(value) : value))),
  ).filter(({ option_values }) => !taken.has(keyOf(option_values)) && taken.add(keyOf(option_values)))
  return ok({ ...withOption(product, index, { ...option, values: [...new Set(option.values.map(merge))] }), variants })
}

/**
 * The new value in every combination the others have, each a copy of its first sibling; SKU and barcode stay empty, as
 * no two goods share them.
 */
export function addValue(product: Product, index: number, value: string, newId: () => string): Edited {
  const option = product.options[index]
  if (!option) return no('option_unknown')
  const text = checkText(value, 'value_empty')
  if (!text.ok) return text
  if (option.values.some((other) => alike(other, text.value))) return no('value_taken')
  const siblings = new Map<string, ProductVariant>()
  for (const variant of ordered(product.variants)) {
    const key = keyOf(without(variant.option_values, index))
    if (!siblings.has(key)) siblings.set(key, variant)
  }
  if (product.variants.length + siblings.size > MAX_VARIANTS) return no('too_many_variants')
  const next = product.variants.reduce((most, { position }) => Math.max(most, position + 1), 0)
  const added = [...siblings.values()].map((sibling, offset): ProductVariant => ({
    ...sibling,
    variant_id: newId(),
    position: next + offset,
    option_values: put(sibling.option_values, index, text.value),
    sku: '',
    barcode: '',
  }))
  return ok({
    ...withOption(product, index, { ...option, values: [...option.values, text.value] }),
    variants: [...product.variants, ...added],
  })
}

export function removeValue(product: Product, index: number, value: string): Edited {
  const option = product.options[index]
  if (!option) return no('option_unknown')
  if (!option.values.includes(value)) return no('value_unknown')
  if (option.values.length === 1) return no('value_is_last')
  const variants = product.variants.filter(({ option_values }) => option_values[index] !== value)
  if (variants.length === 0) return no('no_variants')
  return ok({
    ...withOption(product, index, { ...option, values: option.values.filter((other) => other !== value) }),
    variants,
  })
}

/** Variants follow: sorted by the first option's values, then the second's. */
export function reorderValues(product: Product, index: number, values: readonly string[]): Edited {
  const option = product.options[index]
  if (!option) return no('option_unknown')
  if (values.length !== option.values.length || !option.values.every((value) => values.includes(value)))
    return no('order_invalid')
  const changed = withOption(product, index, { ...option, values: [...values] })
  const places = changed.options.map((option) => new Map(option.values.map((value, place) => [value, place])))
  const rank = ({ option_values }: ProductVariant): number[] =>
    option_values.map((value, at) => places[at]?.get(value) ?? 0)
  const sorted = ordered(product.variants)
    .map((variant) => ({ variant, rank: rank(variant) }))
    .sort((a, b) => a.rank.map((place, at) => place - (b.rank[at] ?? 0)).find((difference) => difference !== 0) ?? 0)
  return ok({ ...changed, variants: sorted.map(({ variant }, position) => ({ ...variant, position })) })
}
