import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { HOUSE_SUPPLIER } from '../placement/open-source.ts'

export interface WaitingOrder {
  supplier_order_id: string
  amount: number
}

/** Orders that the house supplier has and that nobody has paid, oldest first. The wallet pays these. */
export async function waitingOrders(tx: Tx, workplace_id: string): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    select supplier_order_id, coalesce(total, approved)::float8 as amount from supplier_orders
    where workplace_id = ${workplace_id} and vendor = ${HOUSE_SUPPLIER} and state = 'created' and held is null
      and stop_because is null
    order by created_at, supplier_order_id`.execute(tx)
  return rows
}
