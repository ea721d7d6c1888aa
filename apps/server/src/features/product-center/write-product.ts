import {
  type Applied,
  applyPatch,
  cell,
  type Changes,
  joinChanges,
  parseField,
  type Patch,
  same,
  wholeVariant,
} from '@omni/domain/products/changes.ts'
import { checkProduct } from '@omni/domain/products/check-product.ts'
import type { Product, ProductVariant } from '@omni/domain/products/product.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import type { Loaded } from './load-products.ts'
import type { Pricing } from './pricing.ts'
import { sanitise } from './sanitise.ts'
import { summarise } from './summarise.ts'

type ChangeKind =
  | 'edit'
  | 'bulk_edit'
  | 'price_rule'
  | 'restore'
  | 'undo'
  | 'split'
  | 'duplicate'
  | 'link'
  | 'ai'
  | 'rule'

export interface Writing {
  workplace_id: string
  /** Null: a rule. */
  user_id: string | null
  /** The same change twice is one. */
  change_id: string
  kind: ChangeKind
  /** Which one, of a change by a rule. */
  rule?: string
  client_id?: string
  run_id?: string
  now: Date
}

/** Edits of one tab that follow closely are one entry of the history. */
const JOIN_MS = 60_000

export interface Written {
  revision: number
  changes: Changes
  dropped: string[]
  product: Product
}

/**
 * Lays a patch onto a locked product and notes it in its history, in the caller's transaction. The one way a product
 * changes.
 */
export async function writeProduct(
  tx: Tx,
  loaded: Loaded,
  patch: Patch,
  writing: Writing,
  pricing: Pricing,
): Promise<Written> {
  const { product, changes, dropped } = withoutLostPictures(loaded.product, sanitise(patch))
  if (Object.keys(changes).length === 0) return { revision: loaded.revision, changes, dropped, product: loaded.product }
  const wrong = checkProduct(product)
  if (wrong[0]) {
    const fields = Object.fromEntries(
      wrong.slice(0, 100).map(({ field, reason }) => [field, [`product.${reason}` as const]]),
    )
    refuse(`product.${wrong[0].reason}`, {}, { fields })
  }
  const revision = loaded.revision + 1
  const { workplace_id, now } = writing
  const { product_id } = loaded
  await writeVariants(tx, workplace_id, product_id, product, changes)
  await writeColumns(tx, workplace_id, loaded, product, { revision, now }, pricing)
  await note(tx, product_id, revision, changes, writing)
  Object.assign(loaded, { product, revision })
  return { revision, changes, dropped, product }
}

/** A variant whose picture was removed shows none: the picture may go in one tab while it is set in another. */
function withoutLostPictures(before: Product, patch: Patch): Applied {
  const applied = applyPatch(before, patch)
  const images = new Set(applied.product.images.map(({ image_id }) => image_id))
  const lost = applied.product.variants.filter(({ image_id }) => image_id !== null && !images.has(image_id))
  return lost.length === 0
    ? applied
    : applyPatch(before, {
        ...patch,
        ...Object.fromEntries(lost.map(({ variant_id }) => [cell(variant_id, 'image_id'), null])),
        ...wholeWithout(patch, lost),
      })
}

/** A whole variant in the patch carries its picture inside. */
const wholeWithout = (patch: Patch, lost: readonly ProductVariant[]): Patch =>
  Object.fromEntries(
    lost.flatMap((variant) =>
      patch[wholeVariant(variant.variant_id)]
        ? [[wholeVariant(variant.variant_id), { ...variant, image_id: null }]]
        : [],
    ),
  )

/** The product's own columns and those made from it. */
export async function writeColumns(
  tx: Tx,
  workplace_id: string,
  loaded: Loaded,
  product: Product,
  at: { revision: number; now: Date },
  pricing: Pricing,
): Promise<void> {
  const { images, options, variants: _, ...rest } = product
  await tx
    .updateTable('products')
    .set({
      ...rest,
      images: JSON.stringify(images),
      options: JSON.stringify(options),
      revision: at.revision,
      updated_at: at.now,
      status: loaded.status,
      ...summarise(product, loaded.links, loaded, pricing),
    })
    .where('workplace_id', '=', workplace_id)
    .where('product_id', '=', loaded.product_id)
    .execute()
}

