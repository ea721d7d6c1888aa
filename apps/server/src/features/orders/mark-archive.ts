import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { setArchived } from './set-archived.ts'

/** Orders spec §7 orders/v5/mark-archive. */
export const markArchive = (ctx: Ctx, { orders }: In<typeof orderCalls.markArchive>) => setArchived(ctx, orders, true)
