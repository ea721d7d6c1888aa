import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { readDetail } from './read-detail.ts'

/** Orders spec §7 orders/v5/detail/{order_id}. */
export const getOrderDetail = (ctx: Ctx, { order_id, line_item_ids }: In<typeof orderCalls.getOrderDetail>) =>
  ctx.db.read((tx) => readDetail(tx, ctx.workplace_id, order_id, line_item_ids))
