import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { startMapRun } from './start-map-run.ts'

/** Sourcing spec §7 listings/unmapped/split: a product of ours for each value of an option. */
export const splitUnmapped = (ctx: Ctx, { items, option }: In<typeof mappingCalls.splitUnmapped>) =>
  startMapRun(ctx, items, { mode: 'split', option, override: false })
