import type { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { isChannel } from '@omni/domain/channels/document.ts'
import { checkBuyerRefund } from '@omni/domain/refunds/buyer-refund.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { startAttempt } from '../../platform/attempts.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { say } from '../../platform/messages.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { must, refuse } from '../../platform/refuse.ts'
import type { Tx } from '../../platform/db.ts'
import { recordEventsOfOrders } from '../orders/order-events.ts'
import { type BuyerRefunds, readRefundable } from './buyer-refund-rows.ts'
import { buyerRefundOf } from './send-buyer-refund.ts'

/** The request is committed, and a job asks the store. What the order shows as paid back is what the store then says. */
export async function refundBuyer(
  ctx: Ctx,
  { order_id: asked, lines, amount, reason, ...choices }: In<typeof fulfilmentCalls.refundBuyer>,
): Promise<BuyerRefunds> {
  const { workplace_id, user_id, now } = ctx
  return ctx.db.tx(async (tx) => {
    const sale = await readRefundable(tx, workplace_id, asked, true)
    if (!sale) refuse('not_found')
    const { order_id, store_id, remote_id, channel, epoch, whole, parts, view } = sale
    if (view.because) refuse(`buyer_refunds.${view.because}`)
    must(checkBuyerRefund(whole, lines, amount))
    if (store_id === null || remote_id === null || epoch === null || !isChannel(channel))
      throw new Error('a sale that can be paid back has a store')
    const refund_id = randomUUID()
    const { restock } = choices
    const note = choices.note || say(ctx.language, `buyer_refunds.note.${reason}`)
    const notify = choices.notify && view.asks_notice
    const by_hand = choices.by_hand && view.takes_by_hand
    const { currency } = whole
    const refund = { lines, amount, currency, note, restock, notify, by_hand }
    await tx
      .insertInto('buyer_refunds')
      .values({
        ...refund,
        workplace_id,
        refund_id,
        order_id,
        lines: JSON.stringify(lines),
        reason,
        state: 'sending',
        requested_by: user_id,
        requested_at: now,
      })
      .execute()
    const begun_at = now.toISOString()
    const unclear = await unclearTries(tx, workplace_id, order_id)
    const input = { ...refund, workplace_id, order_id, store_id, epoch, remote_order_id: remote_id, begun_at, unclear }
    const kind = buyerRefundOf(channel, ctx.config)
    await startAttempt(tx, kind, { workplace_id, subject_id: refund_id, account_key: store_id, input })
    const params = { amount, currency, refund_reason: reason }
    const event = { kind: 'buyer_refund_asked', params, who: 'person', user_id, once: refund_id } as const
    await recordEventsOfOrders(
      tx,
      workplace_id,
      parts.map((part) => ({ ...event, order_id: part, happened_at: now })),
    )
    await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
    const after = await readRefundable(tx, workplace_id, asked, false)
    return after?.view ?? refuse('not_found')
  })
}

async function unclearTries(tx: Tx, workplace_id: string, order_id: string) {
  const { rows } = await sql<{ reference: string; amount: number; note: string; begun_at: string }>`
    select a.reference, r.amount, r.note, r.requested_at as begun_at
    from buyer_refunds r join attempts a on a.workplace_id = r.workplace_id and a.subject_id = r.refund_id::text
      and starts_with(a.subject_kind, 'buyer_refund.')
    where r.workplace_id = ${workplace_id} and r.order_id = ${order_id} and r.problem = 'unclear'`.execute(tx)
  return rows
}
