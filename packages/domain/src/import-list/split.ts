/** Sourcing spec §5 and §9: cutting a product with many variants into several. */
import type { SplitLogic, SplitHandle } from './split-kinds.ts'
import { handleOf } from '../products/handle.ts'
import { MAX_TITLE, type Product, type ProductVariant } from '../products/product.ts'

const MAX_SPLIT_NUMBER = 100 // §5

export interface SplitSettings {
  /** Whether products are split by themselves; the rules below do not ask. */
  enabled: boolean
  threshold: number
  split_logic: SplitLogic
  split_handle: SplitHandle
  max_variants_per_product: number
  max_create_products: number
}

/** §9 for the numbers. */
export const DEFAULT_SPLIT: SplitSettings = {
  enabled: false,
  threshold: 100,
  split_logic: 'split_all',
  split_handle: 'max_variants',
  max_variants_per_product: 100,
  max_create_products: 100,
}

/**
 * §5: what is typed into a number field. Empty or "-" is 0, above 100 is 100; anything else that is no number is 0 too.
 */
export function cleanSplitNumber(text: string): number {
  const number = Math.trunc(Number(text.trim()))
  return Number.isNaN(number) ? 0 : Math.min(MAX_SPLIT_NUMBER, Math.max(0, number))
}

const excessOf = (variants: number, { split_logic, threshold }: SplitSettings): number =>
  split_logic === 'split_all' ? variants : variants - threshold

/** §5. A maximum of 0 splits nothing, and no product is left without a variant (spec: not shown). */
export function splitCount(variants: number, settings: SplitSettings): number {
  if (variants < settings.threshold) return 1
  const { split_logic, split_handle, max_variants_per_product, max_create_products } = settings
  const max = split_handle === 'max_variants' ? max_variants_per_product : max_create_products
  if (max <= 0) return 1
  const excess = excessOf(variants, settings)
  const made = split_handle === 'max_variants' ? Math.ceil(excess / max) : Math.min(excess, max)
  return Math.max(1, Math.min(variants, made + (split_logic === 'split_excess' ? 1 : 0)))
}

/** `parts` slices in order, as even as can be; the first ones take what is left over. */
function evenly<T>(list: readonly T[], parts: number): T[][] {
  const [size, rest] = [Math.floor(list.length / parts), list.length % parts]
  return Array.from({ length: parts }, (_, index) =>
    list.slice(index * size + Math.min(index, rest), (index + 1) * size + Math.min(index + 1, rest)),
  )
}

function filled<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/**
 * The variants of each product to be, in their order: as many as splitCount says. Holding the variants fills one after
 * the other, holding the products shares evenly.
 */
export function planSplit(product: Product, settings: SplitSettings): ProductVariant[][] {
  const variants = [...product.variants].sort((a, b) => a.position - b.position)
  const count = splitCount(variants.length, settings)
  if (count <= 1) return [variants]
  const kept = settings.split_logic === 'split_all' ? 0 : settings.threshold
  // With nothing to keep there is one part more than the maximum asks for: all share evenly.
  if (kept === 0 && settings.split_logic === 'split_excess') return evenly(variants, count)
  const rest = variants.slice(kept)
  const parts =
    settings.split_handle === 'max_variants'
      ? filled(rest, settings.max_variants_per_product)
      : evenly(rest, count - (kept > 0 ? 1 : 0))
  return kept > 0 ? [variants.slice(0, kept), ...parts] : parts
}

/** One product for each value of an option, in the order of the values. */
export function planSplitByOption(
  product: Product,
  optionIndex: number,
): { name: string; variants: ProductVariant[] }[] {
  const variants = [...product.variants].sort((a, b) => a.position - b.position)
  return (product.options[optionIndex]?.values ?? [])
    .map((name) => ({ name, variants: variants.filter(({ option_values }) => option_values[optionIndex] === name) }))
    .filter((part) => part.variants.length > 0)
}

const suffixed = (text: string, suffix: string): string =>
  text === '' ? '' : text.slice(0, MAX_TITLE - suffix.length).trimEnd() + suffix

/**
 * One of the products a split makes: its variants with the option values they use, their pictures and those that belong
 * to no variant.
 * By option (`name`) the option itself goes, as it has one value left; otherwise all but the first product are
 * numbered.
 */
export function partOf(
  product: Product,
  variants: readonly ProductVariant[],
  name: string | null,
  number: number,
): Product {
  const used = product.options.map((option, at) => ({
    ...option,
    values: option.values.filter((value) => variants.some(({ option_values }) => option_values[at] === value)),
  }))
  const single = name === null ? -1 : used.findIndex(({ values }) => values.length === 1 && values[0] === name)
  const leave = <T>(list: readonly T[]): T[] => list.filter((_, at) => at !== single)
  const shown = new Set(variants.map(({ image_id }) => image_id))
  const others = new Set(product.variants.map(({ image_id }) => image_id).filter((image_id) => !shown.has(image_id)))
  const suffix = name !== null ? ` - ${name}` : number > 1 ? ` (${number})` : ''
  const title = suffixed(product.title, suffix)
  return {
    ...product,
    title,
    seo_title: suffixed(product.seo_title, suffix),
    handle: suffix === '' ? product.handle : handleOf(`${product.handle} ${suffix}`),
    images: product.images.filter(({ image_id }) => !others.has(image_id)),
    options: leave(used),
    variants: variants.map((variant, position) => ({
      ...variant,
      position,
      option_values: leave(variant.option_values),
    })),
  }
}
