import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { paidForPieces } from '@omni/domain/refunds/buyer-refund.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { openStore } from '../stores/open-store.ts'
import { readRefundable } from './buyer-refund-rows.ts'

/** The store is asked where it reckons itself: it knows gift cards, duties and roundings. It never stands in the way. */
export async function suggestBuyerRefund(
  ctx: Ctx,
  { order_id, lines }: In<typeof fulfilmentCalls.suggestBuyerRefund>,
): Promise<Out<typeof fulfilmentCalls.suggestBuyerRefund>> {
  const { workplace_id } = ctx
  const sale = await ctx.db.read((tx) => readRefundable(tx, workplace_id, order_id, false))
  if (!sale) refuse('not_found')
  const { whole, view, store_id, remote_id } = sale
  const own = { amount: paidForPieces(whole, lines), most: view.most, by_store: false }
  if (view.because !== null || lines.length === 0 || store_id === null || remote_id === null) return own
  const store = await openStore(ctx, { workplace_id, store_id })
  const suggest = store?.channel.refunds?.suggest
  if (!suggest) return own
  try {
    const { amount, most } = await suggest({ remote_order_id: remote_id, lines, currency: whole.currency })
    return { amount: Math.min(amount, most), most, by_store: true }
  } catch (error) {
    if (error instanceof VendorError) return own
    throw error
  }
}
