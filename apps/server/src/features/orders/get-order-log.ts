import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { readLog } from './read-log.ts'

/** Orders spec §7 orders/v4/order_log/order/{orderId}. */
export const getOrderLog = (ctx: Ctx, { orderId }: In<typeof orderCalls.getOrderLog>) => readLog(ctx, orderId)
