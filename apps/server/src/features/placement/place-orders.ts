import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { placePlan } from './place-plan.ts'

/** Orders spec §7 orders/v5/request: the click. */
export const placeOrders = (ctx: Ctx, input: In<typeof placementCalls.placeOrders>) =>
  ctx.db.tx((tx) => placePlan(tx, ctx, { ...input, at_once: ctx.config.PLACE_AT_ONCE }))
