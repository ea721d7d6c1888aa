import type { In } from '@omni/contracts/kernel.ts'
import { type orderCalls, OrderDetail } from '@omni/contracts/orders.calls.ts'
import { checkAddress } from '@omni/domain/orders/address.ts'
import { type OrderAddress, refundedOf, unexplainedOf, type RemoteOrder } from '@omni/domain/orders/document.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import type { DB } from '../../platform/db-types.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { channelOf } from './channel-of.ts'
import { readEvents } from './order-events.ts'
import { linesOf, sourceOrdersOf } from './order-rows.ts'
import { ordersOfSale } from './sale-parts.ts'

/** Orders spec §7 orders/v5/detail/{order_id}. */
export const getOrderDetail = (ctx: Ctx, { order_id, line_item_ids }: In<typeof orderCalls.getOrderDetail>) =>
  ctx.db.read((tx) => readDetail(tx, ctx.workplace_id, order_id, line_item_ids))

type Row = Pick<
  Selectable<DB['orders']>,
  | 'order_id'
  | 'number'
  | 'channel'
  | 'store_id'
  | 'customer_name'
  | 'country_code'
  | 'currency'
  | 'total'
  | 'financial'
  | 'fulfilment'
  | 'marker'
  | 'note'
  | 'part_no'
  | 'cancelled_at'
  | 'archived_at'
  | 'ordered_at'
  | 'updated_at'
> & {
  store_name: string
  platform_domain: string | null
  remote_id: string | null
  document: RemoteOrder
  address: OrderAddress | null
}

/** One order with everything that belongs to it; somebody else's is not found. */
export async function readDetail(
  tx: Tx,
  workplace_id: string,
  order_id: string,
  only?: readonly string[],
): Promise<z.output<typeof OrderDetail>> {
  const { rows } = await sql<Row>`
    select o.order_id, o.number, o.channel, o.store_id, coalesce(s.store_name, '') as store_name, s.platform_domain, o.remote_id, o.customer_name,
      o.country_code, o.currency, o.total, o.financial, o.fulfilment, o.marker, o.note, o.part_no, o.document, o.address,
      o.cancelled_at, o.archived_at, o.ordered_at, o.updated_at
    from orders o left join stores s on s.workplace_id = o.workplace_id and s.store_id = o.store_id
    where o.workplace_id = ${workplace_id} and o.order_id = ${order_id}`.execute(tx)
  const [row] = rows
  if (!row) refuse('not_found')
  const { document, platform_domain: _domain, remote_id: _id, ...order } = row
  const groups = await tx
    .selectFrom('order_groups')
    .select(['status', 'sub_status', 'line_ids', 'reasons'])
    .where('workplace_id', '=', workplace_id)
    .where('order_id', '=', order_id)
    .execute()
  const lines = await linesOf(tx, workplace_id, [order_id])
  return OrderDetail.parse({
    ...order,
    groups,
    lines: only ? lines.filter(({ line_id }) => only.includes(line_id)) : lines,
    customer: document.customer,
    address_problems: row.address ? checkAddress(row.address) : [],
    subtotal: document.subtotal,
    discounts: document.discounts,
    shipping: document.shipping,
    taxes: document.taxes,
    fees: document.fees ?? [],
    coupons: document.coupons ?? [],
    unexplained: unexplainedOf(document),
    refunded: refundedOf(document),
    tags: document.tags,
    promised_at: document.promised_at ?? null,
    store_url: storeUrl(row),
    store_note: document.note,
    cancel_reason: document.cancel_reason,
    parts: await partsOf(tx, workplace_id, order_id),
    source_orders: await sourceOrdersOf(tx, workplace_id, [order_id]),
    timeline: await readEvents(tx, workplace_id, order_id),
  })
}

/** Where a person finds it in the store's own admin. */
function storeUrl({ channel, platform_domain, remote_id }: Pick<Row, 'channel' | 'platform_domain' | 'remote_id'>) {
  if (platform_domain === null || remote_id === null) return null
  return channelOf(channel)?.orderPage?.(platform_domain, remote_id) ?? null
}

/** All orders of the sale, the first one first; empty: it was not split. */
async function partsOf(tx: Tx, workplace_id: string, order_id: string) {
  const { rows } = await sql<{ order_id: string; number: string; total: number }>`
    select order_id, number, total from orders
    where workplace_id = ${workplace_id} and order_id in ${ordersOfSale(workplace_id, order_id)}
    order by part_no`.execute(tx)
  return rows.length > 1 ? rows : []
}
