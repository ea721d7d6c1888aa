import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { setArchived } from './set-archived.ts'

/** Orders spec §7 orders/v5/revert-order. */
export const revertOrder = (ctx: Ctx, { orders }: In<typeof orderCalls.revertOrder>) => setArchived(ctx, orders, false)
