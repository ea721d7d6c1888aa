import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { HOUSE_SUPPLIER } from './open-source.ts'

/** Created at its supplier, unpaid, and nobody pays it now. */
export interface WaitingOrder {
  supplier_order_id: string
  order_id: string
  number: string
  vendor: string
  currency: string
  /** What the supplier wants for it. */
  due: number
  /** It costs more than what was agreed to. */
  is_dearer: boolean
  /** When it is let go. */
  ends_at: string | null
}

/** Of supplier orders `s`: those of the house supplier, which the wallet and cards pay. */
export const HOUSE_ORDERS = sql`s.vendor = ${HOUSE_SUPPLIER}`

/**
 * Oldest first. What a kept card is being asked for is not among them. A payment page that somebody has open keeps
 * nobody from paying otherwise: it may never be paid.
 */
export async function readWaiting(tx: Tx, workplace_id: string, which: RawBuilder<unknown>): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    select s.supplier_order_id, s.order_id, o.number, s.vendor, s.currency, coalesce(s.total, s.approved)::float8 as due,
      coalesce(s.total > s.approved, false) as is_dearer,
      s.unpaid_since + (s.profile ->> 'unpaid_for_ms')::float8 * interval '1 millisecond' as ends_at
    from supplier_orders s join orders o using (workplace_id, order_id)
    where s.workplace_id = ${workplace_id} and s.state = 'created' and s.held is null and s.stop_because is null
      and s.profile ->> 'pay' <> 'at_site' and ${which}
      and not exists (
        select from payment_orders po join payments p using (workplace_id, payment_id)
        where po.workplace_id = s.workplace_id and po.supplier_order_id = s.supplier_order_id
          and po.decided_at is null and p.pays_by = 'saved')
    order by s.created_at, s.supplier_order_id`.execute(tx)
  return rows
}

/** The same, and until the end of the transaction nobody else pays or stops them. */
export async function lockWaiting(tx: Tx, workplace_id: string, which: RawBuilder<unknown>): Promise<WaitingOrder[]> {
  await sql`select from orders o where o.workplace_id = ${workplace_id} and o.order_id in (
      select s.order_id from supplier_orders s
      where s.workplace_id = ${workplace_id} and s.state = 'created' and s.held is null and ${which})
    order by o.order_id for update`.execute(tx)
  return readWaiting(tx, workplace_id, which)
}
