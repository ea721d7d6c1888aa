import type { In } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { recordRun } from '../../platform/runs.ts'
import { deleteRun } from './delete-run.ts'
import { markDeleted } from './mark-deleted.ts'
import { selectedIds } from './product-query.ts'
import { rowsOfProducts } from './rows-of-products.ts'

/**
 * Deleted by a mark, at once, whatever the number; taken back by the run. The place in `imported_sources` is free
 * again.
 */
export async function deleteProducts(ctx: Ctx, { selection }: In<typeof productCenterCalls.deleteProducts>) {
  return ctx.db.tx(async (tx) => {
    const ids = await selectedIds(tx, ctx.workplace_id, selection)
    if (ids.length === 0) refuse('products.nothing_selected', {}, { field: 'selection' })
    const rows = await rowsOfProducts(tx, ctx.workplace_id, ids)
    await markDeleted(tx, ctx.workplace_id, ids, ctx.now)
    const run_id = await recordRun(tx, ctx, deleteRun, {}, rows, ctx.now)
    await publishToWorkplace(tx, ctx.workplace_id, 'products.changed', {})
    return { deleted: ids.length, run_id }
  })
}
