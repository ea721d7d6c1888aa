import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { insertManualOrder, SOLD, type SoldVariant } from './insert-manual-order.ts'

/** /app/orders/create: an order that came by mail or telephone. It counts as paid. */
export async function createOrder(ctx: Ctx, input: In<typeof orderCalls.createOrder>) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const { rows: sold } =
      await sql<SoldVariant>`${SOLD} where v.workplace_id = ${workplace_id} and p.deleted_at is null
      and v.variant_id = any(${input.lines.map(({ variant_id }) => variant_id)}::uuid[])`.execute(tx)
    const known = new Map(sold.map((one) => [one.variant_id, one]))
    const lines = input.lines.map(({ variant_id, quantity, unit_price }) => {
      const variant = known.get(variant_id)
      if (!variant) refuse('orders.no_such_variant', {}, { field: 'lines' })
      return { variant, quantity, unit_price }
    })
    const order = await insertManualOrder(tx, ctx, { ...input, number: null, lines })
    await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
    return order
  })
}
