import type { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { cancelProblem } from '@omni/domain/orders/cancel-sale.ts'
import type { FulfilmentState } from '@omni/domain/orders/document.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { ordersOfSale } from '../orders/sale-parts.ts'
import { channelOf } from '../orders/channel-of.ts'

export type CancellationView = Out<typeof fulfilmentCalls.getSaleCancellation>

export interface Sale {
  order_id: string
  store_id: string | null
  remote_id: string | null
  channel: string
  epoch: number | null
  /** All orders of the sale. */
  parts: string[]
  view: CancellationView
}

interface Row extends Omit<Sale, 'view'> {
  cancelled_at: string | null
  fulfilment: FulfilmentState
  bought: number
  latest: CancellationView['latest']
}

/** The sale that an order belongs to. `lock`: nobody else asks meanwhile. Null: there is no such order here. */
export async function readSale(tx: Tx, workplace_id: string, order_id: string, lock: boolean): Promise<Sale | null> {
  const { rows } = await sql<Row>`
    select o.order_id, o.store_id, o.remote_id, o.channel, o.cancelled_at,
      coalesce(o.whole ->> 'fulfilment', o.fulfilment) as fulfilment,
      array(${ordersOfSale(workplace_id, order_id)}) as parts,
      (select c.epoch from store_connections c join stores s using (workplace_id, store_id)
        where c.workplace_id = o.workplace_id and c.store_id = o.store_id and c.credentials is not null
          and s.status = 'active') as epoch,
      (select count(*)::int from supplier_orders p where p.workplace_id = o.workplace_id and p.order_id in ${ordersOfSale(workplace_id, order_id)}
        and p.state = 'placed' and coalesce(p.supplier_status, '') not in ('cancelled', 'refunded')) as bought,
      (select jsonb_build_object('reason', c.reason, 'state', c.state, 'problem', c.problem,
          'problem_text', c.problem_text, 'requested_at', c.requested_at)
        from sale_cancellations c where c.workplace_id = o.workplace_id and c.order_id = o.order_id
        order by c.requested_at desc limit 1) as latest
    from orders o where o.workplace_id = ${workplace_id} and o.split_of is null
      and o.order_id in ${ordersOfSale(workplace_id, order_id)}
    ${lock ? sql`for update of o` : sql``}`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { cancelled_at, fulfilment, bought, latest, ...sale } = row
  const definition = channelOf(sale.channel)
  const because = cancelProblem({
    is_from_store: sale.store_id !== null,
    is_cancelled: cancelled_at !== null,
    is_under_way: latest?.state === 'sending',
    store_can: definition?.orders?.cancel !== undefined,
    is_connected: sale.epoch !== null,
    fulfilment,
  })
  const pays_back = definition?.cancelling_pays_back === true
  return { ...sale, view: { because, pays_back, bought, parts: sale.parts.length, latest } }
}
