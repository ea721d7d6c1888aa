import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { isBlockedInDemo } from '@omni/domain/billing/plan-rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { subjectOfSource } from '../../platform/run-subjects.ts'
import { startRun } from '../../platform/runs.ts'
import { importRun } from './import-run.ts'
import { readCatalogue } from './read-catalogue.ts'

/**
 * Imports rows in the background. The quota is taken row by row there: what it does not cover fails by name and can be
 * tried again.
 */
export async function runImport(ctx: Ctx, { rows, ship_to }: In<typeof importListCalls.runImport>) {
  return ctx.db.tx(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('is_demo')
      .where('user_id', '=', ctx.user_id)
      .executeTakeFirstOrThrow()
    if (isBlockedInDemo(user.is_demo, 'IMPORT_PRODUCT')) refuse('imports.demo_mode')
    const known = await readCatalogue(
      tx,
      rows.map(({ source, product_id }) => ({ source, source_product_id: product_id })),
    )
    const run_id = await startRun(
      tx,
      ctx,
      importRun,
      { ship_to: toIsoCountry(ship_to) },
      rows.map(({ source, product_id, title, price, tags, variants }) => {
        const found = known.get(`${source}:${product_id}`)
        return {
          ...subjectOfSource({ source, source_product_id: product_id }),
          title: title ?? found?.name ?? `${source} ${product_id}`,
          image: found?.images[0] ?? null,
          input: { title, price, tags, variants },
        }
      }),
      ctx.now,
    )
    return { run_id, total: rows.length }
  })
}
