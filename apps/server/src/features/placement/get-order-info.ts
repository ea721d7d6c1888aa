import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { readPurchases } from './read-purchases.ts'

/** Orders spec §7 orders/v4/order-info. */
export const getOrderInfo = (ctx: Ctx, { order_id }: In<typeof placementCalls.getOrderInfo>) =>
  ctx.db.read(async (tx) => ({ items: await readPurchases(tx, ctx.workplace_id, order_id) }))
