import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { readDetail } from '../orders/get-order-detail.ts'
import { trackingUrl } from '../tracking/tracking-link.ts'
import { readPurchases } from './read-purchases.ts'

/** Orders spec §7 orders/v5/panel/{orderId}. */
export async function getOrderPanel(ctx: Ctx, { orderId }: In<typeof placementCalls.getOrderPanel>) {
  const { workplace_id } = ctx
  return ctx.db.read(async (tx) => {
    const link = await tx
      .selectFrom('tracking_links')
      .select('public_id')
      .where('workplace_id', '=', workplace_id)
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    return {
      order: await readDetail(tx, workplace_id, orderId),
      purchases: await readPurchases(tx, workplace_id, orderId),
      buyer_page: link ? trackingUrl(ctx.config, link.public_id) : null,
    }
  })
}
