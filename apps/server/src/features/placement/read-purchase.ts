import { mergeOrders } from '@omni/connectors/suppliers/merge-orders.ts'
import type { SupplyOrder } from '@omni/connectors/suppliers/supply-order.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { OpenSource } from './open-source.ts'
import type { SupplierOrderId } from './supplier-order-row.ts'

/** What a supplier has under all the numbers of one purchase; `seen` is one that was just read. Throws as `get` does. */
export async function readPurchase(
  ctx: Pick<JobCtx, 'db'>,
  orders: OpenSource['orders'],
  { workplace_id, supplier_order_id, n }: SupplierOrderId & { n: number },
  order_no: string,
  seen?: SupplyOrder,
): Promise<SupplyOrder> {
  const more = await ctx.db.read((tx) =>
    tx
      .selectFrom('supplier_order_numbers')
      .select('order_no')
      .where('workplace_id', '=', workplace_id)
      .where('supplier_order_id', '=', supplier_order_id)
      .where('n', '=', n)
      .where('order_no', '<>', order_no)
      .orderBy('claimed_at')
      .orderBy('order_no')
      .execute(),
  )
  const read = async (no: string) => (seen?.order_no === no ? seen : orders.get({ order_no: no }))
  const first = await read(order_no)
  const others: SupplyOrder[] = []
  for (const other of more) others.push(await read(other.order_no))
  return others.length === 0 ? first : mergeOrders(first, others)
}
