import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { runKind, startRun } from '../../platform/runs.ts'
import { selectedIds } from '../product-center/product-query.ts'
import { rowsOfProducts } from '../product-center/rows-of-products.ts'
import { copyRows, insertLike } from './copy-rows.ts'

type Calls = typeof importListCalls
const duplicateRun = runKind('duplicate', { input: z.object({}), undoable: true })

/** Sourcing spec §7 import/duplicate: copies, in the background. */
export async function duplicateImported(ctx: Ctx, { selection }: In<Calls['duplicateImported']>) {
  return ctx.db.tx(async (tx) => {
    const ids = await selectedIds(tx, ctx.workplace_id, selection)
    if (ids.length === 0) refuse('products.nothing_selected')
    return {
      run_id: await startRun(tx, ctx, duplicateRun, {}, await rowsOfProducts(tx, ctx.workplace_id, ids), ctx.now),
      total: ids.length,
    }
  })
}

export const duplicateRows = copyRows(
  duplicateRun,
  20,
  async (tx, from, { run, pricing, now }) => ({
    made: [await insertLike(tx, run, from, from.product, 'duplicate', pricing, now)],
  }),
  'products.duplicate_completed',
)
