import type { In, Out } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { NO_TRACKING_AFTER_DAYS } from '@omni/domain/tracking/attention.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { lineImage } from '../orders/line-image.ts'

const MOST_COUNTED = 1000
type Row = Out<typeof trackingCalls.listParcelAttention>['items'][number]
type Kind = In<typeof trackingCalls.listParcelAttention>['kind']

const dueParcels = (workplace_id: string, now: Date) => sql`
  p.workplace_id = ${workplace_id} and p.attention_at is not null and p.replaced_by is null and p.attention_at <= ${now}`

/** In the words of its index, so that it is used. */
const untracked = (workplace_id: string, now: Date) => sql`
  s.workplace_id = ${workplace_id} and s.state = 'placed' and s.shipments = '[]'
    and coalesce(s.supplier_status, '') not in ('delivered', 'cancelled', 'refunded')
    and s.settled_at <= ${now}::timestamptz - make_interval(days => ${NO_TRACKING_AFTER_DAYS})
    and not exists (select from parcels p where p.workplace_id = s.workplace_id and p.supplier_order_id = s.supplier_order_id)`

/** Both halves come out of an index, up to the cap. */
export async function countAttention(
  tx: Tx,
  workplace_id: string,
  now: Date,
): Promise<{ total: number; is_capped: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count_parcel_attention(${workplace_id}, ${now}, ${NO_TRACKING_AFTER_DAYS}, ${MOST_COUNTED}) as total`.execute(
    tx,
  )
  const total = rows[0]?.total ?? 0
  return { total, is_capped: total >= MOST_COUNTED }
}

const firstLine = sql`
  left join lateral (select l.title, ${lineImage} as image from supplier_order_lines sl join order_lines l using (workplace_id, line_id)
    where sl.workplace_id = s.workplace_id and sl.supplier_order_id = s.supplier_order_id order by l.position limit 1) i on true`

export async function readAttention(
  tx: Tx,
  workplace_id: string,
  now: Date,
  kind: Kind,
  at_most: number,
): Promise<Row[]> {
  const parcels =
    kind === 'no_tracking'
      ? []
      : (
          await sql<Row>`
            select p.attention as kind, p.attention_at as since, p.parcel_id, p.supplier_order_id, p.order_id,
              o.number as order_number, s.vendor as source, p.number as tracking_number,
              coalesce(nullif(p.carrier_name, ''), p.carrier) as carrier, p.latest_place as place, p.latest_text as text,
              p.problem, coalesce(i.title, '') as title, i.image
            from parcels p join orders o using (workplace_id, order_id)
            join supplier_orders s on s.workplace_id = p.workplace_id and s.supplier_order_id = p.supplier_order_id
            ${firstLine}
            where ${dueParcels(workplace_id, now)} ${kind ? sql`and p.attention = ${kind}` : sql``}
            order by p.attention_at, p.parcel_id limit ${at_most}`.execute(tx)
        ).rows
  const purchases =
    kind && kind !== 'no_tracking'
      ? []
      : (
          await sql<Row>`
            select 'no_tracking' as kind, s.settled_at as since, null as parcel_id, s.supplier_order_id, s.order_id,
              o.number as order_number, s.vendor as source, null as tracking_number, '' as carrier, '' as place, '' as text,
              null as problem, coalesce(i.title, '') as title, i.image
            from supplier_orders s join orders o using (workplace_id, order_id) ${firstLine}
            where ${untracked(workplace_id, now)} order by s.settled_at limit ${at_most}`.execute(tx)
        ).rows
  return [...parcels, ...purchases].slice(0, at_most)
}
