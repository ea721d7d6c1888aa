import type { In, Out } from '@omni/contracts/kernel.ts'
import type { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { disputable } from '@omni/domain/refunds/refunds.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { openSource } from '../placement/open-source.ts'
import { readPurchases } from './refund-rows.ts'

/** Reasons and amounts are the supplier's, and of this moment: nothing of it is kept. */
export async function getDisputeOptions(
  ctx: Ctx,
  { supplier_order_id }: In<typeof refundCalls.getDisputeOptions>,
): Promise<Out<typeof refundCalls.getDisputeOptions>> {
  const { workplace_id } = ctx
  const [purchase] = await ctx.db.read((tx) => readPurchases(tx, workplace_id, { supplier_order_id }, false))
  if (!purchase) refuse('not_found')
  const most = disputable(purchase.vendor, purchase)
  if (most === 0 || purchase.order_no === null) refuse('refunds.no_dispute')
  const source = await openSource(ctx, workplace_id, asSource(purchase.vendor))
  if (typeof source === 'string' || source.account_key !== purchase.account_key) refuse('refunds.not_connected')
  const options = await source.orders.disputeOptions?.({ order_no: purchase.order_no })
  if (!options || options.lines.length === 0) refuse('refunds.no_dispute')
  return { ...options, most: Math.min(options.most || most, most) }
}
