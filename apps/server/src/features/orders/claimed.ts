import { sql } from 'kysely'

/** Whether a line `l` is of an order that a click has, and whose purchases are about to be written. */
export const claimed = sql<boolean>`exists (select from placement_claims c
  where c.workplace_id = l.workplace_id and c.order_id = l.order_id)`
