import type { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { refundedOf, type RemoteOrder } from '@omni/domain/orders/document.ts'
import { buyerRefundProblem, mostRefundable } from '@omni/domain/refunds/buyer-refund.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { ordersOfSale } from '../orders/sale-parts.ts'
import { channelOf } from '../orders/channel-of.ts'

export type BuyerRefunds = Out<typeof fulfilmentCalls.getBuyerRefunds>

interface Row {
  /** The first order of the sale. */
  order_id: string
  store_id: string | null
  remote_id: string | null
  channel: string
  epoch: number | null
  /** As the store shows the sale. */
  whole: RemoteOrder
  /** All orders of the sale. */
  parts: string[]
  items: BuyerRefunds['items']
}

export interface RefundableSale extends Omit<Row, 'items'> {
  view: BuyerRefunds
}

/** The sale that an order belongs to. `lock`: nobody else asks meanwhile. Null: there is no such order here. */
export async function readRefundable(
  tx: Tx,
  workplace_id: string,
  order_id: string,
  lock: boolean,
): Promise<RefundableSale | null> {
  const { rows } = await sql<Row>`
    select o.order_id, o.store_id, o.remote_id, o.channel, coalesce(o.whole, o.document) as whole,
      array(${ordersOfSale(workplace_id, order_id)}) as parts,
      (select c.epoch from store_connections c join stores s using (workplace_id, store_id)
        where c.workplace_id = o.workplace_id and c.store_id = o.store_id and c.credentials is not null
          and s.status = 'active') as epoch,
      coalesce((select jsonb_agg(jsonb_build_object('refund_id', r.refund_id, 'amount', r.amount, 'reason', r.reason,
          'note', r.note, 'state', r.state, 'problem', r.problem, 'problem_text', r.problem_text,
          'requested_at', r.requested_at) order by r.requested_at desc)
        from buyer_refunds r where r.workplace_id = o.workplace_id and r.order_id = o.order_id), '[]') as items
    from orders o where o.workplace_id = ${workplace_id} and o.split_of is null
      and o.order_id in ${ordersOfSale(workplace_id, order_id)}
    ${lock ? sql`for update of o` : sql``}`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { items, ...sale } = row
  const { whole } = sale
  const definition = channelOf(sale.channel)
  const because = buyerRefundProblem({
    is_from_store: sale.store_id !== null,
    is_under_way: items.some(({ state }) => state === 'sending'),
    store_can: definition?.refunds !== undefined,
    is_connected: sale.epoch !== null,
    order: whole,
  })
  const lines = whole.lines.map(({ remote_line_id, title, variant_title, current_quantity, unit_price }) => ({
    remote_line_id,
    title,
    variant_title,
    left: current_quantity,
    unit_price,
  }))
  const view = {
    because,
    most: mostRefundable(whole),
    refunded: refundedOf(whole),
    shipping: whole.shipping,
    currency: whole.currency,
    lines,
    asks_notice: definition?.refund_notice === undefined,
    takes_by_hand: definition?.refunds_by_hand === true,
    items,
  }
  return { ...sale, view }
}
