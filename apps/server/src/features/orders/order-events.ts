import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Orders spec §4, timeline: its ten texts, and what a store does to an order. */
export type OrderEventKind =
  | 'received'
  | 'created_by_hand'
  | 'paid'
  | 'edited'
  | 'address_changed'
  | 'address_repaired'
  | 'cancelled'
  | 'cancel_asked'
  | 'cancel_refused'
  | 'buyer_refund_asked'
  | 'buyer_refund_refused'
  | 'request_received'
  | 'request_accepted'
  | 'request_declined'
  | 'request_withdrawn'
  | 'request_cancel_accepted'
  | 'request_cancel_declined'
  | 'request_not_answered'
  | 'refunded_by_store'
  | 'fulfilled_by_store'
  | 'archived'
  | 'reverted'
  | 'noted'
  | 'split'
  | 'split_from'
  | 'merged'
  | 'buying_started'
  | 'price_accepted'
  | 'not_placed'
  | 'rule_placed'
  | 'rule_blocked'
  | 'rule_supplier'
  | 'phone_filled'
  | 'bought_created'
  | 'bought_paid'
  | 'bought_late'
  | 'bought_twice'
  | 'buying_failed'
  | 'buying_stopped'
  | 'buying_asks'
  | 'payment_failed'
  | 'payment_timed_out'
  | 'supplier_changed'
  | 'bought_by_hand'
  | 'also_in'
  | 'store_reported'
  | 'store_not_reported'
  | 'shipped'
  | 'delivered'
  | 'parcel_returned'
  | 'parcel_added'
  | 'cancelled_by_source'
  | 'refunded_by_source'
  | 'refund_requested'
  | 'refund_accepted'
  | 'refund_rejected'
  | 'refund_completed'
  | 'refund_failed'
  | 'refund_withdrawn'
  | 'feedback_sent'
  | 'feedback_answered'

export interface NewOrderEvent {
  kind: OrderEventKind
  params?: Record<string, string | number>
  who: 'person' | 'store' | 'omni' | 'supplier'
  user_id?: string
  happened_at: Date
  /**
   * What it happened to, where that happens once: a purchase, a parcel, a refund. Whoever reports it again, later or at
   * the same moment, adds nothing: the database keeps one row for each (kind, once) of an order.
   */
  once?: string
}

export const recordEvents = (tx: Tx, workplace_id: string, order_id: string, events: readonly NewOrderEvent[]) =>
  recordEventsOfOrders(
    tx,
    workplace_id,
    events.map((event) => ({ ...event, order_id })),
  )

export async function recordEventsOfOrders(
  tx: Tx,
  workplace_id: string,
  events: readonly (NewOrderEvent & { order_id: string })[],
): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('order_events')
    .values(
      events.map(({ order_id, kind, params = {}, who, user_id, happened_at, once }) => ({
        workplace_id,
        order_id,
        kind,
        params: JSON.stringify(params),
        who,
        user_id: user_id ?? null,
        happened_at,
        fact: once === undefined ? null : `${kind} ${once}`,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['workplace_id', 'order_id', 'fact']).where('fact', 'is not', null).doNothing(),
    )
    .execute()
}

export interface OrderEventView {
  event_id: string
  kind: string
  params: Record<string, string | number>
  who: 'person' | 'store' | 'omni' | 'supplier'
  user_name: string
  happened_at: string
}

/** Oldest first. */
export async function readEvents(tx: Tx, workplace_id: string, order_id: string): Promise<OrderEventView[]> {
  const { rows } = await sql<OrderEventView>`
    select e.event_id, e.kind, e.params, e.who, e.happened_at,
      coalesce(trim(u.first_name || ' ' || u.last_name), '') as user_name
    from order_events e left join users u on u.user_id = e.user_id
    where e.workplace_id = ${workplace_id} and e.order_id = ${order_id}
    order by e.happened_at, e.event_id`.execute(tx)
  return rows
}
