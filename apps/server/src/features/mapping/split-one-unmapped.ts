import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { startMapRun } from './map-unmapped.ts'

/** Sourcing spec §4: splitting one unmapped product is tracked by a tracking id, the run's. */
export async function splitOneUnmapped(
  ctx: Ctx,
  { id, option, source, source_product_id }: In<typeof mappingCalls.splitOneUnmapped>,
) {
  const items = [{ listing_id: id, source, source_product_id }]
  const run = await startMapRun(ctx, items, { mode: 'split', option, override: false })
  return { ...run, tracking_id: run.run_id }
}
