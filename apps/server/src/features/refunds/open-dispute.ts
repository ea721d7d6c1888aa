import type { In } from '@omni/contracts/kernel.ts'
import type { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { disputable } from '@omni/domain/refunds/refunds.ts'
import { startAttempt, withRehearsal } from '../../platform/attempts.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { readEvidence, useEvidence } from '../evidence/evidence-files.ts'
import { noteEvents } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { readPurchases, type RefundView, toView } from './refund-rows.ts'
import { sendDispute } from './send-dispute.ts'

/** The wish is committed, and a job sends it. */
export async function openDispute(ctx: Ctx, input: In<typeof refundCalls.openDispute>): Promise<RefundView> {
  const { workplace_id, user_id, now } = ctx
  const { supplier_order_id, lines, reason_no, reason_name, expect, text, pictures } = input
  return ctx.db.tx(async (tx) => {
    const [purchase] = await readPurchases(tx, workplace_id, { supplier_order_id }, true)
    if (!purchase) refuse('not_found')
    const most = disputable(purchase.vendor, purchase)
    if (most === 0) refuse('refunds.no_dispute')
    const asked = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
    if (asked > most || asked === 0)
      refuse('refunds.too_much', { most: (most / 100).toFixed(2), currency: purchase.currency }, { field: 'lines' })
    const { order_id, vendor, account_key, currency, order_no } = purchase
    const links = await useEvidence(ctx, tx, workplace_id, pictures)
    const row = await tx
      .insertInto('refund_requests')
      .values({
        workplace_id,
        supplier_order_id,
        order_id,
        type: 'dispute',
        reason: reason_name,
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
      .executeTakeFirstOrThrow()
    await startAttempt(tx, withRehearsal(sendDispute, ctx.config), {
      workplace_id,
      subject_id: row.refund_id,
      account_key,
      input: { supplier_order_id, vendor, order_no: order_no ?? '', reason_no, expect, text, pictures: links, lines },
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
