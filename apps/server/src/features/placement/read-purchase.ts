import { mergeOrders } from '@omni/connectors/suppliers/merge-orders.ts'
import { type SupplyOrder, UnknownState } from '@omni/connectors/suppliers/supply-order.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { OpenSource } from './open-source.ts'
import type { SupplierOrderId } from './supplier-order-row.ts'

export interface PurchaseNumbers {
  order_no: string
  /** Where the supplier has split it. */
  more_numbers: string[]
}

/** Of `supplier_orders s`: under which numbers a purchase stands beside its first. */
export const moreNumbers = (order_no = sql`s.order_no`) => sql`array(select m.order_no from supplier_order_numbers m
  where m.workplace_id = s.workplace_id and m.supplier_order_id = s.supplier_order_id and m.n = s.n
    and m.order_no <> ${order_no} order by m.claimed_at, m.order_no) as more_numbers`

export const numbersOf = (
  ctx: Pick<JobCtx, 'db'>,
  { workplace_id, supplier_order_id }: SupplierOrderId,
  order_no: string,
): Promise<PurchaseNumbers> =>
  ctx.db.read(async (tx) => {
    const { rows } = await sql<Omit<PurchaseNumbers, 'order_no'>>`
      select ${moreNumbers(sql`${order_no}`)} from supplier_orders s
      where s.workplace_id = ${workplace_id} and s.supplier_order_id = ${supplier_order_id}`.execute(tx)
    return { order_no, more_numbers: rows[0]?.more_numbers ?? [] }
  })

/** Of several orders one alone has said this: what its parcels carry of the purchase is not known yet. */
function throwAsPart(error: unknown, more_numbers: readonly string[]): never {
  if (!(error instanceof UnknownState) || more_numbers.length === 0) throw error
  const { vendor, word, shipments, ended_products } = error
  throw new UnknownState(
    vendor,
    word,
    shipments.map((shipment) => ({ lines: [], ...shipment })),
    ended_products,
  )
}

/** What a supplier has under all the numbers of one purchase; `seen` is one that was just read. Throws as `get` does. */
export async function readPurchase(
  orders: OpenSource['orders'],
  { order_no, more_numbers }: PurchaseNumbers,
  seen?: SupplyOrder,
): Promise<SupplyOrder> {
  const read = async (no: string) =>
    seen?.order_no === no ? seen : orders.get({ order_no: no }).catch((error) => throwAsPart(error, more_numbers))
  const first = await read(order_no)
  const others: SupplyOrder[] = []
  for (const other of more_numbers) others.push(await read(other))
  return others.length === 0 ? first : mergeOrders(first, others)
}
