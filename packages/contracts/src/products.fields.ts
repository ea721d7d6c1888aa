/**
 * Shapes of the seller's own products, shared by the import list, the product center and the editor. Amounts are minor
 * units.
 */
import {
  MAX_AMOUNT,
  MAX_OPTIONS,
  MAX_TAG,
  MAX_TAGS,
  MAX_VARIANTS,
  MAX_WEIGHT_G,
  MAX_DESCRIPTION,
  MAX_TITLE,
  PUSHED_STATES,
} from '@omni/domain/products/product.ts'
import { JOB_KINDS, JOB_STATUSES } from '@omni/domain/job-tracker/jobs.ts'
import { z } from 'zod'
import { SourceField } from './catalog.calls.ts'
import { CurrencyCode, Id, Timestamp } from './fields.ts'
import { PieceProfit } from './profit.fields.ts'

export const Amount = z.int().min(0).max(MAX_AMOUNT)
const Tag = z.string().trim().min(1).max(MAX_TAG)
export const Tags = z.array(Tag).max(MAX_TAGS)

const ProductImage = z.object({
  image_id: z.string().min(1).max(64),
  url: z.string().min(1).max(2000),
  alt: z.string().max(512),
  origin_url: z.string().max(2000).nullable(),
})
const ProductOption = z.object({
  name: z.string().trim().min(1).max(MAX_TAG),
  values: z.array(z.string().trim().min(1).max(MAX_TAG)).min(1).max(MAX_VARIANTS),
})

export const ProductVariant = z.object({
  variant_id: Id,
  position: z.int().min(0).max(100_000),
  option_values: z.array(z.string().max(MAX_TAG)).max(MAX_OPTIONS),
  sku: z.string().trim().max(255),
  barcode: z.string().trim().max(64),
  price: Amount,
  compare_at_price: Amount.nullable(),
  weight_g: z.int().min(0).max(MAX_WEIGHT_G).nullable(),
  image_id: z.string().max(64).nullable(),
  sell_out_of_stock: z.boolean(),
  enabled: z.boolean(),
})

/** What may be written into each field; a patch is checked against it field by field. */
export const ProductFields = z.object({
  title: z.string().trim().min(1).max(MAX_TITLE),
  description: z.string().max(MAX_DESCRIPTION),
  vendor: z.string().trim().max(255),
  product_type: z.string().trim().max(255),
  tags: Tags,
  collections: z.array(Tag).max(100),
  handle: z
    .string()
    .trim()
    .max(255)
    .regex(/^[\p{L}\p{N}-]*$/u),
  seo_title: z.string().trim().max(255),
  seo_description: z.string().trim().max(1000),
  images: z.array(ProductImage).max(250),
  options: z.array(ProductOption).max(MAX_OPTIONS),
})

/** Which products an action is meant for: some by name, or all that a list shows (across its pages) but some. */
export const Selection = z.object({
  ids: z.array(Id).max(5000).optional(),
  all: z
    .object({
      view: z.enum(['import', 'center', 'pushed']),
      filter: z
        .record(
          z.string().max(40),
          z.union([z.string().max(500), z.number(), z.boolean(), z.array(z.string().max(255)).max(50)]),
        )
        .default({}),
      except: z.array(Id).max(5000).default([]),
    })
    .optional(),
})
export type Selection = z.output<typeof Selection>

export const PushedField = z.enum(PUSHED_STATES)
export const ProductStatus = z.enum(['processing', 'ready', 'failed'])

/** One row of the import list and the product center. `null` is "not known". */
export const ProductRow = z.object({
  product_id: Id,
  product_package_id: Id,
  title: z.string(),
  image: z.string().nullable(),
  tags: z.array(z.string()),
  vendor: z.string(),
  product_type: z.string(),
  source: SourceField,
  source_product_id: z.string(),
  store_name: z.string().nullable(),
  ship_to: z.string(),
  total_variants: z.int(),
  enabled_variants: z.int(),
  suppliers: z.int(),
  /** USD cents, as the supplier sells. */
  cost_min: z.int(),
  cost_max: z.int(),
  shipping_cost: z.int().nullable(),
  currency: CurrencyCode,
  price_min: z.int(),
  price_max: z.int(),
  compare_at_min: z.int().nullable(),
  /** Of the variant that earns least, sent to `ship_to`. Null: no cost is known. */
  profit: PieceProfit.nullable(),
  stock: z.int().nullable(),
  status: ProductStatus,
  problems: z.array(z.enum(['no_image', 'no_price', 'below_floor', 'out_of_stock', 'will_split', 'incomplete'])),
  pushed: PushedField,
  tracking: z.enum(['tracking', 'partial', 'not_tracking']),
  revision: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type ProductRow = z.output<typeof ProductRow>

export const JobEntry = z.object({
  /** channel, split/duplicate flag, id and ai action joined: a later entry with the same key replaces the earlier. */
  key: z.string(),
  id: z.string(),
  run_id: Id,
  image: z.string().nullable(),
  title: z.string(),
  kind: z.enum(JOB_KINDS),
  status: z.enum(JOB_STATUSES),
  channel: z.string().nullable(),
  ai_action: z.string().nullable(),
  error: z.string().nullable(),
  split: z.boolean(),
  duplicate: z.boolean(),
  import: z.boolean(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  can_undo: z.boolean(),
  can_retry: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type JobEntry = z.output<typeof JobEntry>

/** A run was queued: its entry is in the job tracker. */
export const RunStarted = z.object({ run_id: Id, total: z.int() })
