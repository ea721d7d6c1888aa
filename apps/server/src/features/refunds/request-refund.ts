import type { In } from '@omni/contracts/kernel.ts'
import type { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { OTHER_REASON } from '@omni/domain/orders/cancel-reasons.ts'
import { requestFor } from '@omni/domain/refunds/refunds.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import type { RefundView } from './refund-rows.ts'
import { sendRefund } from './send-refund.ts'
import { lockPurchase, refuseTooMuch, writeRequest } from './write-request.ts'

/** Orders spec §7 orders/v4/refund/request: the request is committed, and a job sends it. */
export async function requestRefund(ctx: Ctx, input: In<typeof refundCalls.requestRefund>): Promise<RefundView> {
  const { supplier_order_id, amount, reason, text, pictures, cancel_reason = OTHER_REASON } = input
  return ctx.db.tx(async (tx) => {
    const purchase = await lockPurchase(ctx, tx, supplier_order_id)
    const offer = requestFor(purchase, ctx.now)
    if (offer.type === null) refuse(`refunds.${offer.because}`)
    const { type, most } = offer
    // A cancellation is of the whole order: the supplier has nothing to weigh.
    const asked = type === 'cancel' ? most : (amount ?? most)
    if (asked > most) refuseTooMuch(ctx, most, purchase.currency, 'amount')
    if (type === 'refund' && !reason) refuse('refunds.reason_missing', {}, { field: 'reason' })
    const kind = type === 'cancel' || !reason ? ('' as const) : reason
    const claim = { type, reason: kind, text, pictures, asked }
    const why = { cancel_reason: type === 'cancel' ? cancel_reason : null }
    return writeRequest(ctx, tx, purchase, { ...claim, ...why }, sendRefund, (links) => ({
      supplier_order_id,
      vendor: purchase.vendor,
      order_no: purchase.order_no ?? '',
      type,
      reason: kind,
      cancel_reason,
      amount: asked,
      text,
      pictures: links,
    }))
  })
}
