import type { In, Out } from '@omni/contracts/kernel.ts'
import type { PlaceProblem, placementCalls } from '@omni/contracts/placement.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { payWaiting } from './pay-waiting.ts'
import { lockWaiting, type WaitingOrder } from './waiting-orders.ts'

/**
 * Orders spec §7 orders/v5/payment: takes the money for what was created before. A job pays. What costs more than was
 * agreed to, and too much for its order, is left out until a person says yes to it.
 */
export async function payOrders(
  ctx: Ctx,
  { supplier_order_ids, agreed }: In<typeof placementCalls.payOrders>,
): Promise<Out<typeof placementCalls.payOrders>> {
  return ctx.db.tx(async (tx) => {
    const meant = sql`s.supplier_order_id = any(${supplier_order_ids}::uuid[])`
    const waiting = await lockWaiting(tx, ctx.workplace_id, meant)
    const { paying, stopped, short } = await payWaiting(tx, ctx, waiting, { agreed })
    return { paying: paying.length, left_out: [...leftOut(stopped, 'stopped'), ...leftOut(short, 'wallet_too_low')] }
  })
}

const leftOut = (orders: readonly WaitingOrder[], problem: PlaceProblem) =>
  orders.map(({ supplier_order_id, order_id, number }) => ({ supplier_order_id, order_id, number, problem }))
