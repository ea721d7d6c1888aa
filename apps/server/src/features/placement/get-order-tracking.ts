import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readViews } from './supplier-order-view.ts'

/** Orders spec §7 orders/v5/panel/{orderId}/trackings/{trackingId}. */
export async function getOrderTracking(ctx: Ctx, { orderId, trackingId }: In<typeof placementCalls.getOrderTracking>) {
  const purchases = await ctx.db.read((tx) => readViews(tx, ctx.workplace_id, sql`s.order_id = ${orderId}`))
  for (const { shipments, source, order_no, supplier_status: status } of purchases) {
    const parcel = shipments.find(({ tracking_number }) => tracking_number === trackingId)
    if (parcel) return { ...parcel, source, order_no, status }
  }
  return refuse('not_found')
}
