import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readEvents } from './order-events.ts'

/** What happened to an order, oldest first. */
export const readLog = (ctx: Ctx, order_id: string) =>
  ctx.db.read(async (tx) => {
    const items = await readEvents(tx, ctx.workplace_id, order_id)
    // Every order has the event that made it.
    if (items.length === 0) refuse('not_found')
    return { items }
  })

/** Orders spec §7 orders/v4/order_log/order/{orderId}. */
export const getOrderLog = (ctx: Ctx, { orderId }: In<typeof orderCalls.getOrderLog>) => readLog(ctx, orderId)

/** Orders spec §7 orders/v2/logs/{id}. */
export async function getLogs(ctx: Ctx, { id }: In<typeof orderCalls.getLogs>) {
  const { items } = await readLog(ctx, id)
  return { items: items.toReversed() }
}
