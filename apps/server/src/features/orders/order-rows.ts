import { OrderRow } from '@omni/contracts/orders.calls.ts'
import { ANSWERED_WITHIN_MS } from '@omni/domain/refunds/refunds.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'

export type OrderRowView = z.output<typeof OrderRow>
type LineView = OrderRowView['lines'][number]

export interface GroupKey {
  order_id: string
  status: string
  sub_status: string
  line_ids: string[]
  reasons: OrderRowView['reasons']
}

type Shown = Omit<OrderRowView, 'status' | 'sub_status' | 'lines' | 'reasons' | 'source_orders'>

/** What the list shows of orders, with the lines that each key names. */
export async function toRows(tx: Tx, workplace_id: string, keys: readonly GroupKey[]): Promise<OrderRowView[]> {
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
  return keys.flatMap((key) => {
    const order = shown.get(key.order_id)
    if (!order) return []
    const own = new Set(key.line_ids)
    return OrderRow.parse({
      ...order,
      status: key.status,
      sub_status: key.sub_status,
      reasons: key.reasons,
      lines: (lines.get(key.order_id) ?? []).filter(({ line_id }) => own.has(line_id)),
      source_orders: bought.get(key.order_id) ?? [],
    })
  })
}

export async function linesOf(
  tx: Tx,
  workplace_id: string,
  order_ids: readonly string[],
): Promise<(LineView & { order_id: string })[]> {
  const { rows } = await sql<LineView & { order_id: string }>`
    select order_id, line_id, product_id, variant_id, title, variant_title, sku, image, quantity, wanted, unit_price,
      discount, tax, reason, sources, cost
    from order_lines where workplace_id = ${workplace_id} and order_id = any(${order_ids}::uuid[])
    order by order_id, position`.execute(tx)
  return rows
}

type SourceOrder = OrderRowView['source_orders'][number] & { order_id: string }

/** What was bought for them, newest first. */
export async function sourceOrdersOf(
  tx: Tx,
  workplace_id: string,
  order_ids: readonly string[],
): Promise<SourceOrder[]> {
  const { rows } = await sql<SourceOrder>`
    select s.order_id, s.vendor as source, s.order_no, s.state, s.total, s.currency, f.state as reported,
      coalesce((select jsonb_agg(jsonb_build_object('number', p ->> 'tracking_number', 'carrier', p ->> 'carrier'))
        from jsonb_array_elements(s.shipments) p), '[]') as tracking,
      (select jsonb_build_object('status', r.state, 'amount', coalesce(r.granted, r.asked), 'note', r.note,
          'cancel_reason', r.cancel_reason,
          'updated_at', r.updated_at, 'is_overdue', r.state in ('sending', 'pending')
            and r.requested_at < now() - ${ANSWERED_WITHIN_MS} * interval '1 millisecond')
        from refund_requests r where r.workplace_id = s.workplace_id and r.order_id = s.order_id
          and r.supplier_order_id = s.supplier_order_id
        order by r.requested_at desc limit 1) as refund_info
    from supplier_orders s left join store_fulfilments f using (workplace_id, supplier_order_id)
    where s.workplace_id = ${workplace_id} and s.order_id = any(${order_ids}::uuid[])
    order by s.order_id, s.created_at desc`.execute(tx)
  return rows
}
