import type { SplitSettings } from '@omni/domain/import-list/split.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { subjectOfProduct } from '../../platform/run-subjects.ts'
import { recordRun } from '../../platform/runs.ts'
import { loadProducts } from '../product-center/load-products.ts'
import { readPricing } from '../product-center/pricing.ts'
import { splitProduct, splitRun } from './split-imported.ts'

/** Splits products while somebody waits, few enough for that; answers the ids of the parts that were made. */
export const splitNow = (
  ctx: Ctx,
  product_ids: readonly string[],
  settings: Omit<SplitSettings, 'enabled'>,
): Promise<string[]> =>
  ctx.db.tx(async (tx) => {
    if (product_ids.length === 0) return []
    const pricing = await readPricing(tx, ctx.workplace_id)
    const all: string[] = []
    for (const from of await loadProducts(tx, ctx.workplace_id, [...product_ids], true)) {
      const { product_id, product } = from
      const row = { ...subjectOfProduct(product_id), title: product.title, image: product.images[0]?.url ?? null }
      const input = { by: 'settings' as const, settings }
      const run_id = await recordRun(tx, ctx, splitRun, input, [row], ctx.now)
      const { workplace_id, user_id, now } = ctx
      const run = { run_id, workplace_id, user_id, kind: splitRun.name, input, total: 1, worked: 0, undoes: null }
      const made = await splitProduct(tx, from, { run, pricing, now })
      if (!('made' in made)) continue
      all.push(...made.made)
      // What an undo takes away again.
      await tx
        .updateTable('run_rows')
        .set({ result: JSON.stringify(made) })
        .where('workplace_id', '=', workplace_id)
        .where('run_id', '=', run_id)
        .execute()
    }
    return all
  })
