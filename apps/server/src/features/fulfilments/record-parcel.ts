import { type BoughtLine, type ParcelRow, type SentLine, shareParcels } from '@omni/domain/fulfilments/share-parcels.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { productSettings } from '../product-settings/settings.ts'
import { channelOf } from '../orders/channel-of.ts'
import { syncOrder } from './jobs.ts'

interface Shipment {
  tracking_number: string
  carrier: string
  tracking_url: string | null
  lines?: SentLine[]
}

/** What is known to be on its way. */
interface Sent {
  shipments: readonly Shipment[]
  ended_products?: readonly string[]
  /** As `Purchase` has it (domain/fulfilments/share-parcels.ts). */
  all_sent: boolean
}

interface Sale {
  order_id: string
  store_id: string
  platform: string
  /** What the store is told of the purchase until now. */
  rows: ParcelRow[]
}

/**
 * A supplier order has tracking numbers, or other ones than before: its store is to know, in the transaction that noted
 * them and holds the supplier order's row. The same numbers again change nothing. Orders that no store knows are left
 * out, and so is what its supplier cancelled of the purchase (`ended_products`).
 */
export async function recordParcel(
  tx: Tx,
  { workplace_id, supplier_order_id }: { workplace_id: string; supplier_order_id: string },
  { shipments, ended_products = [], all_sent }: Sent,
): Promise<void> {
  const sent = shipments.filter(({ tracking_number }) => tracking_number !== '')
  const sale = sent.length > 0 ? await saleOf(tx, workplace_id, supplier_order_id) : undefined
  const definition = sale && channelOf(sale.platform)
  if (!sale || !definition?.fulfilments) return
  const lines = await linesOf(tx, workplace_id, supplier_order_id, ended_products)
  if (lines.length === 0 && ended_products.length > 0) return
  const parcels = sent.map((one) => ({ number: one.tracking_number, lines: one.lines }))
  const { rows, order_id, store_id } = sale
  const written = shareParcels({ lines, parcels, rows, all_sent, one_number: definition.one_number ?? false })
  if (written.length === 0) return
  const isOn = await isWanted(tx, workplace_id, sale.platform)
  for (const { parcel_no, numbers, lines: own, is_rest } of written) {
    const of = sent.filter(({ tracking_number }) => numbers.includes(tracking_number))
    await sql`
      insert into store_fulfilments as f (workplace_id, supplier_order_id, parcel_no, is_rest, order_id, store_id, carrier,
        numbers, urls, lines, state, problem)
      values (${workplace_id}, ${supplier_order_id}, ${parcel_no}, ${is_rest}, ${order_id}, ${store_id},
        ${of[0]?.carrier ?? ''}, ${numbers}::text[], ${of.map(({ tracking_url }) => tracking_url ?? '')}::text[],
        ${JSON.stringify(own)}::jsonb, ${isOn ? 'waiting' : 'skipped'}, ${isOn ? null : 'switched_off'})
      on conflict (workplace_id, supplier_order_id, parcel_no) do update set carrier = excluded.carrier,
        numbers = excluded.numbers, urls = excluded.urls, state = excluded.state, problem = excluded.problem,
        problem_text = null, tries = 0,
        attempt_id = case when excluded.state = 'waiting' then f.attempt_id end, updated_at = now()`.execute(tx)
  }
  if (isOn) await enqueue(tx, syncOrder, { workplace_id, order_id })
}

async function saleOf(tx: Tx, workplace_id: string, supplier_order_id: string): Promise<Sale | undefined> {
  const { rows } = await sql<Sale>`
    select o.order_id, o.store_id, s.platform, coalesce((select jsonb_agg(jsonb_build_object('parcel_no', f.parcel_no,
        'numbers', f.numbers, 'lines', f.lines, 'is_rest', f.is_rest) order by f.parcel_no) from store_fulfilments f
      where f.workplace_id = p.workplace_id and f.supplier_order_id = p.supplier_order_id), '[]') as rows
    from supplier_orders p
    join orders o on o.workplace_id = p.workplace_id and o.order_id = p.order_id
    join stores s on s.workplace_id = o.workplace_id and s.store_id = o.store_id
    where p.workplace_id = ${workplace_id} and p.supplier_order_id = ${supplier_order_id}`.execute(tx)
  return rows[0]
}

/**
 * The pieces that the store counts as unsent, with those that it was told of: most stores count these no longer.
 * spec: not shown: a line of several parts, bought at several
 * suppliers, is told with the parcel of its first part, because a store takes each piece once.
 */
async function linesOf(
  tx: Tx,
  workplace_id: string,
  supplier_order_id: string,
  ended_products: readonly string[],
): Promise<BoughtLine[]> {
  const { rows } = await sql<BoughtLine>`
    select l.remote_line_id, least(l.quantity, l.wanted + told.pieces) as wanted,
      (b.line ->> 'quantity')::int as bought, b.line ->> 'product_id' as product_id, b.line ->> 'sku_id' as sku_id
    from order_lines l
    cross join lateral (select p.supplier_order_id, p.component from supplier_order_lines p
      where p.workplace_id = l.workplace_id and p.line_id = l.line_id and p.live order by p.component limit 1) first
    cross join lateral (select coalesce(sum((t ->> 'quantity')::int), 0)::int as pieces
      from store_fulfilments f cross join jsonb_array_elements(f.lines) t
      where f.workplace_id = l.workplace_id and f.supplier_order_id = first.supplier_order_id
        and t ->> 'remote_line_id' = l.remote_line_id) told
    left join lateral (select x.line from supplier_orders s cross join jsonb_array_elements(s.basket -> 'lines') x (line)
      where s.workplace_id = l.workplace_id and s.supplier_order_id = ${supplier_order_id}
        and x.line ->> 'line_id' = l.line_id::text and coalesce((x.line ->> 'component')::int, 0) = first.component
      limit 1) b on true
    where l.workplace_id = ${workplace_id} and l.wanted + told.pieces > 0 and first.supplier_order_id = ${supplier_order_id}
      and not exists (select from supplier_orders s cross join jsonb_array_elements(s.basket -> 'lines') e
        where s.workplace_id = l.workplace_id and s.supplier_order_id = ${supplier_order_id}
          and e ->> 'line_id' = l.line_id::text and e ->> 'product_id' = any(${ended_products}::text[]))
    order by l.position`.execute(tx)
  return rows
}

/** Sourcing spec §3, channel push settings. spec: not shown: `sync_tracking`, on. */
async function isWanted(tx: Tx, workplace_id: string, platform: string): Promise<boolean> {
  const { channels: all } = await productSettings(tx, workplace_id)
  return all.find(({ channel }) => channel === platform)?.sync_tracking ?? true
}
