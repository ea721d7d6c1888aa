import { MAX_VARIANTS } from '@omni/domain/catalog/normalise-product.ts'
import { MAX_IMPORT_ROWS } from '@omni/domain/import-list/csv-import.ts'
import { z } from 'zod'
import { ProductId, ShipTo, SourceField } from './catalog.calls.ts'
import { Flag, Id, several, Text, Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'
import { ProductDetail } from './product-detail.calls.ts'
import { Amount, ProductRow, RunStarted, Selection, Tags } from './products.fields.ts'

/** spec: not shown. */
export const PRODUCT_SORTS = [
  'newest',
  'oldest',
  'updated',
  'title',
  'title_desc',
  'price',
  'price_desc',
  'cost',
  'cost_desc',
  'profit',
  'profit_desc',
  'margin',
  'margin_desc',
] as const
export const PRODUCT_PROBLEMS = [
  'no_image',
  'no_price',
  'below_floor',
  'out_of_stock',
  'will_split',
  'incomplete',
] as const

/** What narrows the import list and the product center; also what "select all" carries. */
export const productFilter = {
  text: z.string().trim().max(200).default(''),
  source: several(SourceField, 20),
  tag: several(z.string().max(255), 20),
  collection: z.string().max(255).optional(),
  min_price: z.coerce.number().pipe(Amount).optional(),
  max_price: z.coerce.number().pipe(Amount).optional(),
  min_margin: z.coerce.number().int().min(-1000).max(100).optional(),
  max_margin: z.coerce.number().int().min(-1000).max(100).optional(),
  problem: z.enum(PRODUCT_PROBLEMS).optional(),
  pushed: z.enum(['unpushed', 'pushed', 'draft', 'active']).optional(),
  tracking: z.enum(['tracking', 'partial', 'not_tracking']).optional(),
  seller: z.string().max(200).optional(),
  run_id: Id.optional(),
}
export const productQuery = { ...productFilter, sort: z.enum(PRODUCT_SORTS).default('newest'), ...page }

/** §3, import payload: the product may come along as it was seen; what we know of it ourselves counts. */
const importBody = {
  supplier_product_id: ProductId,
  ship_to: ShipTo,
  productName: z.string().max(500).optional(),
  image: z.string().max(2000).optional(),
  niche_name: Text.optional(),
  collection_name: Text.optional(),
  position: z.int().optional(),
}
const Imported = z.object({
  product_package_id: Id,
  /** `processing`: variants are still being fetched; the entry in the job tracker tells when. */
  status: z.enum(['processing', 'ready']),
  error_message: z.string().nullable(),
})

/** What one row of a pasted list or a file will do. */
const ImportRow = z.object({
  line: z.int(),
  text: z.string(),
  source: SourceField.nullable(),
  product_id: z.string().nullable(),
  name: z.string().nullable(),
  image: z.string().nullable(),
  cost_min: z.int().nullable(),
  total_variants: z.int().nullable(),
  /** What was given to overwrite the supplier's: title, price, tags. */
  changes: z.object({
    title: z.string().nullable(),
    price: z.int().nullable(),
    tags: z.array(z.string()),
    /** Only these are sold, each at its own price; empty: all of them. */
    variants: z.array(z.object({ text: z.string(), price: z.int().nullable() })),
  }),
  /** What will be otherwise than the file says, in the seller's language. */
  notes: z.array(z.string()),
  /** `fetch`: not in the catalogue yet, will be asked of the supplier. */
  will: z.enum(['import', 'fetch', 'skip', 'fail']),
  reason: z.string().nullable(),
  reason_key: z.string().nullable(),
})

export const importListCalls = calls({
  listImportList: {
    method: 'GET',
    path: '/center/products/import/listing',
    about: 'The import list: imported products that are not in a channel yet.',
    input: z.object(productQuery),
    data: listOf(ProductRow),
  },
  importProduct: {
    method: 'POST',
    path: '/center/products/import/{source}',
    unkeyed: 'waits',
    about: 'Copies a supplier product into the import list, once.',
    input: z.object({ source: SourceField, ...importBody }),
    data: Imported,
  },
  importFromPlatform: {
    method: 'POST',
    path: '/products/import/{platform}',
    unkeyed: 'waits',
    about: 'The same as an earlier client asks it.',
    input: z.object({ platform: SourceField, ...importBody }),
    data: Imported,
  },
  importAll: {
    method: 'POST',
    path: '/center/products/import-all',
    about: 'Imports several at once; each succeeds or fails by itself.',
    input: z.object({
      import_data: z
        .array(z.object({ product_id: ProductId, source: SourceField, niche: Text.optional(), ship_to: ShipTo }))
        .min(1)
        .max(200),
    }),
    // Maps by `source:product_id`, and by the plain id as the spec has it when that is unambiguous.
    data: z.object({
      success: z.record(z.string(), Id),
      failed: z.record(z.string(), z.object({ code: z.string(), message: z.string() })),
      processing: z.array(z.string()),
    }),
  },
  previewImport: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/import/preview',
    unkeyed: 'reads',
    heavy: true,
    about: 'Reads pasted addresses or a CSV file (ours, DSers, AutoDS) and says row by row what will happen.',
    body: 'large',
    input: z.object({ text: z.string().max(5_000_000), kind: z.enum(['urls', 'csv']), ship_to: ShipTo }),
    data: z.object({
      format: z.enum(['urls', 'omni', 'dsers', 'autods', 'unknown']),
      rows: z.array(ImportRow),
      will_import: z.int(),
      will_fetch: z.int(),
      will_skip: z.int(),
      will_fail: z.int(),
      /** Columns nobody understood. */ ignored_columns: z.array(z.string()),
      quota_left: z.int().nullable(),
    }),
  },
  runImport: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/import/run',
    heavy: true,
    about: 'Imports rows in the background; the job tracker shows each.',
    body: 'large',
    input: z.object({
      rows: z
        .array(
          z.object({
            line: z.int(),
            source: SourceField,
            product_id: ProductId,
            title: z.string().trim().max(255).optional(),
            price: Amount.optional(),
            tags: Tags.optional(),
            variants: z
              .array(z.object({ text: z.string().max(500), price: Amount.nullable() }))
              .max(MAX_VARIANTS)
              .optional(),
          }),
        )
        .min(1)
        .max(MAX_IMPORT_ROWS),
      ship_to: ShipTo,
    }),
    data: RunStarted,
  },
  linkSourceProduct: {
    method: 'POST',
    path: '/center/products/source/{platform}/{id}',
    heavy: true,
    about:
      "Links a supplier product as one more supplier of a product of ours; without one, answers it with the seller's prices.",
    input: z.object({
      platform: SourceField,
      id: ProductId,
      product_center_id: Id.optional(),
      ship_to: ShipTo,
      price_rule: Flag.default(false),
      /** Ours -> the supplier's; matched by option values where left out. */ variants: z
        .record(Id, z.string().max(200))
        .optional(),
    }),
    data: z.object({
      product: ProductDetail,
      /** By supplier variant, in the seller's currency. */ prices: z.record(z.string(), z.int()),
      currency: z.string(),
      linked: z.int(),
      unmatched: z.array(z.string()),
    }),
  },
  getSourceDetail: {
    method: 'GET',
    path: '/center/products/source/{platform}/{id}/detail',
    about: 'A supplier product as an import would copy it.',
    input: z.object({ platform: SourceField, id: ProductId, ship_to: ShipTo }),
    data: z.object({ product: ProductDetail }),
  },
  deleteImported: {
    method: 'DELETE',
    path: '/center/products/import/delete',
    about: 'Deletes products of the import list; can be taken back.',
    input: z.object({ selection: Selection }),
    data: z.object({ deleted: z.int(), run_id: Id }),
  },
  listImported: {
    method: 'GET',
    path: '/products/imported_list',
    about: 'Which supplier products are imported already.',
    input: z.object({ ...page }),
    data: listOf(z.object({ source: SourceField, source_product_id: z.string(), product_package_id: Id })),
  },
  listImportedCenter: {
    method: 'GET',
    path: '/center/products/imported_list',
    about: 'The same inside a workplace.',
    input: z.object({ ...page }),
    data: listOf(z.object({ source: SourceField, source_product_id: z.string(), product_package_id: Id })),
  },
  duplicateImported: {
    method: 'POST',
    path: '/center/products/import/duplicate',
    about: 'Copies products, in the background.',
    input: z.object({ selection: Selection }),
    data: RunStarted,
  },
  splitImported: {
    method: 'POST',
    path: '/center/products/import/split',
    heavy: true,
    about: 'Splits products by an option or by the rules of the settings, in the background.',
    input: z.object({
      selection: Selection,
      by: z.enum(['option', 'settings']),
      option: z.string().max(255).optional(),
      preview: Flag.default(false),
    }),
    data: z.object({
      run_id: Id.nullable(),
      total: z.int(),
      products: z.array(
        z.object({
          product_id: Id,
          title: z.string(),
          parts: z.int(),
          names: z.array(z.string()),
          note: z.string().nullable(),
        }),
      ),
    }),
  },
  getSplitStatus: {
    method: 'GET',
    path: '/center/products/unmapped/tracking-split-status/{trackingId}',
    about: 'How far a split is.',
    input: z.object({ trackingId: Id }),
    data: z.object({
      status: z.enum(['processing', 'success', 'error']),
      total: z.int(),
      done: z.int(),
      failed: z.int(),
      product_ids: z.array(Id),
    }),
  },
  getProductCounts: {
    method: 'GET',
    path: '/center/products/count',
    about: 'Products by state, and how many of them and of their variants are watched.',
    input: z.object({}),
    data: z.object({
      all: z.int(),
      pushed: z.int(),
      unpushed: z.int(),
      total_import: z.int(),
      totalPushedActive: z.int(),
      totalPushedDraft: z.int(),
      total_pushed: z.int(),
      total_unpushed: z.int(),
      total_pushed_active: z.int(),
      total_pushed_draft: z.int(),
      suppliers: z.object({
        source_products: z.int(),
        products: z.object({ total: z.int(), tracking: z.int(), partial: z.int(), not_tracking: z.int() }),
        skus: z.object({ total: z.int(), tracking: z.int(), not_tracking: z.int() }),
      }),
    }),
  },
  getSourceVariants: {
    method: 'GET',
    path: '/center/products/{id}/source-variants',
    about: 'Each variant with its suppliers, in the order they are tried.',
    input: z.object({ id: Id }),
    data: z.object({
      variants: z.array(
        z.object({
          variant_id: Id,
          option_values: z.array(z.string()),
          suppliers: z.array(
            z.object({
              rank: z.int(),
              source: SourceField,
              source_product_id: z.string(),
              sku_id: z.string(),
              sku_name: z.string(),
              name: z.string(),
              image: z.string().nullable(),
              store_name: z.string().nullable(),
              cost: z.int(),
              quantity: z.int().nullable(),
              gone: z.boolean(),
              data_at: Timestamp.nullable(),
            }),
          ),
        }),
      ),
    }),
  },
  suggestForOrder: {
    method: 'GET',
    path: '/center/products/ob-suggestion/order',
    about:
      'Imported products good for a first test order: in stock at a supplier that takes orders by API, best profit first.',
    input: z.object({ limit: z.coerce.number().int().min(1).max(20).default(3) }),
    data: z.object({ items: z.array(ProductRow) }),
  },
})
