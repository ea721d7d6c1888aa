import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readParcelDetail } from '../tracking/read-parcel-detail.ts'
import { readViews } from './supplier-order-view.ts'

/** Orders spec §7 orders/v5/panel/{orderId}/trackings/{trackingId}. */
export async function getOrderTracking(ctx: Ctx, { orderId, trackingId }: In<typeof placementCalls.getOrderTracking>) {
  return ctx.db.read(async (tx) => {
    const parcel = await readParcelDetail(tx, ctx, { orderId, trackingId })
    const purchases = await readViews(tx, ctx.workplace_id, sql`s.order_id = ${orderId}`)
    for (const { shipments, source, order_no, supplier_status, supplier_order_id } of purchases) {
      if (parcel?.supplier_order_id === supplier_order_id) {
        const { tracking_number, carrier, tracking_url, status } = parcel
        return { tracking_number, carrier, tracking_url, source, order_no, status, parcel }
      }
      const shipment = shipments.find(({ tracking_number }) => tracking_number === trackingId)
      if (shipment && !parcel) return { ...shipment, source, order_no, status: supplier_status, parcel: null }
    }
    return refuse('not_found')
  })
}
