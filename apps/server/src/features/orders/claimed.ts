import { sql } from 'kysely'

/** Whether a line `l` is of an order that a click has claimed: its purchases are about to be written. */
export const claimed = sql<boolean>`exists (select from placement_clicks c
  where c.workplace_id = l.workplace_id and l.order_id = any(c.orders))`