async function writeVariants(
  tx: Tx,
  workplace_id: string,
  product_id: string,
  product: Product,
  changes: Changes,
): Promise<void> {
  const touched = new Set<string>()
  for (const field of Object.keys(changes)) {
    const name = parseField(field)
    if (name && name.kind !== 'product') touched.add(name.variant_id)
  }
  if (touched.size === 0) return
  const rows = product.variants.filter(({ variant_id }) => touched.has(variant_id))
  const kept = new Set(rows.map(({ variant_id }) => variant_id))
  const gone = [...touched].filter((id) => !kept.has(id))
  if (gone.length > 0)
    await sql`delete from product_variants where workplace_id = ${workplace_id} and product_id = ${product_id}
      and variant_id = any(${gone}::uuid[])`.execute(tx)
  if (rows.length > 0) await putVariants(tx, workplace_id, product_id, rows)
}

/** Writes variants whole, new or known. */
async function putVariants(
  tx: Tx,
  workplace_id: string,
  product_id: string,
  rows: readonly ProductVariant[],
): Promise<void> {
  await sql`
    insert into product_variants as v (workplace_id, product_id, variant_id, position, option_values, sku, barcode,
      price, compare_at_price, weight_g, image_id, sell_out_of_stock, enabled)
    select ${workplace_id}, ${product_id}, r.variant_id, r.position, r.option_values, r.sku, r.barcode, r.price,
      r.compare_at_price, r.weight_g, r.image_id, r.sell_out_of_stock, r.enabled
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (variant_id uuid, position int,
      option_values text[], sku text, barcode text, price bigint, compare_at_price bigint, weight_g int,
      image_id text, sell_out_of_stock boolean, enabled boolean)
    on conflict (workplace_id, product_id, variant_id) do update set position = excluded.position,
      option_values = excluded.option_values, sku = excluded.sku, barcode = excluded.barcode, price = excluded.price,
      compare_at_price = excluded.compare_at_price, weight_g = excluded.weight_g, image_id = excluded.image_id,
        sell_out_of_stock = excluded.sell_out_of_stock, enabled = excluded.enabled`.execute(tx)
}

/** As the history keeps them. */
export type Noted = Record<string, [before: unknown, after: unknown, revision: number]>
export const toChanges = (noted: Noted): Changes =>
  Object.fromEntries(Object.entries(noted).map(([field, [before, after]]) => [field, [before, after]]))

/** A lost answer is asked for again within seconds; nobody repeats a save this many later. */
const MAX_JOINED = 100

async function note(tx: Tx, product_id: string, revision: number, changes: Changes, writing: Writing): Promise<void> {
  const { workplace_id, user_id, change_id, kind, now, client_id = '', run_id = null, rule = null } = writing
  const fields: Noted = Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => [field, [before ?? null, after ?? null, revision]]),
  )
  const last =
    kind !== 'edit'
      ? undefined
      : await tx
          .selectFrom('product_changes')
          .select(['revision', 'change_id', 'joined_ids', 'fields', 'created_at', 'client_id', 'kind', 'user_id'])
          .where('workplace_id', '=', workplace_id)
          .where('product_id', '=', product_id)
          .orderBy('revision', 'desc')
          .limit(1)
          .executeTakeFirst()
  if (
    last &&
    last.kind === 'edit' &&
    last.client_id === client_id &&
    last.user_id === user_id &&
    now.getTime() - new Date(last.created_at).getTime() < JOIN_MS
  ) {
    const earlier = last.fields as Noted // written below
    const both = joinChanges([toChanges(earlier), changes])
    // A field this save did not touch keeps the revision it changed at: who has seen that one has seen it.
    const joined: Noted = Object.fromEntries(
      Object.entries(both).map(([field, [before, after]]) => [
        field,
        [
          before ?? null,
          after ?? null,
          same(earlier[field]?.[1], after) ? (earlier[field]?.[2] ?? revision) : revision,
        ],
      ]),
    )
    await tx
      .updateTable('product_changes')
      .set({
        revision,
        change_id,
        // The ids of the saves before it: a late repetition of one of them is known by it.
        joined_ids: [...last.joined_ids, last.change_id].slice(-MAX_JOINED),
        fields: JSON.stringify(joined),
        updated_at: now,
      })
      .where('workplace_id', '=', workplace_id)
      .where('product_id', '=', product_id)
      .where('revision', '=', last.revision)
      .execute()
    return
  }
  await tx
    .insertInto('product_changes')
    .values({
      workplace_id,
      product_id,
      revision,
      change_id,
      run_id,
      user_id,
      client_id,
      kind,
      rule,
      fields: JSON.stringify(fields),
      created_at: now,
      updated_at: now,
    })
    .execute()
}
