import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { canArchive, type OrderGroup } from '@omni/domain/orders/groups.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { recordEvents } from './order-events.ts'
import { regroupOrders } from './regroup.ts'

/** What is bought is told by its purchase: putting it away would hide nothing, and somebody waits for it. */
async function mustBeOpen(tx: Tx, workplace_id: string, orders: readonly string[]): Promise<void> {
  const { rows } = await sql<Pick<OrderGroup, 'status' | 'sub_status' | 'reasons'> & { number: string }>`
    select o.number, g.status, g.sub_status, g.reasons from orders o join order_groups g using (workplace_id, order_id)
    where o.workplace_id = ${workplace_id} and o.order_id = any(${orders}::uuid[]) order by o.number`.execute(tx)
  const closed = [...Map.groupBy(rows, ({ number }) => number)].filter(([, groups]) => !groups.some(canArchive))
  if (closed.length > 0)
    refuse('orders.archive_bought', {
      orders: closed
        .slice(0, MOST_NAMED)
        .map(([number]) => number)
        .join(', '),
    })
}

const MOST_NAMED = 10

/** Puts orders away, or takes them back. Those that are there already stay as they are. */
async function setArchived(ctx: Ctx, orders: readonly string[], archived: boolean): Promise<{ changed: number }> {
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql<{ order_id: string }>`
      update orders set archived_at = ${archived ? ctx.now : null}, updated_at = ${ctx.now}
      where workplace_id = ${ctx.workplace_id} and (archived_at is null) = ${archived}
        and order_id in (select order_id from orders where workplace_id = ${ctx.workplace_id}
          and order_id = any(${orders}::uuid[]) order by order_id for update)
      returning order_id`.execute(tx)
    // Where they stand is not changed by anybody else from here on.
    if (archived) await mustBeOpen(tx, ctx.workplace_id, orders)
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
