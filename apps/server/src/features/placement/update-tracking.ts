import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { recordParcel } from '../fulfilments/record-parcel.ts'
import { recordEvents } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { recordNumbers } from '../tracking/record-numbers.ts'
import { BY_HAND } from './by-hand.ts'
import type { SupplierOrderId } from './supplier-order-row.ts'
import { readView } from './supplier-order-view.ts'

interface Typed {
  tracking_number: string
  carrier: string
}

interface Bought extends SupplierOrderId {
  order_id: string
  source: string
  order_no: string
}

/** What a person says about a purchase that no account of ours can be asked about. */
export async function recordByHand(
  tx: Tx,
  { workplace_id, supplier_order_id, order_id, source, order_no }: Bought,
  { tracking_number, carrier }: Typed,
  { user_id, now }: Pick<Ctx, 'user_id' | 'now'>,
): Promise<void> {
  const shipments = [{ tracking_number, carrier, tracking_url: null }]
  await tx
    .updateTable('supplier_orders')
    .set({ shipments: JSON.stringify(shipments), supplier_status: 'shipped' })
    .where('workplace_id', '=', workplace_id)
    .where('supplier_order_id', '=', supplier_order_id)
    .execute()
  const params = { source, order_no, tracking: tracking_number }
  await recordEvents(tx, workplace_id, order_id, [
    // A number that is typed anew is news.
    {
      kind: 'shipped',
      params,
      who: 'person',
      user_id,
      happened_at: now,
      once: `${supplier_order_id} ${tracking_number}`,
    },
  ])
  await recordParcel(tx, { workplace_id, supplier_order_id }, { shipments, all_sent: true })
  await recordNumbers(tx, { workplace_id, supplier_order_id }, shipments)
}

/** Other purchases follow their supplier: a number that is typed there would be gone with its next answer. */
export async function updateTracking(
  ctx: Ctx,
  { supplier_order_id, tracking_number, carrier }: In<typeof placementCalls.updateTracking>,
) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const row = await tx
      .selectFrom('supplier_orders')
      .select(['order_id', 'vendor', 'account_key', 'order_no', 'state'])
      .where('workplace_id', '=', workplace_id)
      .where('supplier_order_id', '=', supplier_order_id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) refuse('not_found')
    if (row.state !== 'placed' || !row.account_key.startsWith(BY_HAND)) refuse('placement.not_by_hand')
    const { order_id, vendor: source, order_no } = row
    const bought = { workplace_id, supplier_order_id, order_id, source, order_no: order_no ?? '' }
    await recordByHand(tx, bought, { tracking_number, carrier }, ctx)
    await regroupOrders(tx, workplace_id, [order_id], { replan: false })
    await publishToWorkplace(tx, workplace_id, ['orders.changed', 'placement.changed'], {})
    return readView(tx, { workplace_id, supplier_order_id })
  })
}
