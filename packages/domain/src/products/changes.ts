/**
 * Edits, field by field: the unit of autosave, merging, history and undo. A change names a field and carries what was
 * there and what
 * is there now, so it can be laid onto a newer product, taken back, or found to clash with somebody else's.
 *
 * Fields: 'title' … of the product, 'variants/<id>/price' … of a variant, 'variants/<id>' for a whole variant (null:
 * there is none).
 */
import {
  PRODUCT_FIELDS,
  type Product,
  type ProductField,
  type ProductVariant,
  VARIANT_FIELDS,
  type VariantField,
} from './product.ts'

export type Field = string
export type Patch = Record<Field, unknown>
/** Field -> [before, after]. */
export type Changes = Record<Field, [before: unknown, after: unknown]>

export type FieldName =
  | { kind: 'product'; field: ProductField }
  | { kind: 'variant'; variant_id: string }
  | { kind: 'cell'; variant_id: string; field: VariantField }

// widened to ask
const isProductField = (text: string): text is ProductField => (PRODUCT_FIELDS as readonly string[]).includes(text)
// widened to ask
const isVariantField = (text: string): text is VariantField => (VARIANT_FIELDS as readonly string[]).includes(text)

export function parseField(text: Field): FieldName | null {
  if (isProductField(text)) return { kind: 'product', field: text }
  const [head, variant_id, field, ...rest] = text.split('/')
  if (head !== 'variants' || !variant_id || rest.length > 0) return null
  if (field === undefined) return { kind: 'variant', variant_id }
  return isVariantField(field) ? { kind: 'cell', variant_id, field } : null
}

export const cell = (variant_id: string, field: VariantField): Field => `variants/${variant_id}/${field}`
export const wholeVariant = (variant_id: string): Field => `variants/${variant_id}`

/** Equal as JSON values; the order of an object's keys says nothing (the database keeps its own). */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  const [left, right] = [Object.entries(a), Object.keys(b)]
  return (
    left.length === right.length &&
    left.every(([key, value]) => Object.hasOwn(b, key) && same(value, (b as Record<string, unknown>)[key]))
  ) // both are objects here
}

function readField(product: Product, variants: ReadonlyMap<string, ProductVariant>, name: FieldName): unknown {
  if (name.kind === 'product') return product[name.field]
  const variant = variants.get(name.variant_id)
  return name.kind === 'variant' ? (variant ?? null) : variant?.[name.field]
}

const byId = (product: Product) => new Map(product.variants.map((variant) => [variant.variant_id, variant]))

export interface Applied {
  product: Product
  /** Only what really changed. */ changes: Changes
  /** Fields of variants that are gone, or no field at all. */ dropped: Field[]
}

/** Lays a patch onto a product. Whole variants first: a patch may add one and fill its cells. */
export function applyPatch(product: Product, patch: Patch): Applied {
  const variants = byId(product)
  const next: Product = { ...product }
  const changes: Changes = {}
  const dropped: Field[] = []
  const entries = Object.entries(patch).map(([field, value]) => ({ field, value, name: parseField(field) }))
  const wholes = entries.filter((entry) => entry.name?.kind === 'variant')
  for (const { field, value, name } of wholes.length === 0
    ? entries
    : [...wholes, ...entries.filter((entry) => entry.name?.kind !== 'variant')]) {
    if (!name || (name.kind === 'cell' && !variants.has(name.variant_id))) {
      dropped.push(field)
      continue
    }
    const before = readField(next, variants, name)
    if (same(before, value)) continue
    changes[field] = [before, value]
    if (name.kind === 'product') Object.assign(next, { [name.field]: value })
    else if (name.kind === 'cell')
      // asked above
      variants.set(name.variant_id, { ...variants.get(name.variant_id), [name.field]: value } as ProductVariant)
    else if (value === null) variants.delete(name.variant_id)
    else variants.set(name.variant_id, value as ProductVariant) // checked by the contract and by check-product.ts
  }
  next.variants = [...variants.values()].sort((a, b) => a.position - b.position)
  // Cells alone have nothing to fold; a column of 2,048 is filled between two frames.
  return { product: next, changes: wholes.length === 0 ? changes : joinChanges([changes]), dropped }
}

/** What turns one product into the other. */
export function patchBetween(from: Product, to: Product): Patch {
  const patch: Patch = {}
  for (const field of PRODUCT_FIELDS) if (!same(from[field], to[field])) patch[field] = to[field]
  const [before, after] = [byId(from), byId(to)]
  for (const variant_id of before.keys()) if (!after.has(variant_id)) patch[wholeVariant(variant_id)] = null
  for (const [variant_id, variant] of after) {
    const known = before.get(variant_id)
    if (!known) {
      patch[wholeVariant(variant_id)] = variant
      continue
    }
    for (const field of VARIANT_FIELDS)
      if (!same(known[field], variant[field])) patch[cell(variant_id, field)] = variant[field]
  }
  return patch
}

export interface Taken {
  patch: Patch
  /** Edited again since: kept as it is now. */ conflicts: { field: Field; wanted: unknown; now: unknown }[]
}

/** Takes changes back exactly; what was edited again later stays, and is named. */
export function takeBack(product: Product, changes: Changes): Taken {
  const variants = byId(product)
  const patch: Patch = {}
  const conflicts: Taken['conflicts'] = []
  for (const [field, [before, after]] of Object.entries(changes)) {
    const name = parseField(field)
    if (!name) continue
    const now = readField(product, variants, name) ?? null
    if (same(now, after ?? null)) patch[field] = before ?? null
    else if (!same(now, before ?? null)) conflicts.push({ field, wanted: before, now })
  }
  return { patch, conflicts }
}

/**
 * Several changes in order as one: the first before, the last after; what came back to where it was drops out. A
 * variant is named either
 * whole or by its cells, never both: the cells of one that came or went are folded into it, or taking back could not
 * tell what to restore.
 */
export function joinChanges(list: readonly Changes[]): Changes {
  const joined: Changes = {}
  for (const changes of list)
    for (const [field, [before, after]] of Object.entries(changes)) {
      const name = parseField(field)
      const whole = name?.kind === 'cell' ? joined[wholeVariant(name.variant_id)] : undefined
      if (name?.kind === 'cell' && whole)
        // a whole variant holds one
        whole[1] = whole[1] === null ? null : { ...(whole[1] as ProductVariant), [name.field]: after }
      else
        joined[field] = [
          joined[field]
            ? joined[field][0]
            : name?.kind === 'variant'
              ? foldCells(joined, name.variant_id, before)
              : before,
          after,
        ]
    }
  for (const [field, [before, after]] of Object.entries(joined)) if (same(before, after)) delete joined[field]
  return joined
}

/** The variant as it was before its cells were edited; those edits are then told by the whole. */
function foldCells(joined: Changes, variant_id: string, before: unknown): unknown {
  const edited = VARIANT_FIELDS.filter((field) => joined[cell(variant_id, field)])
  const values = Object.fromEntries(edited.map((field) => [field, joined[cell(variant_id, field)]?.[0]]))
  for (const field of edited) delete joined[cell(variant_id, field)]
  // a whole variant holds one
  return before === null || edited.length === 0 ? before : { ...(before as ProductVariant), ...values }
}

/** Fields two sides changed to different values: the later writer wins, and the other is told. */
export const clashes = (mine: Patch, theirs: Changes): Field[] =>
  Object.keys(mine).filter((field) => Object.hasOwn(theirs, field) && !same(mine[field], theirs[field]?.[1]))
