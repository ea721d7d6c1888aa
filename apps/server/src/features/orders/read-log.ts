import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readEvents } from './order-events.ts'

/** What happened to an order, oldest first. */
export const readLog = (ctx: Ctx, order_id: string) =>
  ctx.db.read(async (tx) => {
    const items = await readEvents(tx, ctx.workplace_id, order_id)
    // Every order has the event that made it.
    if (items.length === 0) refuse('not_found')
    return { items }
  })
