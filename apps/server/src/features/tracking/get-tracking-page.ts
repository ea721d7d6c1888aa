import type { In } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readPage } from './page-data.ts'

/** Orders spec §7 open-api/orders/tracking/{orderId}. The id is the page's own, not the order's. */
export async function getTrackingPage(ctx: PublicCtx, { orderId }: In<typeof trackingCalls.getTrackingPage>) {
  const found = await readPage(ctx, orderId)
  return found?.data ?? refuse('not_found')
}
