import { isReturn } from '@omni/domain/tracking/statuses.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { recordEvents } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import type { ParcelRow } from './parcel-row.ts'

interface Now {
  status: string
  sub_status: string
  delivered_at: Date | null
}

/** What a parcel's new status means for its order, and whom it is told. */
export async function moveOrderOn(tx: Tx, row: ParcelRow, is: Now, now: Date): Promise<void> {
  const kind = kindOf(is)
  if (kind === null) return
  const { workplace_id, order_id, supplier_order_id } = row
  const purchase = await purchaseOf(tx, row)
  if (!purchase) return
  const params = { source: purchase.source, order_no: purchase.order_no, tracking: row.number }
  if (kind === 'returned') {
    const event = { kind: 'parcel_returned', params, who: 'supplier', happened_at: now, once: row.parcel_id } as const
    await recordEvents(tx, workplace_id, order_id, [event])
  }
  if (kind === 'delivered' && (await isAllDelivered(tx, row))) {
    const { rows } = await sql`
      update supplier_orders set supplier_status = 'delivered'
      where workplace_id = ${workplace_id} and supplier_order_id = ${supplier_order_id} and state = 'placed'
        and coalesce(supplier_status, '') not in ('delivered', 'cancelled', 'refunded') returning 1`.execute(tx)
    if (rows.length > 0) {
      const happened_at = is.delivered_at ?? now
      const event = { kind: 'delivered', params, who: 'supplier', happened_at, once: supplier_order_id } as const
      await recordEvents(tx, workplace_id, order_id, [event])
      await regroupOrders(tx, workplace_id, [order_id], { replan: false })
    }
  }
  await publishToWorkplace(tx, workplace_id, ['orders.changed', 'placement.changed'], {})
  await createNotification(tx, {
    workplace_id,
    user_id: purchase.user_id,
    message_key: MESSAGES[kind],
    params: { number: purchase.number, tracking: row.number },
    link: `/app/orders/shipment?parcel=${row.parcel_id}&of=${order_id}`,
    cause: `parcel ${kind} ${row.parcel_id}`,
  })
}

const MESSAGES = { delivered: 'parcel_delivered', returned: 'parcel_returned', exception: 'parcel_exception' } as const

function kindOf({ status, sub_status }: Now): 'delivered' | 'returned' | 'exception' | null {
  if (status === 'delivered') return 'delivered'
  if (isReturn(sub_status)) return 'returned'
  return status === 'exception' || status === 'delivery_failure' ? 'exception' : null
}

interface Purchase {
  number: string
  source: string
  order_no: string
  user_id: string | null
}

async function purchaseOf(tx: Tx, row: ParcelRow): Promise<Purchase | undefined> {
  const { rows } = await sql<Purchase>`
    select o.number, s.vendor as source, coalesce(s.order_no, '') as order_no, s.user_id
    from supplier_orders s join orders o using (workplace_id, order_id)
    where s.workplace_id = ${row.workplace_id} and s.supplier_order_id = ${row.supplier_order_id}`.execute(tx)
  return rows[0]
}

/** A purchase that was split in two has arrived when both have. */
async function isAllDelivered(tx: Tx, row: ParcelRow): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from parcels where workplace_id = ${row.workplace_id}
      and supplier_order_id = ${row.supplier_order_id} and replaced_by is null and status <> 'delivered') as open`.execute(
    tx,
  )
  return rows[0]?.open === false
}
