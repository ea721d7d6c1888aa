import type { editorCalls } from '@omni/contracts/editor.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { ProductFields, ProductVariant } from '@omni/contracts/products.fields.ts'
import { parseField, type Patch, same } from '@omni/domain/products/changes.ts'
import type { LanguageCode } from '@omni/domain/languages.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import type { Tx } from '../../platform/db.ts'
import type { TextKey } from '../../platform/messages.ts'
import { refuse } from '../../platform/refuse.ts'
import { loadProducts } from '../product-center/load-products.ts'
import { readPricing } from '../product-center/pricing.ts'
import { writeProduct } from '../product-center/write-product.ts'
import { changedBy } from './changed-by.ts'

type Reply = Out<typeof editorCalls.saveProduct>
/** A patch of every cell of 2,048 variants, and some. */
const MAX_FIELDS = 30_000
type Json = Reply['merged'][string]

/**
 * Autosave. Edits are laid on field by field, so two people never lose each other's work in other fields; in the same
 * field the later
 * one wins and both hear of it. The same save sent twice (its answer got lost) is answered as the first time.
 */
export async function saveProduct(
  ctx: Ctx,
  { id, save_id, client_id, base_revision, changes, by_ai }: In<typeof editorCalls.saveProduct>,
): Promise<Reply> {
  const patch = checkPatch(changes)
  return ctx.db.tx(async (tx) => {
    const [loaded] = await loadProducts(tx, ctx.workplace_id, [id], true)
    if (!loaded) refuse('not_found')
    const before = await tx
      .selectFrom('product_changes')
      .select(['updated_at'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('product_id', '=', id)
      // A save is in an entry after the revision it was based on.
      .where('revision', '>', base_revision)
      .where(({ eb, or }) => or([eb('change_id', '=', save_id), eb(eb.val(save_id), '=', eb.fn.any('joined_ids'))]))
      .executeTakeFirst()
    const theirs = await changedSince(tx, ctx.workplace_id, id, base_revision, {
      client_id,
      user_id: ctx.user_id,
      language: ctx.language,
    })
    const merged: Reply['merged'] = {}
    for (const [field, { after }] of theirs) if (!Object.hasOwn(patch, field)) merged[field] = after
    if (before) return { revision: loaded.revision, merged, overwrote: [], dropped: [], saved_at: before.updated_at }
    const written = await writeProduct(
      tx,
      loaded,
      patch,
      {
        workplace_id: ctx.workplace_id,
        user_id: ctx.user_id,
        change_id: save_id,
        kind: by_ai ? 'ai' : 'edit',
        client_id,
        now: ctx.now,
      },
      await readPricing(tx, ctx.workplace_id),
    )
    // What was cleaned on the way in comes back as it is kept.
    for (const [field, [, after]] of Object.entries(written.changes))
      // values of fields are JSON
      if (!Object.hasOwn(patch, field) || !same(patch[field], after)) merged[field] = after as Json
    const overwrote = [...theirs]
      .filter(([field, { after }]) => Object.hasOwn(patch, field) && !same(patch[field], after))
      .map(([field, { after, by }]) => ({ field, theirs: after, by }))
    if (Object.keys(written.changes).length > 0)
      await publishToWorkplace(tx, ctx.workplace_id, 'product.changed', {
        product_id: id,
        revision: written.revision,
        client_id,
      })
    return { revision: written.revision, merged, overwrote, dropped: written.dropped, saved_at: ctx.now.toISOString() }
  })
}

/** Each field is checked by its own shape; a wrong one is named, and nothing of the save is taken until it is right. */
function checkPatch(changes: Record<string, unknown>): Patch {
  const entries = Object.entries(changes)
  if (entries.length > MAX_FIELDS) refuse('product.too_many_fields')
  const wrong: Record<string, TextKey[]> = {}
  const patch: Patch = {}
  for (const [field, value] of entries) {
    const name = parseField(field)
    const schema = !name
      ? null
      : name.kind === 'product'
        ? ProductFields.shape[name.field]
        : name.kind === 'cell'
          ? ProductVariant.shape[name.field]
          : ProductVariant.nullable()
    const parsed = schema?.safeParse(value)
    if (
      !parsed?.success ||
      (name?.kind === 'variant' &&
        parsed.data !== null &&
        (parsed.data as { variant_id: string }).variant_id !== name.variant_id)
    )
      wrong[field] = [
        name ? `product.wrong_${name.kind === 'variant' ? 'variant' : name.field}` : 'product.unknown_field',
      ] // not null: a variant
    else patch[field] = parsed.data
  }
  const [first] = Object.values(wrong)
  if (first) refuse(first[0] ?? 'product.unknown_field', {}, { fields: wrong })
  return patch
}

/** What others changed after a revision: the latest value of each field, and whose it is. */
async function changedSince(
  tx: Tx,
  workplace_id: string,
  product_id: string,
  revision: number,
  { language, ...me }: { client_id: string; user_id: string; language: LanguageCode },
) {
  const rows = await tx
    .selectFrom('product_changes as c')
    .leftJoin('users as u', 'u.user_id', 'c.user_id')
    .select(['c.fields', 'c.client_id', 'c.user_id', 'c.kind', 'c.rule', 'u.first_name', 'u.last_name'])
    .where('c.workplace_id', '=', workplace_id)
    .where('c.product_id', '=', product_id)
    .where('c.revision', '>', revision)
    .orderBy('c.revision')
    .execute()
  const latest = new Map<string, { after: Json; by: string }>()
  for (const row of rows) {
    const mine =
      (row.kind === 'edit' || row.kind === 'ai') && row.client_id === me.client_id && row.user_id === me.user_id
    for (const [field, [, after, at]] of Object.entries(row.fields as Record<string, [unknown, Json, number]>)) {
      // written by write-product.ts
      if (at <= revision) continue
      if (mine) latest.delete(field)
      else latest.set(field, { after, by: changedBy(language, row) })
    }
  }
  return latest
}
