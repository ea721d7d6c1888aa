import type { In } from '@omni/contracts/kernel.ts'
import type { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { startAttempt, withRehearsal } from '../../platform/attempts.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readEvidence } from '../evidence/evidence-files.ts'
import { lockRefund } from './handle-refund.ts'
import { readPurchases, type RefundView, toView } from './refund-rows.ts'
import { withdrawDispute } from './send-dispute.ts'

/** It is withdrawn once the supplier has heard of it; what it decides before that holds. */
export async function cancelDispute(
  ctx: Ctx,
  { refund_id }: In<typeof refundCalls.cancelDispute>,
): Promise<RefundView> {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const row = await lockRefund(tx, { workplace_id, refund_id })
    if (!row) refuse('not_found')
    const { supplier_order_id, refund_no } = row
    if (row.type !== 'dispute' || row.state !== 'pending' || refund_no === null) refuse('refunds.not_open')
    const [purchase] = await readPurchases(tx, workplace_id, { supplier_order_id }, false)
    if (!purchase) refuse('not_found')
    await startAttempt(tx, withRehearsal(withdrawDispute, ctx.config), {
      workplace_id,
      subject_id: refund_id,
      account_key: purchase.account_key,
      input: { vendor: purchase.vendor, order_no: purchase.order_no ?? '', dispute_no: refund_no },
    })
    return toView(ctx, row, await readEvidence(tx, workplace_id, row.pictures))
  })
}
