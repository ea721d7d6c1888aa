import { takeBack } from '@omni/domain/products/changes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { RowOutcome, RunWork } from '../../platform/runs.ts'
import { loadProducts } from './load-products.ts'
import { markDeleted } from './mark-deleted.ts'
import { readPricing } from './pricing.ts'
import { type Noted, toChanges, writeProduct } from './write-product.ts'

const Undone = z.object({ made: z.array(z.string()).default([]) })

/**
 * Takes back what a run changed and made, product by product. A field that somebody edited since stays as it is and is
 * a conflict of its row. A product that was deleted since stays deleted.
 */
export const undoProducts: NonNullable<RunWork['undo']> = {
  chunk: 100,
  async rows(tx, { now }, run, rows) {
    const { workplace_id, user_id, run_id } = run
    const madeBy = new Map(rows.map(({ row, input }) => [row, Undone.parse(input).made]))
    await markDeleted(tx, workplace_id, [...madeBy.values()].flat(), now)
    const ids = rows.map(({ subject_id }) => subject_id)
    const { rows: noted } = await sql<{ product_id: string; fields: Noted }>`
      select product_id, fields from product_changes
      where workplace_id = ${workplace_id} and run_id = ${run.undoes} and product_id = any(${ids}::uuid[])
        and kind in ('bulk_edit', 'price_rule', 'split') and revision > 1`.execute(tx)
    const changesOf = new Map(noted.map(({ product_id, fields }) => [product_id, toChanges(fields)]))
    const loaded = new Map(
      (await loadProducts(tx, workplace_id, [...changesOf.keys()], true)).map((product) => [
        product.product_id,
        product,
      ]),
    )
    const pricing = await readPricing(tx, workplace_id)
    const outcomes: RowOutcome[] = []
    for (const { row, subject_id } of rows) {
      const [product, changes] = [loaded.get(subject_id), changesOf.get(subject_id)]
      let restored = (madeBy.get(row) ?? []).length > 0
      if (!product || !changes) {
        outcomes.push({ row, ok: true, result: { restored } })
        continue
      }
      const { patch, conflicts } = takeBack(product.product, changes)
      const writing = { workplace_id, user_id, change_id: run_id, run_id, kind: 'undo' as const, now }
      const written = await writeProduct(tx, product, patch, writing, pricing)
      restored ||= Object.keys(written.changes).length > 0
      outcomes.push({ row, ok: true, title: product.product.title, result: { restored, conflicts } })
    }
    return outcomes
  },
}
