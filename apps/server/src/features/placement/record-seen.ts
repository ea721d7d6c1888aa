import type { SupplyOrder } from '@omni/connectors/suppliers/supply-order.ts'
import type { SyncError } from '@omni/domain/placement/purchase-errors.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { recordParcel } from '../fulfilments/record-parcel.ts'
import { notifyOfOrder } from '../orders/notify-of-order.ts'
import { recordEvents, type OrderEventKind } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { recordNumbers } from '../tracking/record-numbers.ts'
import type { SupplierAccount } from './jobs.ts'
import { moreNumbers, type PurchaseNumbers } from './read-purchase.ts'

/** A purchase that has not arrived, as it was when its supplier was asked. */
export interface Placed extends PurchaseNumbers {
  supplier_order_id: string
  order_id: string
  user_id: string | null
}

/** Of `supplier_orders s`. */
export const placedColumns = sql`s.supplier_order_id, s.order_id, s.user_id, s.order_no,
  ${moreNumbers()}`
/** It has not come to its end at the supplier. */
export const isOpen = sql`coalesce(s.supplier_status, '') not in ('delivered', 'cancelled', 'refunded')`

const NOT_SHOWN: SyncError = 'not_found_order_detail'

const EVENTS: Partial<Record<SupplyOrder['status'], OrderEventKind>> = {
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'cancelled_by_source',
  refunded: 'refunded_by_source',
}

/** Writes what a supplier shows of a purchase, once and never backwards. */
export const recordSeen = (ctx: JobCtx, account: SupplierAccount, placed: Placed, seen: SupplyOrder) =>
  ctx.db.tx((tx) => recordPurchase(tx, account, placed, seen, ctx.clock()))

/** The same in the caller's transaction. Null: it could not show it. */
export async function recordPurchase(
  tx: Tx,
  { workplace_id, vendor }: SupplierAccount,
  placed: Omit<Placed, 'more_numbers'>,
  seen: Pick<SupplyOrder, 'status' | 'shipments' | 'ended_products'> | null,
  synced_at: Date,
): Promise<void> {
  const { supplier_order_id, order_id, order_no } = placed
  // As it is under the lock: a message and a schedule may both have asked before either wrote.
  const known = await statusNow(tx, workplace_id, supplier_order_id)
  const status = seen && furthest(known, seen.status)
  const isNews = status !== null && status === seen?.status && status !== known
  await tx
    .updateTable('supplier_orders')
    .set({
      synced_at,
      sync_error: seen ? null : NOT_SHOWN,
      ...(seen && {
        supplier_status: status,
        shipments: JSON.stringify(seen.shipments),
        vendor_word: null,
        vendor_word_at: null,
      }),
    })
    .where('workplace_id', '=', workplace_id)
    .where('supplier_order_id', '=', supplier_order_id)
    .execute()
  if (seen) await recordParcel(tx, { workplace_id, supplier_order_id }, { ...seen, all_sent: isSent(seen.status) })
  if (seen) await recordNumbers(tx, { workplace_id, supplier_order_id }, seen.shipments)
  if (seen?.ended_products?.length && !isEnd(seen.status))
    await notify(tx, { workplace_id, vendor }, placed, 'part_cancelled_by_source', seen.ended_products.toSorted())
  const kind = isNews ? EVENTS[seen.status] : undefined
  if (!kind) return
  const params = {
    source: vendor,
    order_no,
    ...(seen?.shipments[0] && { tracking: seen.shipments[0].tracking_number }),
  }
  const event = { kind, params, who: 'supplier', happened_at: synced_at, once: supplier_order_id } as const
  await recordEvents(tx, workplace_id, order_id, [event])
  if (isEnd(seen?.status)) await emit(tx, 'purchase.ended', { workplace_id, supplier_order_id })
  await regroupOrders(tx, workplace_id, [order_id], { replan: false })
  await publishToWorkplace(tx, workplace_id, ['orders.changed', 'placement.changed'], {})
  if (kind === 'cancelled_by_source') await notify(tx, { workplace_id, vendor }, placed, kind)
}

const isSent = (status: SupplyOrder['status']) => status === 'shipped' || status === 'delivered'
const isEnd = (status: SupplyOrder['status'] | undefined) => status === 'cancelled' || status === 'refunded'

/** Whoever bought it hears once of each thing that ended. `what`: left out, all of it. */
async function notify(
  tx: Tx,
  { workplace_id, vendor }: Pick<SupplierAccount, 'workplace_id' | 'vendor'>,
  { supplier_order_id, order_id, user_id, order_no }: Omit<Placed, 'more_numbers'>,
  message_key: 'cancelled_by_source' | 'part_cancelled_by_source',
  what: readonly string[] = [],
): Promise<void> {
  await notifyOfOrder(tx, {
    workplace_id,
    order_id,
    user_id,
    message_key,
    params: { source: vendor, order_no },
    link: `/app/orders?orders=${encodeURIComponent(JSON.stringify([order_id]))}`,
    cause: [message_key, supplier_order_id, ...what].join(' '),
  })
}

const WAY = ['unpaid', 'paid', 'shipped', 'delivered']

/** Others know as well: the carrier that handed it over, a person who typed a number. A supplier is often behind. */
const furthest = (known: SupplyOrder['status'] | null, reported: SupplyOrder['status']): SupplyOrder['status'] =>
  known !== null && WAY.includes(reported) && WAY.indexOf(known) > WAY.indexOf(reported) ? known : reported

async function statusNow(
  tx: Tx,
  workplace_id: string,
  supplier_order_id: string,
): Promise<SupplyOrder['status'] | null> {
  const { rows } = await sql<{ supplier_status: SupplyOrder['status'] | null }>`
    select supplier_status from supplier_orders
    where workplace_id = ${workplace_id} and supplier_order_id = ${supplier_order_id} for update`.execute(tx)
  return rows[0]?.supplier_status ?? null
}
