import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { recordEvents } from './order-events.ts'

export async function noteOrder(ctx: Ctx, { order_id, note }: In<typeof orderCalls.noteOrder>) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const before = await tx
      .selectFrom('orders')
      .select('note')
      .where('workplace_id', '=', workplace_id)
      .where('order_id', '=', order_id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) refuse('not_found')
    if (before.note === note) return { note }
    await tx
      .updateTable('orders')
      .set({ note })
      .where('workplace_id', '=', workplace_id)
      .where('order_id', '=', order_id)
      .execute()
    await recordEvents(tx, workplace_id, order_id, [
      { kind: 'noted', who: 'person', user_id: ctx.user_id, happened_at: ctx.now },
    ])
    await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
    return { note }
  })
}
