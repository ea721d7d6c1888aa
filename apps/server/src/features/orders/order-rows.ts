import { OrderRow } from '@omni/contracts/orders.calls.ts'
import { ANSWERED_WITHIN_MS } from '@omni/domain/refunds/refunds.ts'
import { type FindableText, foundIn } from '@omni/domain/orders/search.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { displayCurrency } from '../analytics/count-profit.ts'
import { profitFrom, readProfitFacts, shownProfit } from '../analytics/profit-facts.ts'
import { lineImage } from './line-image.ts'
import { worstReport } from './sale-parts.ts'

export type OrderRowView = z.output<typeof OrderRow>
type LineView = OrderRowView['lines'][number]

/** What the row of a group has of its own. */
export interface GroupKey extends Pick<
  OrderRowView,
  'order_id' | 'reasons' | 'cost' | 'shipping' | 'min_days' | 'max_days' | 'promised_at'
> {
  status: string
  sub_status: string
  line_ids: string[]
}

type Shown = Omit<
  OrderRowView,
  Exclude<keyof GroupKey, 'order_id' | 'line_ids'> | 'lines' | 'profit' | 'source_orders' | 'found_in'
>

/** What the list shows of orders, with the lines that each key names. */
export async function toRows(
  tx: Tx,
  workplace_id: string,
  keys: readonly GroupKey[],
  keyword?: string,
): Promise<OrderRowView[]> {
  const ids = [...new Set(keys.map(({ order_id }) => order_id))]
  if (ids.length === 0) return []
  const { rows } = await sql<Shown>`
    select o.order_id, o.number, o.channel, o.store_id, coalesce(s.store_name, '') as store_name, o.customer_name,
      coalesce(o.address ->> 'city', '') as city, o.country_code, o.currency, o.total, o.financial, o.marker, o.note, o.part_no,
      (select count(*)::int + 1 from orders p where p.workplace_id = o.workplace_id
        and p.split_of = coalesce(o.split_of, o.order_id)) as parts,
      coalesce(o.document ->> 'cancel_reason', '') as cancel_reason, o.ordered_at, o.updated_at
    from orders o left join stores s on s.workplace_id = o.workplace_id and s.store_id = o.store_id
    where o.workplace_id = ${workplace_id} and o.order_id = any(${ids}::uuid[])`.execute(tx)
  const shown = new Map(rows.map((row) => [row.order_id, row]))
  const lines = Map.groupBy(await linesOf(tx, workplace_id, ids), ({ order_id }) => order_id)
  const bought = Map.groupBy(await sourceOrdersOf(tx, workplace_id, ids), ({ order_id }) => order_id)
  const facts = await readProfitFacts(tx, workplace_id, ids)
  const currency = await displayCurrency(tx, workplace_id)
  const texts = keyword === undefined ? new Map() : await findableTexts(tx, workplace_id, ids)
  return keys.flatMap((key) => {
    const order = shown.get(key.order_id)
    if (!order) return []
    const own = new Set(key.line_ids)
    const known = facts.get(key.order_id)
    const earned = known ? profitFrom(known, currency) : null
    return OrderRow.parse({
      ...order,
      ...key,
      found_in: keyword === undefined ? null : foundIn(texts.get(key.order_id) ?? [], keyword),
      lines: (lines.get(key.order_id) ?? []).filter(({ line_id }) => own.has(line_id)),
      profit: earned && shownProfit(earned, currency),
      source_orders: ofRow(bought.get(key.order_id) ?? [], own),
    })
  })
}

/** Purchases of the row's own lines; tries that came to nothing are told where there is no other. */
function ofRow(bought: readonly SourceOrder[], line_ids: ReadonlySet<string>): SourceOrder[] {
  const own = bought.filter((purchase) => purchase.line_ids.some((line_id) => line_ids.has(line_id)))
  const live = own.filter(({ state }) => state !== 'failed' && state !== 'cancelled')
  return live.length > 0 ? live : own
}

/** What orders can be found by (`order-filter.ts`), the most telling first. */
async function findableTexts(tx: Tx, workplace_id: string, ids: readonly string[]) {
  const { rows } = await sql<FindableText & { order_id: string }>`
    with o as (select order_id, number, customer_name, document -> 'customer' as customer from orders
      where workplace_id = ${workplace_id} and order_id = any(${ids}::uuid[])),
    s as (select order_id, supplier_order_id, order_no from supplier_orders
      where workplace_id = ${workplace_id} and order_id = any(${ids}::uuid[]))
    select o.order_id, t.field, t.text from o cross join lateral (values ('number', o.number),
      ('name', o.customer_name), ('email', o.customer ->> 'email'), ('phone', o.customer ->> 'phone'))
      as t (field, text) where t.text <> ''
    union all select order_id, 'supplier_number', order_no from s where order_no is not null
    union all select s.order_id, 'supplier_number', n.order_no from s join supplier_order_numbers n
      on n.workplace_id = ${workplace_id} and n.supplier_order_id = s.supplier_order_id
    union all select p.order_id, 'tracking_number', p.number from parcels p
      where p.workplace_id = ${workplace_id} and p.order_id = any(${ids}::uuid[])
    union all select l.order_id, 'product', l.title from order_lines l
      where l.workplace_id = ${workplace_id} and l.order_id = any(${ids}::uuid[])`.execute(tx)
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

export async function linesOf(
  tx: Tx,
  workplace_id: string,
  order_ids: readonly string[],
): Promise<(LineView & { order_id: string })[]> {
  const { rows } = await sql<LineView & { order_id: string }>`
    select order_id, line_id, product_id, variant_id, title, variant_title, sku, ${lineImage} as image, quantity, wanted,
      unit_price, discount, tax, reason, sources, cost
    from order_lines l where workplace_id = ${workplace_id} and order_id = any(${order_ids}::uuid[])
    order by order_id, position`.execute(tx)
  return rows
}

type SourceOrder = OrderRowView['source_orders'][number] & { order_id: string; line_ids: string[] }

/** What was bought for them, newest first. */
export async function sourceOrdersOf(
  tx: Tx,
  workplace_id: string,
  order_ids: readonly string[],
): Promise<SourceOrder[]> {
  const { rows } = await sql<SourceOrder>`
    select s.order_id, s.vendor as source, s.order_no, s.state, s.total, s.approved, s.currency,
      (select f.state from store_fulfilments f where f.workplace_id = s.workplace_id
        and f.supplier_order_id = s.supplier_order_id order by ${worstReport} limit 1) as reported,
      array(select distinct p.line_id from supplier_order_lines p
        where p.workplace_id = s.workplace_id and p.supplier_order_id = s.supplier_order_id) as line_ids,
      coalesce((select jsonb_agg(jsonb_build_object('number', p ->> 'tracking_number', 'carrier', p ->> 'carrier'))
        from jsonb_array_elements(s.shipments) p), '[]') as tracking,
      (select jsonb_build_object('status', r.state, 'amount', coalesce(r.granted, r.asked), 'note', r.note,
          'cancel_reason', r.cancel_reason,
          'updated_at', r.updated_at, 'is_overdue', r.state in ('sending', 'pending')
            and r.requested_at < now() - ${ANSWERED_WITHIN_MS} * interval '1 millisecond')
        from refund_requests r where r.workplace_id = s.workplace_id and r.order_id = s.order_id
          and r.supplier_order_id = s.supplier_order_id
        order by r.requested_at desc limit 1) as refund_info
    from supplier_orders s
    where s.workplace_id = ${workplace_id} and s.order_id = any(${order_ids}::uuid[])
    order by s.order_id, s.created_at desc`.execute(tx)
  return rows
}
