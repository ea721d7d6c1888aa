import type { Out } from '@omni/contracts/kernel.ts'
import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { planIngest } from '@omni/domain/catalog/plan-ingest.ts'
import { isSource } from '@omni/domain/catalog/sources.ts'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { costsOf, Counts } from './ingest/ingest-plan.ts'

const Names = z.array(z.string()).catch([])
const MOST_NAMES = 50

/** From what the ingest counted last and the budget as it is now; a supplier without an account here has no plan. */
export async function getIngestPlan(ctx: Ctx): Promise<Out<typeof catalogCalls.getIngestPlan>> {
  const { suppliers } = ctx.services
  const states = await ctx.db.read((tx) =>
    tx.selectFrom('supplier_state').select(['source', 'counts', 'counted_at', 'left_out']).orderBy('source').execute(),
  )
  const plans = states.map(async ({ source, counts, counted_at, left_out }) => {
    const known = Counts.safeParse(counts)
    if (!isSource(source) || !suppliers.shared[source] || !known.success || counted_at === null) return []
    const budget = await suppliers.budget(source)
    const { products, new_products, quotes } = known.data
    return [
      {
        source,
        products,
        whole: products - new_products,
        unit: suppliers.definition(source).costs?.unit ?? ('calls' as const),
        per_day: budget.per_day,
        quotes_left: suppliers.definition(source).logistics ? quotes : null,
        ...planIngest(known.data, budget, costsOf(suppliers, source)),
        left_out: Names.parse(left_out).slice(0, MOST_NAMES),
        counted_at,
      },
    ]
  })
  return { sources: (await Promise.all(plans)).flat() }
}
