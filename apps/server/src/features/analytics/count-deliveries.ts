import { type RawBuilder, sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/db.ts'

interface Delivery {
  supplier_order_id: string
  order_id: string
  day: string
  supplier: string
  carrier: string
  outcome: 'open' | 'delivered' | 'failed'
  hours_to_ship: number | null
  hours_to_deliver: number | null
}

/** A parcel that its buyer will not get: sub-statuses of the tracker. Late is not lost. */
const LOST = '_(Returning|Returned|Lost|Destroyed|Damage|Cancel|Rejected)$'

const COLUMNS = sql`supplier_order_id, order_id, day, supplier, carrier, outcome, hours_to_ship, hours_to_deliver`

/** What became of the purchases of orders, in the place of what was counted before. */
export async function countDeliveries(tx: Tx, workplace_id: string, order_ids: readonly string[]): Promise<boolean> {
  const now = await readOutcomes(tx, workplace_id, order_ids)
  const { rows: known } = await sql<Delivery>`
    select ${COLUMNS} from order_deliveries where workplace_id = ${workplace_id} and order_id = any(${order_ids}::uuid[])
    order by supplier_order_id`.execute(tx)
  const before = new Map(known.map((one) => [one.supplier_order_id, one]))
  const after = new Map(now.map((one) => [one.supplier_order_id, one]))
  const ids = [...new Set([...before.keys(), ...after.keys()])]
  const changed = ids.filter((id) => !isDeepStrictEqual(before.get(id), after.get(id)))
  if (changed.length === 0) return false
  await sql`delete from order_deliveries
    where workplace_id = ${workplace_id} and supplier_order_id = any(${changed}::uuid[])`.execute(tx)
  const added = changed.flatMap((id) => after.get(id) ?? [])
  await sql`
    insert into order_deliveries (workplace_id, ${COLUMNS})
    select ${workplace_id}, ${COLUMNS}
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as d (supplier_order_id uuid, order_id uuid, day date,
      supplier text, carrier text, outcome text, hours_to_ship int, hours_to_deliver int)`.execute(tx)
  return true
}

/**
 * A purchase that the supplier refused, cancelled or paid back has failed, and so has one whose parcel came back, was
 * lost or could not be handed over; one that a person stopped has not. When it was sent and when it arrived is what its
 * parcels tell: the first scan, and the last of them at the door. Where nobody follows parcels, the timeline says it.
 */
async function readOutcomes(tx: Tx, workplace_id: string, order_ids: readonly string[]): Promise<Delivery[]> {
  // Null stays null: it did not happen yet.
  const hours = (until: string) => sql`(select floor(extract(epoch from
      greatest(min(e.happened_at), s.settled_at) - s.settled_at) / 3600)::int
    from order_events e where e.workplace_id = s.workplace_id and e.order_id = s.order_id and e.kind = ${until}
      and e.params ->> 'order_no' = s.order_no having count(*) > 0)`
  const since = (at: RawBuilder<unknown>) =>
    sql`case when ${at} is not null then
      floor(extract(epoch from greatest(${at}, s.settled_at) - s.settled_at) / 3600)::int end`
  const { rows } = await sql<Delivery>`
    select d.supplier_order_id, d.order_id, d.day, d.supplier, d.carrier, d.outcome, d.hours_to_ship,
      case when d.outcome = 'delivered' then d.hours_to_deliver end as hours_to_deliver
    from (select s.supplier_order_id, s.order_id, (s.settled_at at time zone 'UTC')::date as day, s.vendor as supplier,
      coalesce(p.carrier, trim(s.shipments -> 0 ->> 'carrier'), '') as carrier,
      case when s.state = 'failed' or s.supplier_status in ('cancelled', 'refunded') or p.has_failed then 'failed'
        when p.is_delivered or s.supplier_status = 'delivered' then 'delivered' else 'open' end as outcome,
      coalesce(${since(sql`p.first_at`)}, ${hours('shipped')}) as hours_to_ship,
      coalesce(${since(sql`p.delivered_at`)}, ${hours('delivered')}, 0) as hours_to_deliver
    from supplier_orders s join orders o on o.workplace_id = s.workplace_id and o.order_id = s.order_id
    left join lateral (
      select min(nullif(coalesce(nullif(p.carrier_name, ''), p.carrier), '')) as carrier,
        bool_and(p.status = 'delivered') as is_delivered, max(p.delivered_at) as delivered_at,
        bool_or(p.status in ('exception', 'delivery_failure') and p.sub_status ~ ${LOST}) as has_failed,
        min((select min(e.happened_at) from parcel_events e
          where e.workplace_id = p.workplace_id and e.parcel_id = p.parcel_id)) as first_at
      from parcels p where p.workplace_id = s.workplace_id and p.supplier_order_id = s.supplier_order_id
        and p.replaced_by is null having count(*) > 0) p on true
    where s.workplace_id = ${workplace_id} and s.order_id = any(${order_ids}::uuid[]) and s.state in ('placed', 'failed')) d
    order by d.supplier_order_id`.execute(tx)
  return rows
}
