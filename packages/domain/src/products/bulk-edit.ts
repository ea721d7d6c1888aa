/**
 * Sourcing spec §7, `bulk_update`, editing many products at once: what may be done to which field, and what it does.
 * spec: not shown.
 */
import type { BulkField, BulkHow } from './bulk-fields.ts'
import { type Minor, roundMinor } from '../money.ts'
import { settle } from '../pricing/decimals.ts'
import { type Rounding, ROUNDINGS } from '../pricing/price-kinds.ts'
import { roundUp } from '../pricing/price-rule.ts'
import { no, ok, type Result } from '../result.ts'
import { type Patch, patchBetween } from './changes.ts'
import {
  MAX_AMOUNT,
  MAX_DESCRIPTION,
  MAX_TAG,
  MAX_TAGS,
  MAX_TITLE,
  MAX_WEIGHT_G,
  type Product,
  type ProductVariant,
} from './product.ts'

export interface BulkEdit {
  field: BulkField
  how: BulkHow
  /** A text, a number (amounts in minor units, percentages as they are said), a switch, or tags. */
  value?: string | number | boolean | string[] | undefined
  find?: string | undefined
}

/** What a field holds decides what may be done to it. */
const KINDS = {
  title: 'text',
  description: 'text',
  vendor: 'text',
  product_type: 'text',
  seo_title: 'text',
  seo_description: 'text',
  sku: 'text',
  tags: 'list',
  collections: 'list',
  price: 'amount',
  compare_at_price: 'amount',
  weight_g: 'weight',
  enabled: 'switch',
  sell_out_of_stock: 'switch',
} as const satisfies Record<BulkField, string>
type Kind = (typeof KINDS)[BulkField]

const OFFERED: Record<Kind, readonly BulkHow[]> = {
  text: ['set', 'find_replace', 'append', 'prepend', 'clear'],
  list: ['set', 'find_replace', 'tags_add', 'tags_remove', 'clear'],
  amount: ['set', 'add', 'multiply', 'percent', 'clear', 'price_rule', 'round'],
  weight: ['set', 'add', 'multiply', 'percent', 'clear'],
  switch: ['set'],
}
/** A product is nothing without a title and a price. */
const NEVER_CLEARED: readonly BulkField[] = ['title', 'price']

export const mayEdit = (field: BulkField, how: BulkHow): boolean =>
  OFFERED[KINDS[field]].includes(how) && !(how === 'clear' && NEVER_CLEARED.includes(field))

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isRounding = (value: unknown): value is Rounding =>
  ROUNDINGS.some((rounding) => rounding === value && rounding !== 'none')

export type EditRefusal =
  | 'edit_not_offered'
  | 'find_missing'
  | 'value_missing'
  | 'value_not_text'
  | 'value_not_tags'
  | 'value_not_number'
  | 'value_not_whole'
  | 'value_not_switch'
  | 'value_negative'
  | 'rounding_unknown'
  | 'title_empty'

/** Why an edit makes no sense for any product, before it is tried on one. */
export function checkEdit({ field, how, value, find }: BulkEdit): EditRefusal | null {
  if (!mayEdit(field, how)) return 'edit_not_offered'
  const kind = KINDS[field]
  if (how === 'clear' || how === 'price_rule') return null
  if (how === 'find_replace')
    return !find ? 'find_missing' : value === undefined || typeof value === 'string' ? null : 'value_not_text'
  if (how === 'round') return isRounding(value) ? null : 'rounding_unknown'
  if (value === undefined) return 'value_missing'
  if (kind === 'switch') return typeof value === 'boolean' ? null : 'value_not_switch'
  if (kind === 'list') return Array.isArray(value) ? null : 'value_not_tags'
  if (kind === 'text') {
    if (typeof value !== 'string') return 'value_not_text'
    return field === 'title' && how === 'set' && value.trim() === '' ? 'title_empty' : null
  }
  if (!isNumber(value)) return 'value_not_number'
  if ((how === 'set' || how === 'add') && !Number.isInteger(value)) return 'value_not_whole'
  return (how === 'set' || how === 'multiply') && value < 0 ? 'value_negative' : null
}

export type BulkRefusal =
  | 'edit_invalid'
  | 'title_empty'
  | 'text_too_long'
  | 'too_many_tags'
  | 'amount_negative'
  | 'amount_too_large'
  | 'price_rule_missing'
  | 'no_price_by_rule'

export interface BulkHelp {
  /** The price the selling-price rule gives a variant; null where it gives none (no supplier, no rate). */
  priceOf?: (variant: ProductVariant) => { price: Minor; compare_at_price: Minor | null } | null
  /** The product's; tells where a price ends when rounding. */
  currency?: string
}

const MAX_TEXT: Partial<Record<BulkField, number>> = {
  title: MAX_TITLE,
  description: MAX_DESCRIPTION,
  seo_description: 1000,
}
const MAX_SHORT_TEXT = 255
const MAX_LIST: Partial<Record<BulkField, number>> = { tags: MAX_TAGS, collections: 100 }

/** Literal, case as written, every occurrence; `$&` and the like mean nothing. */
const replaced = (text: string, edit: BulkEdit): string =>
  text.replaceAll(edit.find ?? '', () => String(edit.value ?? ''))

function newText(text: string, edit: BulkEdit): string {
  const value = String(edit.value ?? '')
  switch (edit.how) {
    case 'set':
      return value
    case 'append':
      return text + value
    case 'prepend':
      return value + text
    case 'clear':
      return ''
    default:
      return replaced(text, edit)
  }
}

