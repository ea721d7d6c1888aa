import type { In } from '@omni/contracts/kernel.ts'
import { priceLimit } from '@omni/domain/order-settings/order-settings.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { hearPerson } from './hear-person.ts'
import { placingSettings } from './placing-settings.ts'

/** Orders spec §7 orders/v5/payment: takes the money for what was created before. A job pays. */
export async function payOrders(ctx: Ctx, { supplier_order_ids }: In<typeof placementCalls.payOrders>) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql<{ supplier_order_id: string; vendor: string; amount: number }>`
      select supplier_order_id, vendor, coalesce(total, approved) as amount from supplier_orders
      where workplace_id = ${workplace_id} and supplier_order_id = any(${supplier_order_ids}::uuid[])
        and state = 'created' and held is null and stop_because is null and profile ->> 'pay' <> 'at_site'
      order by order_id, supplier_order_id`.execute(tx)
    for (const { supplier_order_id, vendor, amount } of rows) {
      const settings = await placingSettings(tx, workplace_id, asSource(vendor))
      await hearPerson(tx, ctx, supplier_order_id, { is: 'pay', amount: priceLimit(amount, settings) })
    }
    return { paying: rows.length }
  })
}
