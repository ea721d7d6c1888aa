import { channels } from '@omni/connectors/channels/registry.ts'
import type { ChannelDefinition } from '@omni/connectors/channels/channel.ts'
import type { FulfilledLine } from '@omni/domain/fulfilments/sync-store.ts'
import { isChannel } from '@omni/domain/channels/document.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { productSettings } from '../product-settings/settings.ts'
import { syncOrder } from './jobs.ts'

interface Shipment {
  tracking_number: string
  carrier: string
  tracking_url: string | null
}

interface Sale {
  order_id: string
  store_id: string
  platform: string
}

/** What a channel can be told, by its folder. */
function definitionOf(platform: string): ChannelDefinition | null {
  // Each keeps its own types inside.
  return isChannel(platform) ? (channels[platform] as unknown as ChannelDefinition) : null
}

/**
 * A supplier order has tracking numbers, or other ones than before: its store is to know, in the transaction that noted
 * them. The same numbers again change nothing. Orders that no store knows are left out, and so is what its supplier
 * cancelled of the purchase (`ended_products`).
 */
export async function recordParcel(
  tx: Tx,
  { workplace_id, supplier_order_id }: { workplace_id: string; supplier_order_id: string },
  shipments: readonly Shipment[],
  ended_products: readonly string[] = [],
): Promise<void> {
  const sent = shipments.filter(({ tracking_number }) => tracking_number !== '')
  const sale = sent.length > 0 ? await saleOf(tx, workplace_id, supplier_order_id) : undefined
  const definition = sale && definitionOf(sale.platform)
  if (!sale || !definition?.fulfilments) return
  const parcel = definition.one_number ? sent.slice(0, 1) : sent
  const numbers = parcel.map(({ tracking_number }) => tracking_number)
  const lines = await linesOf(tx, workplace_id, supplier_order_id, ended_products)
  if (lines.length === 0 && ended_products.length > 0) return
  const isOn = await isWanted(tx, workplace_id, sale.platform)
  const { rows } = await sql`
    insert into store_fulfilments as f (workplace_id, supplier_order_id, order_id, store_id, carrier, numbers, urls, lines,
      state, problem)
    values (${workplace_id}, ${supplier_order_id}, ${sale.order_id}, ${sale.store_id}, ${parcel[0]?.carrier ?? ''},
      ${numbers}::text[], ${parcel.map(({ tracking_url }) => tracking_url ?? '')}::text[], ${JSON.stringify(lines)}::jsonb,
      ${isOn ? 'waiting' : 'skipped'}, ${isOn ? null : 'switched_off'})
    on conflict (workplace_id, supplier_order_id) do update set carrier = excluded.carrier, numbers = excluded.numbers,
      urls = excluded.urls, state = excluded.state, problem = excluded.problem, problem_text = null, tries = 0,
      attempt_id = case when excluded.state = 'waiting' then f.attempt_id end, updated_at = now()
    where f.numbers <> excluded.numbers
    returning supplier_order_id`.execute(tx)
  if (rows.length > 0 && isOn) await enqueue(tx, syncOrder, { workplace_id, order_id: sale.order_id })
}

async function saleOf(tx: Tx, workplace_id: string, supplier_order_id: string): Promise<Sale | undefined> {
  const { rows } = await sql<Sale>`
    select o.order_id, o.store_id, s.platform from supplier_orders p
    join orders o on o.workplace_id = p.workplace_id and o.order_id = p.order_id
    join stores s on s.workplace_id = o.workplace_id and s.store_id = o.store_id
    where p.workplace_id = ${workplace_id} and p.supplier_order_id = ${supplier_order_id}`.execute(tx)
  return rows[0]
}

/**
 * The pieces that the store still counts as unsent. spec: not shown: a line of several parts, bought at several
 * suppliers, is told with the parcel of its first part, because a store takes each piece once.
 */
async function linesOf(
  tx: Tx,
  workplace_id: string,
  supplier_order_id: string,
  ended_products: readonly string[],
): Promise<FulfilledLine[]> {
  const { rows } = await sql<FulfilledLine>`
    select l.remote_line_id, l.wanted as quantity
    from order_lines l where l.workplace_id = ${workplace_id} and l.wanted > 0
      and (select p.supplier_order_id from supplier_order_lines p
           where p.workplace_id = l.workplace_id and p.line_id = l.line_id and p.live
           order by p.component limit 1) = ${supplier_order_id}
      and not exists (select from supplier_orders s cross join jsonb_array_elements(s.basket -> 'lines') b
        where s.workplace_id = l.workplace_id and s.supplier_order_id = ${supplier_order_id}
          and b ->> 'line_id' = l.line_id::text and b ->> 'product_id' = any(${ended_products}::text[]))
    order by l.position`.execute(tx)
  return rows
}

/** Sourcing spec §3, channel push settings. spec: not shown: `sync_tracking`, on. */
async function isWanted(tx: Tx, workplace_id: string, platform: string): Promise<boolean> {
  const { channels: all } = await productSettings(tx, workplace_id)
  return all.find(({ channel }) => channel === platform)?.sync_tracking ?? true
}
