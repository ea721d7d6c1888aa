import type { RequestStanding } from '@omni/domain/fulfilments/requests.ts'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { recordEventsOfOrders, type OrderEventKind } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import type { RequestRow } from './request-rows.ts'

type Over = Exclude<RequestStanding, 'open'>

const EVENTS: Record<RequestRow['kind'], Record<Over, OrderEventKind>> = {
  fulfilment: { accepted: 'request_accepted', declined: 'request_declined', withdrawn: 'request_withdrawn' },
  cancellation: {
    accepted: 'request_cancel_accepted',
    declined: 'request_cancel_declined',
    withdrawn: 'request_withdrawn',
  },
}

/** A request is over. The caller holds the orders of the sale and the request. */
export async function writeStanding(
  tx: Tx,
  { workplace_id, request_id, kind, declined, decided_by }: RequestRow,
  order_ids: readonly string[],
  state: Over,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('fulfilment_requests')
    .set({
      state,
      problem: null,
      problem_text: null,
      answered_at: now,
      ...(state !== 'withdrawn' && { accepts: state === 'accepted' }),
    })
    .where('workplace_id', '=', workplace_id)
    .where('request_id', '=', request_id)
    .execute()
  const isPart = declined.some(({ reason }) => reason === 'partial')
  const params = state === 'declined' && isPart ? { because: 'partial' } : {}
  const who = state === 'withdrawn' ? 'store' : decided_by === null ? 'omni' : 'person'
  const event = { kind: EVENTS[kind][state], params, who, happened_at: now } as const
  await recordEventsOfOrders(
    tx,
    workplace_id,
    order_ids.map((order_id) => ({ ...event, order_id, ...(decided_by !== null && { user_id: decided_by }) })),
  )
  await regroupOrders(tx, workplace_id, order_ids, { replan: false })
  await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
}
