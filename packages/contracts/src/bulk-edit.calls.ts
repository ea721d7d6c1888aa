import { BULK_FIELDS, BULK_HOW } from '@omni/domain/products/bulk-fields.ts'
import { z } from 'zod'
import { Flag, Id } from './fields.ts'
import { calls } from './kernel.ts'
import { SellingPrice } from './product-settings.calls.ts'
import { Selection, Tags } from './products.fields.ts'
import { PieceProfit } from './profit.fields.ts'

export const Edit = z.object({
  field: z.enum(BULK_FIELDS),
  how: z.enum(BULK_HOW),
  /** A text, a number (amounts in minor units, percentages as they are said) or tags. */
  value: z.union([z.string().max(5000), z.number(), z.boolean(), Tags]).optional(),
  find: z.string().max(500).optional(),
})
const Diff = z.object({
  product_id: Id,
  title: z.string(),
  image: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.json(), after: z.json() })),
  /** Fields changed in all, where only some are shown. */ changed: z.int(),
  profit_before: PieceProfit.nullable(),
  profit_after: PieceProfit.nullable(),
  currency: z.string(),
  /** Why nothing changes here, or what is wrong with it. */
  note: z.string().nullable(),
  refused: z.boolean(),
})
const BulkReply = z.object({
  /** Present when it runs; absent for a preview. */
  run_id: Id.nullable(),
  total: z.int(),
  will_change: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  diffs: z.array(Diff),
  /** The preview shows the first of many. */ shown: z.int(),
})

/** Many products at once: previewed first, run in the background, undone by `undoRun` of the job tracker. */
export const bulkEditCalls = calls({
  bulkUpdate: {
    method: 'PUT',
    path: '/center/products/bulk_update',
    heavy: true,
    about: 'Edits many products at once: previewed first, run in the background, undoable for 30 days.',
    input: z.object({ selection: Selection, edits: z.array(Edit).min(1).max(20), preview: Flag.default(false) }),
    data: BulkReply,
  },
  setupSellingPrice: {
    method: 'POST',
    path: '/center/products/bulk-enhancer/setup-selling-price',
    heavy: true,
    about: 'Prices products by the selling-price rule (the saved one, or one to try); previewed, undoable.',
    input: z.object({ selection: Selection, rule: SellingPrice.optional(), preview: Flag.default(false) }),
    data: BulkReply,
  },
})
