import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { readDetail } from '../orders/get-order-detail.ts'
import { readViews } from './supplier-order-view.ts'

/** Orders spec §7 orders/v5/panel/{orderId}. */
export async function getOrderPanel(ctx: Ctx, { orderId }: In<typeof placementCalls.getOrderPanel>) {
  return ctx.db.read(async (tx) => ({
    order: await readDetail(tx, ctx.workplace_id, orderId),
    purchases: await readViews(tx, ctx.workplace_id, sql`s.order_id = ${orderId} order by s.created_at desc`),
  }))
}
