import type { Out } from '@omni/contracts/kernel.ts'
import type { Parcel, trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { lineImage } from '../orders/line-image.ts'
import { readEvents } from './handle-parcel.ts'
import type { ParcelId } from './parcel-row.ts'

export type ParcelView = z.output<typeof Parcel>

/** `rest`: conditions, order and limit over `p` (parcels) and `o` (orders). */
export async function readParcels(tx: Tx, now: Date, rest: RawBuilder<unknown>): Promise<ParcelView[]> {
  const { rows } = await sql<ParcelView>`
    select p.parcel_id, p.order_id, o.number as order_number, p.supplier_order_id, s.vendor as source,
      p.number as tracking_number, coalesce(nullif(p.carrier_name, ''), p.carrier) as carrier, p.tracking_url, p.by_hand,
      p.status, p.sub_status, p.problem, case when p.attention_at <= ${now} then p.attention end as attention,
      p.latest_text, p.latest_place, p.latest_at, p.expected_from, p.expected_to, p.delivered_at, p.tracked_at,
      o.country_code, p.created_at, coalesce((select jsonb_agg(distinct jsonb_build_object('title', l.title, 'image', ${lineImage},
          'quantity', sl.quantity))
        from supplier_order_lines sl join order_lines l using (workplace_id, line_id)
        where sl.workplace_id = p.workplace_id and sl.supplier_order_id = p.supplier_order_id), '[]') as items
    from parcels p join orders o using (workplace_id, order_id)
    join supplier_orders s on s.workplace_id = p.workplace_id and s.supplier_order_id = p.supplier_order_id
    where ${rest}`.execute(tx)
  return rows
}

/** Refuses what is of another workplace as what is not there. */
export async function readParcel(tx: Tx, { workplace_id, parcel_id }: ParcelId, now: Date): Promise<ParcelView> {
  const [view] = await readParcels(tx, now, sql`p.workplace_id = ${workplace_id} and p.parcel_id = ${parcel_id}`)
  return view ?? refuse('not_found')
}

type PublicEvent = Out<typeof trackingCalls.getTrackingPage>['parcels'][number]['events'][number]

/** Newest first. */
export async function eventsOf(tx: Tx, id: ParcelId): Promise<PublicEvent[]> {
  const events = await readEvents(tx, id)
  return events.map(({ at, text, place, stage }) => ({ at: new Date(at).toISOString(), text, place, stage })).reverse()
}
