import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { startMapRun } from './start-map-run.ts'

/** Sourcing spec §7 listings/unmapped/bulk-create: several store products get their suppliers. */
export const createFromUnmapped = (ctx: Ctx, { items, override }: In<typeof mappingCalls.createFromUnmapped>) =>
  startMapRun(ctx, items, { mode: 'tie', override })
