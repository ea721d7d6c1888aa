import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { startSync } from './start-sync.ts'

/** Orders spec §7 orders/sync-status/{source_type}. */
export const syncSourceStatus = (
  ctx: Ctx,
  { source_type, source_orders }: In<typeof placementCalls.syncSourceStatus>,
) => startSync(ctx, source_type, source_orders)