function editText(text: string, edit: BulkEdit): Result<string, BulkRefusal> {
  const made = newText(text, edit)
  const clean = edit.field === 'description' ? made : made.trim()
  if (edit.field === 'title' && clean === '') return no('title_empty')
  return clean.length > (MAX_TEXT[edit.field] ?? MAX_SHORT_TEXT) ? no('text_too_long') : ok(clean)
}

/** Tags differ by more than case; the first spelling stays. */
function distinctTags(tags: readonly string[]): string[] {
  const seen = new Set<string>()
  return tags
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && !seen.has(tag.toLowerCase()) && seen.add(tag.toLowerCase()))
}

function newList(list: readonly string[], edit: BulkEdit): readonly string[] {
  const edited = Array.isArray(edit.value) ? edit.value : []
  const removed = new Set(edited.map((tag) => tag.trim().toLowerCase()))
  switch (edit.how) {
    case 'set':
      return edited
    case 'tags_add':
      return [...list, ...edited]
    case 'tags_remove':
      return list.filter((tag) => !removed.has(tag.toLowerCase()))
    case 'clear':
      return []
    default:
      return list.map((tag) => replaced(tag, edit))
  }
}

function editList(list: readonly string[], edit: BulkEdit): Result<string[], BulkRefusal> {
  const tags = distinctTags(newList(list, edit))
  if (tags.some((tag) => tag.length > MAX_TAG)) return no('text_too_long')
  return tags.length > (MAX_LIST[edit.field] ?? MAX_TAGS) ? no('too_many_tags') : ok(tags)
}

function newAmount(amount: number, edit: BulkEdit, currency: string): number {
  const value = isNumber(edit.value) ? edit.value : 0
  switch (edit.how) {
    case 'set':
      return value
    case 'add':
      return amount + value
    case 'multiply':
      return roundMinor(settle(amount * value))
    case 'percent':
      return roundMinor(settle((amount * (100 + value)) / 100))
    default:
      return isRounding(edit.value) ? roundUp(amount, edit.value, currency) : amount
  }
}

/** A variant without a weight or compare-at price has nothing to add to; it stays without. */
function editAmount(
  amount: number | null,
  edit: BulkEdit,
  most: number,
  currency: string,
): Result<number | null, BulkRefusal> {
  if (edit.how === 'clear') return ok(null)
  if (edit.how !== 'set' && amount === null) return ok(null)
  const made = newAmount(amount ?? 0, edit, currency)
  if (made < 0) return no('amount_negative')
  return made > most ? no('amount_too_large') : ok(made)
}

function editVariant(variant: ProductVariant, edit: BulkEdit, help: BulkHelp): Result<ProductVariant, BulkRefusal> {
  const { field } = edit
  if (field === 'enabled' || field === 'sell_out_of_stock') return ok({ ...variant, [field]: edit.value === true })
  if (field === 'sku') {
    const sku = editText(variant.sku, edit)
    return sku.ok ? ok({ ...variant, sku: sku.value }) : sku
  }
  if (field !== 'price' && field !== 'compare_at_price' && field !== 'weight_g') return no('edit_invalid')
  if (edit.how === 'price_rule' && field !== 'weight_g')
    return ok({ ...variant, [field]: (help.priceOf?.(variant) ?? variant)[field] })
  const made = editAmount(
    variant[field],
    edit,
    field === 'weight_g' ? MAX_WEIGHT_G : MAX_AMOUNT,
    help.currency ?? 'USD',
  )
  return made.ok ? ok({ ...variant, [field]: made.value }) : made
}

const PRODUCT_TEXTS = ['title', 'description', 'vendor', 'product_type', 'seo_title', 'seo_description'] as const
const isProductText = (field: BulkField): field is (typeof PRODUCT_TEXTS)[number] =>
  PRODUCT_TEXTS.some((text) => text === field)

function editProduct(product: Product, edit: BulkEdit, help: BulkHelp): Result<Product, BulkRefusal> {
  const { field } = edit
  if (field === 'tags' || field === 'collections') {
    const list = editList(product[field], edit)
    return list.ok ? ok({ ...product, [field]: list.value }) : list
  }
  if (isProductText(field)) {
    const text = editText(product[field], edit)
    return text.ok ? ok({ ...product, [field]: text.value }) : text
  }
  if (edit.how === 'price_rule' && !help.priceOf) return no('price_rule_missing')
  if (edit.how === 'price_rule' && product.variants.every((variant) => !help.priceOf?.(variant)))
    return no('no_price_by_rule')
  const variants: ProductVariant[] = []
  for (const variant of product.variants) {
    const made = editVariant(variant, edit, help)
    if (!made.ok) return made
    variants.push(made.value)
  }
  return ok({ ...product, variants })
}

/**
 * One edit after the other on what the last one left; all of them or none. The patch holds only what really changes.
 */
export function applyEdits(
  product: Product,
  edits: readonly BulkEdit[],
  help: BulkHelp = {},
): Result<Patch, BulkRefusal> {
  let made = product
  for (const edit of edits) {
    if (checkEdit(edit) !== null) return no('edit_invalid')
    const next = editProduct(made, edit, help)
    if (!next.ok) return next
    made = next.value
  }
  return ok(patchBetween(product, made))
}
