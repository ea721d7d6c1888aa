import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { recordEvents } from './order-events.ts'
import { regroupOrders } from './regroup.ts'

/** Puts orders away, or takes them back. Those that are there already stay as they are. */
async function setArchived(ctx: Ctx, orders: readonly string[], archived: boolean): Promise<{ changed: number }> {
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql<{ order_id: string }>`
      update orders set archived_at = ${archived ? ctx.now : null}, updated_at = ${ctx.now}
      where workplace_id = ${ctx.workplace_id} and (archived_at is null) = ${archived}
        and order_id in (select order_id from orders where workplace_id = ${ctx.workplace_id}
          and order_id = any(${orders}::uuid[]) order by order_id for update)
      returning order_id`.execute(tx)
    const ids = rows.map(({ order_id }) => order_id)
    for (const order_id of ids)
      await recordEvents(tx, ctx.workplace_id, order_id, [
        { kind: archived ? 'archived' : 'reverted', who: 'person', user_id: ctx.user_id, happened_at: ctx.now },
      ])
    await regroupOrders(tx, ctx.workplace_id, ids, { replan: !archived })
    if (ids.length > 0) await publishToWorkplace(tx, ctx.workplace_id, 'orders.changed', {})
    return { changed: ids.length }
  })
}

/** Orders spec §7 orders/v5/mark-archive. */
export const markArchive = (ctx: Ctx, { orders }: In<typeof orderCalls.markArchive>) => setArchived(ctx, orders, true)

/** Orders spec §7 orders/v5/revert-order. */
export const revertOrder = (ctx: Ctx, { orders }: In<typeof orderCalls.revertOrder>) => setArchived(ctx, orders, false)
