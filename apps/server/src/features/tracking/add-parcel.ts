import type { In } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { cleanNumber, isFollowable } from '@omni/domain/tracking/numbers.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { recordParcel } from '../fulfilments/record-parcel.ts'
import { recordEvents } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { addNumber, afterNoting, boughtOf, replaceParcel } from './record-numbers.ts'
import { readParcel } from './parcel-view.ts'

/** A number that a person knows and the supplier does not tell. It stays when the supplier tells its own. */
export async function addParcel(
  ctx: Ctx,
  { supplier_order_id, tracking_number, carrier, replaces }: In<typeof trackingCalls.addParcel>,
) {
  const { workplace_id } = ctx
  const number = cleanNumber(tracking_number)
  if (!isFollowable(number)) refuse('tracking.bad_number', {}, { field: 'tracking_number' })
  return ctx.db.tx(async (tx) => {
    const purchase = { workplace_id, supplier_order_id }
    const { rows } = await sql<{ source: string; order_no: string | null; supplier_status: string | null }>`
      select s.vendor as source, s.order_no, s.supplier_status from supplier_orders s join orders o using (workplace_id, order_id)
      where s.workplace_id = ${workplace_id} and s.supplier_order_id = ${supplier_order_id} for update`.execute(tx)
    const bought = await boughtOf(tx, purchase)
    if (!rows[0] || !bought) refuse('not_found')
    const { source, order_no, supplier_status } = rows[0]
    const parcel_id = await addNumber(tx, bought, { number, carrier, url: null }, { by_hand: true })
    if (parcel_id === null) refuse('tracking.number_known', {}, { field: 'tracking_number' })
    if (replaces !== undefined) {
      const old = await tx
        .selectFrom('parcels')
        .select('parcel_id')
        .where('workplace_id', '=', workplace_id)
        .where('supplier_order_id', '=', supplier_order_id)
        .where('parcel_id', '=', replaces)
        .executeTakeFirst()
      if (!old) refuse('not_found')
      await replaceParcel(tx, purchase, replaces, parcel_id)
    }
    const { order_id } = bought
    const params = { source, order_no: order_no ?? '', tracking: number }
    const event = { kind: 'parcel_added', params, who: 'person', user_id: ctx.user_id, happened_at: ctx.now } as const
    await recordEvents(tx, workplace_id, order_id, [event])
    if (supplier_status === null || supplier_status === 'paid' || supplier_status === 'unpaid') {
      await sql`update supplier_orders set supplier_status = 'shipped'
        where workplace_id = ${workplace_id} and supplier_order_id = ${supplier_order_id}`.execute(tx)
      await regroupOrders(tx, workplace_id, [order_id], { replan: false })
      await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
    }
    // The store is told of every number that counts.
    const { rows: numbers } = await sql<{ tracking_number: string; carrier: string; tracking_url: string | null }>`
      select number as tracking_number, carrier, tracking_url from parcels where workplace_id = ${workplace_id}
        and supplier_order_id = ${supplier_order_id} and replaced_by is null order by created_at, parcel_id`.execute(tx)
    await recordParcel(tx, purchase, { shipments: numbers, all_sent: true })
    await afterNoting(tx, bought)
    await publishToWorkplace(tx, workplace_id, 'placement.changed', {})
    return readParcel(tx, { workplace_id, parcel_id }, ctx.now)
  })
}
