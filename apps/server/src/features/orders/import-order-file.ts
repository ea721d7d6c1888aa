import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { insertManualOrder } from './insert-manual-order.ts'
import { judgeFile, sumsOf } from './order-file.ts'

/** All that have no mistake, or none. The file may be sent again: what is there already stays as it is. */
export async function importOrderFile(ctx: Ctx, { text }: In<typeof orderCalls.importOrderFile>) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    // Two people with the same file: the second finds what the first one made.
    await sql`select pg_advisory_xact_lock(hashtext(${`orders.import ${workplace_id}`}))`.execute(tx)
    const { judged } = await judgeFile(ctx, tx, text)
    for (const { order, variants, will } of judged) {
      if (will !== 'create') continue
      const { name, phone } = order.address
      await insertManualOrder(tx, ctx, {
        number: order.number,
        customer: { name, email: order.email, phone },
        address: order.address,
        currency: order.currency,
        note: order.note,
        lines: order.lines.flatMap(({ sku, quantity, unit_price }) => {
          const variant = variants.get(sku)
          return variant ? [{ variant, quantity, unit_price }] : []
        }),
      })
    }
    await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
    return sumsOf(judged)
  })
}
