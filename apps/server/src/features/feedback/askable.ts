import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { HOUSE_SUPPLIER } from '../placement/open-source.ts'

export interface AskablePurchase {
  supplier_order_id: string
  order_id: string
  vendor: string
  account_key: string
  order_no: string
  lines: { line_id: string; title: string; sku_id: string }[]
}

/**
 * Purchases whose supplier can be written to from here (orders spec §5: the source is the house supplier, and an order
 * number exists). Others are written to at their own site.
 */
export async function readAskable(
  tx: Tx,
  workplace_id: string,
  by: { order_id: string } | { supplier_order_id: string },
): Promise<AskablePurchase[]> {
  const which = 'order_id' in by ? sql`s.order_id = ${by.order_id}` : sql`s.supplier_order_id = ${by.supplier_order_id}`
  const { rows } = await sql<AskablePurchase>`
    select s.supplier_order_id, s.order_id, s.vendor, s.account_key, s.order_no, coalesce((
      select jsonb_agg(jsonb_build_object('line_id', l ->> 'line_id', 'title', l ->> 'title', 'sku_id', l ->> 'sku_id'))
      from jsonb_array_elements(s.basket -> 'lines') l), '[]') as lines
    from supplier_orders s
    where s.workplace_id = ${workplace_id} and ${which} and s.vendor = ${HOUSE_SUPPLIER} and s.order_no is not null
    order by s.created_at, s.supplier_order_id`.execute(tx)
  return rows
}
