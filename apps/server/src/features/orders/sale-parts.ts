import { divideOrder } from '@omni/domain/orders/divide-order.ts'
import type { OrderAddress, RemoteOrder } from '@omni/domain/orders/document.ts'
import {
  followWhole,
  type LineStanding,
  type PartPieces,
  partNumber,
  piecesOf,
} from '@omni/domain/orders/split-pieces.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { claimed } from './claimed.ts'

/** One order of ours of a sale; most sales have one. */
export interface SalePart {
  order_id: string
  part_no: number
  version: string
  /** Its share of the whole. */
  document: RemoteOrder
  /** Of the first part of a split sale: what the store shows. */
  whole: RemoteOrder | null
  address: OrderAddress | null
  cancelled_at: string | null
}

/** The orders of the sale that an order belongs to, as a subquery of ids. */
export const ordersOfSale = (workplace_id: string, order_id: string): RawBuilder<unknown> => sql`(
  with asked as (select coalesce(split_of, order_id) as first from orders
    where workplace_id = ${workplace_id} and order_id = ${order_id})
  select first as order_id from asked
  union all select p.order_id from asked join orders p on p.split_of = asked.first where p.workplace_id = ${workplace_id})`

const firstOf = (workplace_id: string, order_id: string): RawBuilder<unknown> => sql`order_id = (
  select coalesce(f.split_of, f.order_id) from orders f
  where f.workplace_id = ${workplace_id} and f.order_id = ${order_id})`

/**
 * All parts of a sale, the first one first, locked. Whoever makes or takes away parts holds the first one: only when that
 * is held, the others are read, so that none is missed.
 */
async function lockParts(tx: Tx, workplace_id: string, first: RawBuilder<unknown>): Promise<SalePart[]> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from orders where workplace_id = ${workplace_id} and split_of is null and ${first} for update`.execute(
    tx,
  )
  const [held] = rows
  if (!held) return []
  const { rows: parts } = await sql<SalePart>`
    select order_id, part_no, version, document, whole, address, cancelled_at from orders
    where workplace_id = ${workplace_id} and (order_id = ${held.order_id} or split_of = ${held.order_id})
    order by order_id for update`.execute(tx)
  return parts.toSorted((a, b) => a.part_no - b.part_no)
}

export const lockSale = (tx: Tx, workplace_id: string, store_id: string, remote_id: string): Promise<SalePart[]> =>
  lockParts(tx, workplace_id, sql`store_id = ${store_id} and remote_id = ${remote_id}`)

export const lockSaleOf = (tx: Tx, workplace_id: string, order_id: string): Promise<SalePart[]> =>
  lockParts(tx, workplace_id, firstOf(workplace_id, order_id))

/** Their documents, by the pieces that each of them has. */
export const sharesOf = (
  whole: RemoteOrder,
  parts: readonly { part_no: number; pieces: PartPieces }[],
): RemoteOrder[] =>
  divideOrder(
    whole,
    parts.map(({ pieces }) => pieces),
  ).map((share, at) => ({ ...share, number: partNumber(whole.number, parts[at]?.part_no ?? 1) }))

/** What each part is after the store said something new about the whole. */
export async function followParts(
  tx: Tx,
  workplace_id: string,
  parts: readonly SalePart[],
  whole: RemoteOrder,
): Promise<RemoteOrder[]> {
  const standings = await standingsOf(
    tx,
    workplace_id,
    parts.map(({ order_id }) => order_id),
  )
  const known = parts.map(({ order_id, document }) => ({
    pieces: piecesOf(document),
    standing: new Map(standings.get(order_id)?.map((line) => [line.remote_line_id, line]) ?? []),
  }))
  const next = followWhole(whole, known)
  return sharesOf(
    whole,
    parts.map(({ part_no }, at) => ({ part_no, pieces: next[at] ?? new Map() })),
  )
}

interface Standing extends LineStanding {
  order_id: string
  line_id: string
  remote_line_id: string
}

/** Which lines are being bought or are bought, and how many pieces of them the store was told of. */
export async function standingsOf(
  tx: Tx,
  workplace_id: string,
  order_ids: readonly string[],
): Promise<Map<string, Standing[]>> {
  const { rows } = await sql<Standing>`
    select l.order_id, l.line_id, l.remote_line_id,
      exists (select from supplier_order_lines p
        where p.workplace_id = l.workplace_id and p.line_id = l.line_id and p.live) or ${claimed} as is_held,
      coalesce((select sum((t ->> 'quantity')::int) from store_fulfilments f cross join jsonb_array_elements(f.lines) t
        where f.workplace_id = l.workplace_id and f.order_id = l.order_id and f.send_no > 0 and f.state <> 'failed'
          and t ->> 'remote_line_id' = l.remote_line_id), 0)::int as reported
    from order_lines l where l.workplace_id = ${workplace_id} and l.order_id = any(${order_ids}::uuid[])`.execute(tx)
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

/** Of `store_fulfilments f`: what the store was told of several parcels of a purchase, the row first that most needs a person. */
export const worstReport = sql`array_position(array['failed', 'waiting', 'reported', 'skipped'], f.state)`
