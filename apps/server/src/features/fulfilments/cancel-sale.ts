import type { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { isChannel } from '@omni/domain/channels/document.ts'
import { randomUUID } from 'node:crypto'
import { startAttempt } from '../../platform/attempts.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { recordEventsOfOrders } from '../orders/order-events.ts'
import { type CancellationView, readSale } from './cancellation-rows.ts'
import { cancellationOf } from './send-cancellation.ts'

/** The request is committed, and a job asks the store. What was bought for the sale is stopped when the store has done it. */
export async function cancelSale(
  ctx: Ctx,
  { order_id: asked, reason }: In<typeof fulfilmentCalls.cancelSale>,
): Promise<CancellationView> {
  const { workplace_id, user_id, now } = ctx
  return ctx.db.tx(async (tx) => {
    const sale = await readSale(tx, workplace_id, asked, true)
    if (!sale) refuse('not_found')
    const { order_id, store_id, remote_id, channel, epoch, parts, view } = sale
    if (view.because) refuse(`cancellations.${view.because}`)
    if (store_id === null || remote_id === null || epoch === null || !isChannel(channel))
      throw new Error('a sale that can be cancelled has a store')
    const cancellation_id = randomUUID()
    await tx
      .insertInto('sale_cancellations')
      .values({
        workplace_id,
        cancellation_id,
        order_id,
        reason,
        state: 'sending',
        requested_by: user_id,
        requested_at: now,
      })
      .execute()
    const input = { workplace_id, order_id, store_id, epoch, remote_order_id: remote_id, reason }
    const kind = cancellationOf(channel, ctx.config)
    await startAttempt(tx, kind, { workplace_id, subject_id: cancellation_id, account_key: store_id, input })
    const event = { kind: 'cancel_asked', params: { cancel_reason: reason }, who: 'person', user_id } as const
    await recordEventsOfOrders(
      tx,
      workplace_id,
      parts.map((part) => ({ ...event, order_id: part, happened_at: now })),
    )
    await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
    const latest = {
      reason,
      state: 'sending',
      problem: null,
      problem_text: null,
      requested_at: now.toISOString(),
    } as const
    return { ...view, because: 'under_way', latest }
  })
}
