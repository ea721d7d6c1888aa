import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { repairAddress } from '@omni/domain/orders/address.ts'
import type { OrderAddress } from '@omni/domain/orders/document.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { emitIfBought } from './handle-order.ts'
import { recordEvents } from './order-events.ts'
import { readDetail } from './get-order-detail.ts'
import { regroupOrders } from './regroup.ts'

/** Orders spec §7 orders/update-customer: where the order goes. The store keeps its own address. */
export async function updateCustomer(ctx: Ctx, { order_id, address, repair }: In<typeof orderCalls.updateCustomer>) {
  const { workplace_id, now } = ctx
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql<{ address: OrderAddress | null }>`
      select address from orders where workplace_id = ${workplace_id} and order_id = ${order_id} for update`.execute(tx)
    const [row] = rows
    if (!row) refuse('not_found')
    const wanted = address ?? row.address
    if (!wanted) refuse('orders.address_missing')
    const next = repair ? repairAddress(wanted) : wanted
    await sql`update orders set address = ${JSON.stringify(next)}::jsonb, country_code = ${next.country_code}, updated_at = ${now}
      where workplace_id = ${workplace_id} and order_id = ${order_id}`.execute(tx)
    await recordEvents(tx, workplace_id, order_id, [
      { kind: 'address_repaired', who: 'person', user_id: ctx.user_id, happened_at: now },
    ])
    await emitIfBought(tx, { workplace_id, order_id, because: 'edited' })
    await regroupOrders(tx, workplace_id, [order_id], { replan: true })
    await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
    return readDetail(tx, workplace_id, order_id)
  })
}
