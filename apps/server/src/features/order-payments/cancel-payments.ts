import type { In, Out } from '@omni/contracts/kernel.ts'
import type { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { handlePerson } from '../placement/handle-person.ts'

/** Orders spec §7 orders/v5/payments/cancel. Only what is not paid: an order whose payment is under way goes on. */
export async function cancelPayments(
  ctx: Ctx,
  { supplier_order_ids }: In<typeof orderPaymentCalls.cancelPayments>,
): Promise<Out<typeof orderPaymentCalls.cancelPayments>> {
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql<{ supplier_order_id: string }>`
      select supplier_order_id from supplier_orders where workplace_id = ${ctx.workplace_id}
        and supplier_order_id = any(${supplier_order_ids}::uuid[]) and stop_because is null
        and (state = 'awaiting_payment' or (state = 'created' and held is null))
      order by order_id, supplier_order_id`.execute(tx)
    for (const { supplier_order_id } of rows)
      await handlePerson(tx, ctx, supplier_order_id, { is: 'cancel', because: 'person' })
    return { cancelled: rows.length }
  })
}
