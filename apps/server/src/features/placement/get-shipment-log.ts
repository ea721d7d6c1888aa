import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { readLog } from '../orders/read-log.ts'

const OF_PARCELS = ['shipped', 'delivered', 'cancelled_by_source', 'refunded_by_source', 'fulfilled_by_store']

/** Orders spec §7 orders/v4/order_log/shipment/{orderId}. */
export async function getShipmentLog(ctx: Ctx, { orderId }: In<typeof placementCalls.getShipmentLog>) {
  const { items } = await readLog(ctx, orderId)
  return { items: items.filter(({ kind }) => OF_PARCELS.includes(kind)) }
}
