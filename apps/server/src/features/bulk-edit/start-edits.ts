import type { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { type BulkEdit, checkEdit } from '@omni/domain/products/bulk-edit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { startRun } from '../../platform/runs.ts'
import { rowsOfProducts } from '../product-center/rows-of-products.ts'
import { bulkEditRun } from './edit-rows.ts'

/** Edits as they were sent; refuses one that cannot be made of any product. */
export function checkedEdits(edits: In<typeof bulkEditCalls.bulkUpdate>['edits']): BulkEdit[] {
  const clean = edits.map((edit) => ({ ...edit })) as BulkEdit[] // the contract's shape; checked next
  for (const [at, edit] of clean.entries()) {
    const wrong = checkEdit(edit)
    if (wrong) refuse(`bulk.${wrong}`, {}, { field: `edits.${at}` })
  }
  return clean
}

/** An edit of these products as a run, in the caller's transaction. */
export async function startEdits(
  tx: Tx,
  ctx: Ctx,
  product_ids: readonly string[],
  edits: In<typeof bulkEditCalls.bulkUpdate>['edits'],
): Promise<string> {
  const clean = checkedEdits(edits)
  const rows = await rowsOfProducts(tx, ctx.workplace_id, [...product_ids])
  if (rows.length === 0) refuse('products.nothing_selected', {}, { field: 'product_ids' })
  return startRun(tx, ctx, bulkEditRun, { edits: clean }, rows, ctx.now)
}
