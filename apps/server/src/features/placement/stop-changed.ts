import type { EventData } from '@omni/contracts/events.ts'
import { isLive, type PlacementState } from '@omni/domain/placement/placement.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { goOn } from './handle-person.ts'
import { moveOrders } from './move-orders.ts'

/**
 * The store cancelled an order, or somebody changed it. What is being bought is stopped, as far as it can be; of what
 * was bought already, the one who bought it is told. Run again, it finds nothing left to stop.
 */
export async function stopChanged(ctx: JobCtx, { workplace_id, order_id, because }: EventData<'order.changed'>) {
  const bought = await ctx.db.read((tx) =>
    tx
      .selectFrom('supplier_orders as s')
      .innerJoin('orders as o', (join) =>
        join.onRef('o.workplace_id', '=', 's.workplace_id').onRef('o.order_id', '=', 's.order_id'),
      )
      .select(['s.supplier_order_id', 's.state', 's.user_id', 's.vendor', 's.order_no', 'o.number'])
      .select('o.version')
      .where('s.workplace_id', '=', workplace_id)
      .where('s.order_id', '=', order_id)
      .orderBy('s.supplier_order_id')
      .execute(),
  )
  for (const { supplier_order_id, state, user_id, vendor, order_no, number, version } of bought)
    await ctx.db.tx(async (tx) => {
      if (isLive({ state: state as PlacementState })) {
        const cancel = { supplier_order_id, event: { is: 'cancel' as const, because } }
        const moved = await moveOrders(tx, workplace_id, [cancel], ctx.clock())
        await goOn(
          tx,
          moved.flatMap((one) => one ?? []),
        )
      } else if (state === 'placed')
        await createNotification(tx, {
          workplace_id,
          user_id,
          message_key: because === 'channel' ? 'cancelled_after_buying' : 'changed_after_buying',
          params: { number, source: vendor, order_no: order_no ?? '' },
          link: `/app/orders?orders=${encodeURIComponent(JSON.stringify([order_id]))}`,
          cause: `${because} after buying ${supplier_order_id} ${version}`,
        })
    })
}
