import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'

/** Orders spec §2: markers. Ids of nobody's or somebody else's are passed over. */
export async function markOrder(ctx: Ctx, { orders, marker }: In<typeof orderCalls.markOrder>) {
  return ctx.db.tx(async (tx) => {
    const rows = await tx
      .updateTable('orders')
      .set({ marker })
      .where('workplace_id', '=', ctx.workplace_id)
      .where('order_id', 'in', orders)
      .where('marker', '<>', marker)
      .returning('order_id')
      .execute()
    if (rows.length > 0) await publishToWorkplace(tx, ctx.workplace_id, 'orders.changed', {})
    return { changed: rows.length }
  })
}
