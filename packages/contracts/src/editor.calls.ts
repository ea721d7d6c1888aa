import { z } from 'zod'
import { CountryCode, SourceField } from './catalog.calls.ts'
import { Id, Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'
import { ProductFields, ProductStatus, ProductVariant, PushedField } from './products.fields.ts'

/** The whole product as the editor shows it. */
export const EditorProduct = ProductFields.extend({
  product_id: Id,
  revision: z.int(),
  variants: z.array(
    ProductVariant.extend({
      /** Of the first supplier, USD cents; null without one. */ cost: z.int().nullable(),
      quantity: z.int().nullable(),
      suppliers: z.int(),
    }),
  ),
  currency: z.string(),
  ship_to: z.string(),
  source: SourceField,
  source_product_id: z.string(),
  product_link: z.string(),
  store_name: z.string().nullable(),
  pushed: PushedField,
  status: ProductStatus,
  created_at: Timestamp,
  updated_at: Timestamp,
  /** What the supplier says now that differs from what was imported: shown, never applied by itself. */
  supplier_changes: z.array(
    z.object({ kind: z.enum(['price', 'stock', 'gone', 'title', 'variants']), detail: z.string() }),
  ),
})
export type EditorProduct = z.output<typeof EditorProduct>

/** As far as the column counts. */
const Revision = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)

const Change = z.object({
  revision: z.int(),
  kind: z.enum([
    'import',
    'edit',
    'bulk_edit',
    'price_rule',
    'restore',
    'undo',
    'split',
    'duplicate',
    'link',
    'ai',
    'supplier',
    'rule',
  ]),
  /** A person's name, the supplier, or the rule that made the change. */
  by: z.string(),
  mine: z.boolean(),
  at: Timestamp,
  fields: z.array(z.object({ field: z.string(), before: z.json(), after: z.json() })),
  /** Fields in all; long lists are cut. */ total: z.int(),
  /** An assistant's change that can still be taken back by itself. */ snapshot_id: Id.nullable(),
})

export const editorCalls = calls({
  getProduct: {
    method: 'GET',
    path: '/center/products/{id}',
    about: 'One product with all its variants.',
    input: z.object({ id: Id }),
    data: z.object({ product: EditorProduct }),
  },
  saveProduct: {
    // spec: not shown
    method: 'PUT',
    path: '/center/products/{id}',
    unkeyed: 'own_id',
    heavy: true,
    about: 'Lays edits onto the product field by field; sending the same save twice does it once.',
    body: 'large',
    input: z.object({
      id: Id,
      /** Made by the browser for each save: a repeat is recognised. */ save_id: Id,
      /** The tab. */ client_id: z.string().min(1).max(40),
      base_revision: Revision,
      changes: z.record(z.string().max(100), z.json()),
      /** Written by an assistant: kept apart in the history, to be taken back by itself. */ by_ai: z
        .boolean()
        .default(false),
    }),
    data: z.object({
      revision: z.int(),
      /** Edits others made since `base_revision` in fields this save did not touch: lay them onto what is shown. */
      merged: z.record(z.string(), z.json()),
      /** Fields both changed: this save won, and what it replaced. */
      overwrote: z.array(z.object({ field: z.string(), theirs: z.json(), by: z.string() })),
      /** Fields that could not be taken: the variant is gone. */
      dropped: z.array(z.string()),
      saved_at: Timestamp,
    }),
  },
  listProductHistory: {
    // spec: not shown
    method: 'GET',
    path: '/center/products/{id}/history',
    about: 'Every change of a product, newest first.',
    input: z.object({ id: Id, ...page }),
    data: listOf(Change),
  },
  restoreProduct: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/{id}/restore',
    heavy: true,
    about: 'Brings the product back to how it was after a revision; itself a change that can be taken back.',
    input: z.object({ id: Id, revision: Revision, save_id: Id, client_id: z.string().min(1).max(40) }),
    data: z.object({ product: EditorProduct }),
  },
  rollbackAiSnapshot: {
    method: 'GET',
    path: '/center/products/ai-snapshots/{id}/rollback',
    about: 'Takes back what an assistant wrote into a product; what was edited after it stays and is named.',
    input: z.object({ id: Id }),
    data: z.object({ product_id: Id, revision: z.int(), /** Fields edited since. */ kept: z.array(z.string()) }),
  },
  deleteAiSnapshots: {
    method: 'DELETE',
    path: '/center/products/ai-snapshots',
    about: 'Keeps what an assistant wrote: its snapshots are no longer offered to go back to.',
    input: z.object({ ids: z.array(Id).min(1).max(500) }),
    data: z.object({ deleted: z.int() }),
  },
  getProductShipping: {
    // spec: not shown
    method: 'GET',
    path: '/center/products/{id}/shipping',
    about: 'What shipping costs to a country, by supplier variant, as last quoted.',
    input: z.object({ id: Id, country_code: CountryCode }),
    data: z.object({
      shipping: z.record(z.string(), z.int()),
      /** For variants without a quote of their own. */ default: z.int().nullable(),
      days: z.string().nullable(),
      ships: z.boolean(),
      data_at: Timestamp.nullable(),
    }),
  },
  setVariantSuppliers: {
    // spec: not shown
    method: 'PUT',
    path: '/center/products/{id}/suppliers',
    about: 'Puts the suppliers of a variant in order, or takes one away.',
    input: z.object({
      id: Id,
      variant_ids: z.array(Id).min(1).max(2048),
      order: z.array(z.object({ source: SourceField, source_product_id: z.string().max(64) })).max(20),
    }),
    data: z.object({ changed: z.int() }),
  },
})
