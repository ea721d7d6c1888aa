import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { startSync } from './start-sync.ts'

/** Orders spec §7 orders/v4/sync-status. */
export const syncStatus = (ctx: Ctx, { source }: In<typeof placementCalls.syncStatus>) => startSync(ctx, source, [])
