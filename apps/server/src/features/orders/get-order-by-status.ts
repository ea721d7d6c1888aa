import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readDetail } from './get-order-detail.ts'

/** Orders spec §7 orders/detail/{orderId}/{status}: with the lines of that group alone. */
export const getOrderByStatus = (ctx: Ctx, { orderId, status }: In<typeof orderCalls.getOrderByStatus>) =>
  ctx.db.read(async (tx) => {
    const order = await readDetail(tx, ctx.workplace_id, orderId)
    const own = order.groups.filter((group) => group.status === status)
    if (own.length === 0) refuse('not_found')
    const shown = new Set(own.flatMap(({ line_ids }) => line_ids))
    return { ...order, lines: order.lines.filter(({ line_id }) => shown.has(line_id)) }
  })
