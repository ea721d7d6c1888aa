import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { notifyOfOrder } from '../orders/notify-of-order.ts'
import { recordEventsOfOrders } from '../orders/order-events.ts'
import type { RequestRow } from './request-rows.ts'

const RECEIVED = { fulfilment: 'request_fulfilment', cancellation: 'request_cancellation' } as const

/** A request waits for a person: it came in, or the store did not hear the answer. Once for each. */
export async function notifySeller(
  tx: Tx,
  { workplace_id, request_id, kind, message, answer_id }: RequestRow,
  order_ids: readonly string[],
  { problem, words }: { problem: boolean; words: string },
  happened_at: Date,
): Promise<void> {
  const event = problem
    ? ({ kind: 'request_not_answered', params: { reason: words }, who: 'store', happened_at } as const)
    : ({ kind: 'request_received', params: { reason: message }, who: 'store', happened_at } as const)
  await recordEventsOfOrders(
    tx,
    workplace_id,
    order_ids.map((order_id) => ({ ...event, order_id })),
  )
  const [order_id = ''] = order_ids
  const message_key = problem ? 'request_not_answered' : RECEIVED[kind]
  await notifyOfOrder(tx, {
    workplace_id,
    order_id,
    user_id: null,
    message_key,
    params: {},
    link: `/app/orders?orders=${encodeURIComponent(JSON.stringify([order_id]))}`,
    cause: `${message_key} ${request_id} ${answer_id ?? ''}`,
  })
  await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
}
