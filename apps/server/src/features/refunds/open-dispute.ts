import type { In } from '@omni/contracts/kernel.ts'
import type { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { disputable } from '@omni/domain/refunds/refunds.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import type { RefundView } from './refund-rows.ts'
import { sendDispute } from './send-dispute.ts'
import { lockPurchase, refuseTooMuch, writeRequest } from './write-request.ts'

/** The request is committed, and a job sends it. */
export async function openDispute(ctx: Ctx, input: In<typeof refundCalls.openDispute>): Promise<RefundView> {
  const { supplier_order_id, lines, reason_no, reason_name, expect, text, pictures } = input
  return ctx.db.tx(async (tx) => {
    const purchase = await lockPurchase(ctx, tx, supplier_order_id)
    const { vendor, currency } = purchase
    const order_no = purchase.order_no ?? ''
    const most = disputable(vendor, purchase)
    if (most === 0) refuse('refunds.no_dispute')
    const asked = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
    if (asked > most || asked === 0) refuseTooMuch(ctx, most, currency, 'lines')
    const claim = { type: 'dispute', reason: reason_name, text, pictures, asked }
    return writeRequest(ctx, tx, purchase, claim, sendDispute, (links) => ({
      supplier_order_id,
      vendor,
      order_no,
      reason_no,
      expect,
      text,
      pictures: links,
      lines,
    }))
  })
}
