import type { In } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { startRun } from '../job-tracker/start-run.ts'
import { titles } from './bulk-edit.ts'
import { selectedIds } from './product-query.ts'
import { tellLists } from './write-product.ts'

/**
 * Deleted by a mark, at once, whatever the number; taken back by the run. The place in `imported_sources` is free
 * again.
 */
export async function deleteProducts(ctx: Ctx, { selection }: In<typeof productCenterCalls.deleteProducts>) {
  return ctx.db.tx(async (tx) => {
    const ids = await selectedIds(tx, ctx.workplace_id, selection)
    if (ids.length === 0) refuse('products.nothing_selected', {}, { field: 'selection' })
    const rows = await titles(tx, ctx.workplace_id, ids)
    await markDeleted(tx, ctx.workplace_id, ids, ctx.now)
    const run_id = await startRun(
      tx,
      ctx,
      'delete',
      {},
      rows.map((row) => ({ ...row, status: 'success' as const })),
      ctx.now,
    )
    // A delete shows its own undo; the tracker has nothing to add.
    await tx
      .updateTable('runs')
      .set({ closed_at: ctx.now })
      .where('workplace_id', '=', ctx.workplace_id)
      .where('run_id', '=', run_id)
      .execute()
    await tellLists(tx, ctx.workplace_id)
    return { deleted: ids.length, run_id }
  })
}
export const deleteImported = deleteProducts

export async function markDeleted(tx: Tx, workplace_id: string, ids: readonly string[], now: Date): Promise<void> {
  await sql`update products set deleted_at = ${now}, updated_at = ${now} where workplace_id = ${workplace_id} and product_id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(
    tx,
  )
  await sql`delete from imported_sources where workplace_id = ${workplace_id} and product_id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
}

/**
 * Brings deleted products back. One whose supplier product was imported again meanwhile stays what a duplicate is: a
 * product without the claim.
 */
export async function markRestored(tx: Tx, workplace_id: string, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{
    product_id: string
  }>`update products set deleted_at = null, updated_at = ${now} where workplace_id = ${workplace_id} and product_id = any(${[...ids]}::uuid[]) and deleted_at is not null returning product_id`.execute(
    tx,
  )
  const back = rows.map(({ product_id }) => product_id)
  // Only originals had a claim: a duplicate's first history entry says what it is.
  await sql`insert into imported_sources (workplace_id, source, source_product_id, product_id)
    select p.workplace_id, p.source, p.source_product_id, p.product_id from products p
    join product_changes c on c.workplace_id = p.workplace_id and c.product_id = p.product_id and c.kind = 'import'
    where p.workplace_id = ${workplace_id} and p.product_id = any(${back}::uuid[]) order by p.source, p.source_product_id on conflict do nothing`.execute(
    tx,
  )
  return back
}
