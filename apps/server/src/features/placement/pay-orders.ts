import type { In } from '@omni/contracts/kernel.ts'
import { DEFAULT_ORDER_SETTINGS, type OrderSettings, priceLimit } from '@omni/domain/order-settings/order-settings.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { handleAboutAll } from './handle-person.ts'
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
    const settingsOf = new Map<string, OrderSettings>()
    for (const vendor of new Set(rows.map((row) => row.vendor)))
      settingsOf.set(vendor, await placingSettings(tx, workplace_id, asSource(vendor)))
    const paying = await handleAboutAll(
      tx,
      ctx,
      rows.map(({ supplier_order_id, vendor, amount }) => ({
        supplier_order_id,
        event: { is: 'pay', amount: priceLimit(amount, settingsOf.get(vendor) ?? DEFAULT_ORDER_SETTINGS) },
      })),
    )
    return { paying: paying.length }
  })
}
