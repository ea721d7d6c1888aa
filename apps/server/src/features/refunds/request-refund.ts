import type { In } from '@omni/contracts/kernel.ts'
import type { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { OTHER_REASON } from '@omni/domain/orders/cancel-reasons.ts'
import { requestFor } from '@omni/domain/refunds/refunds.ts'
import { randomUUID } from 'node:crypto'
import { startAttempt, withRehearsal } from '../../platform/attempts.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { readEvidence, useEvidence } from '../evidence/evidence-files.ts'
import { noteEvents } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { readPurchases, type RefundView, toView } from './refund-rows.ts'
import { sendRefund } from './send-refund.ts'

/** Orders spec §7 orders/v4/refund/request: the wish is committed, and a job sends it. */
export async function requestRefund(
  ctx: Ctx,
  {
    supplier_order_id,
    amount,
    reason,
    text,
    pictures,
    cancel_reason = OTHER_REASON,
  }: In<typeof refundCalls.requestRefund>,
): Promise<RefundView> {
  const { workplace_id, user_id, now } = ctx
  return ctx.db.tx(async (tx) => {
    const [purchase] = await readPurchases(tx, workplace_id, { supplier_order_id }, true)
    if (!purchase) refuse('not_found')
    const offer = requestFor(purchase, now)
    if (offer.type === null) refuse(`refunds.${offer.because}`)
    // A cancellation is of the whole order: the supplier has nothing to weigh.
    const asked = offer.type === 'cancel' ? offer.most : (amount ?? offer.most)
    if (asked > offer.most)
      refuse(
        'refunds.too_much',
        { most: (offer.most / 100).toFixed(2), currency: purchase.currency },
        { field: 'amount' },
      )
    if (offer.type === 'refund' && !reason) refuse('refunds.reason_missing', {}, { field: 'reason' })
    const links = await useEvidence(ctx, tx, workplace_id, pictures)
    const refund_id = randomUUID()
    const { order_id, vendor, account_key, currency, order_no } = purchase
    const kind = offer.type === 'cancel' || !reason ? ('' as const) : reason
    const [row] = await tx
      .insertInto('refund_requests')
      .values({
        workplace_id,
        refund_id,
        supplier_order_id,
        order_id,
        type: offer.type,
        reason: kind,
        cancel_reason: offer.type === 'cancel' ? cancel_reason : null,
        text,
        pictures: [...new Set(pictures)],
        asked,
        currency,
        state: 'sending',
        requested_by: user_id,
        requested_at: now,
        updated_at: now,
      })
      .returningAll()
      .execute()
    if (!row) throw new Error('a request that was just written is not there')
    const input = {
      supplier_order_id,
      vendor,
      order_no: order_no ?? '',
      type: offer.type,
      reason: kind,
      cancel_reason,
      amount: asked,
      text,
      pictures: links,
    }
    await startAttempt(tx, withRehearsal(sendRefund, ctx.config), {
      workplace_id,
      subject_id: refund_id,
      account_key,
      input,
    })
    const params = { source: vendor, amount: asked, currency }
    await noteEvents(tx, workplace_id, order_id, [
      { kind: 'refund_requested', params, who: 'person', user_id, happened_at: now },
    ])
    await regroupOrders(tx, workplace_id, [order_id], { replan: false })
    await tellWorkplace(tx, workplace_id, 'orders.changed', {})
    return toView(ctx, row, await readEvidence(tx, workplace_id, row.pictures))
  })
}
