import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { startMapRun } from './start-map-run.ts'

/** Sourcing spec §7 listings/unmapped/duplicate: the store's product stays its own; ours is pushed as another. */
export const duplicateUnmapped = (ctx: Ctx, { items }: In<typeof mappingCalls.duplicateUnmapped>) =>
  startMapRun(ctx, items, { mode: 'copy', override: false })
