import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { subjectOfProduct } from '../../platform/run-subjects.ts'
import { startRun } from '../../platform/runs.ts'
import { type Imported, type ImportItem, importProducts } from './import-products.ts'
import { importRun } from './import-run.ts'

/** Imports what is known; what still lacks its variants is filled in by a job, shown in the tracker. */
export async function importNow(ctx: Ctx, items: ImportItem[]): Promise<Imported[]> {
  return ctx.db.tx(async (tx) => {
    const outcomes = await importProducts(tx, ctx, items, ctx.now)
    const rows = outcomes.flatMap((outcome, at) => {
      const item = items[at]
      return outcome.ok && outcome.status === 'processing' && item
        ? [
            {
              ...subjectOfProduct(outcome.product_id),
              input: { source: item.source, source_product_id: item.source_product_id },
              title: outcome.title,
              image: outcome.image,
            },
          ]
        : []
    })
    if (rows.length > 0) await startRun(tx, ctx, importRun, { ship_to: items[0]?.ship_to ?? 'US' }, rows, ctx.now)
    if (outcomes.some(({ ok }) => ok)) await publishToWorkplace(tx, ctx.workplace_id, 'products.changed', {})
    return outcomes
  })
}

export function refuseImport(outcome: Imported | undefined): never {
  return !outcome || outcome.ok ? refuse('not_found') : refuse(outcome.key, outcome.params)
}
