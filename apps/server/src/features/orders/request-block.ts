import { sql } from 'kysely'

/**
 * Whether a line `l` of an order may not be bought, because the newest request of its store for it is not accepted, or was
 * cancelled. Lines that no store asked for are free.
 */
export const blockedByRequest = sql<boolean>`coalesce((select r.blocks from orders s join fulfilment_requests r
    on r.workplace_id = s.workplace_id and r.store_id = s.store_id and r.remote_order_id = s.remote_id
  where s.workplace_id = l.workplace_id and s.order_id = l.order_id and r.state <> 'withdrawn'
    and r.lines @> jsonb_build_array(jsonb_build_object('remote_line_id', l.remote_line_id))
  order by r.requested_at desc, r.kind limit 1), false)`
