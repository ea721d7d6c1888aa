import { type RawBuilder, sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { work } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { allOrEach, throwFirst } from '../../platform/together.ts'
import { replanOpen, replanOrders } from './jobs.ts'
import { regroupOrders } from './regroup.ts'

/** Orders that are planned in one transaction. */
const AT_ONCE = 50

const IS_OPEN = sql`g.status = 'placement' and g.sub_status in ('ready', 'needs_attention')`

async function ordersOf(ctx: JobCtx, workplace_id: string, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ order_id: string }>`
      select distinct g.order_id from order_groups g where g.workplace_id = ${workplace_id} and ${which}
      order by 1`.execute(tx),
  )
  return rows.map(({ order_id }) => order_id)
}

/** One that cannot be planned holds up no other. */
async function replan(ctx: JobCtx, workplace_id: string, order_ids: readonly string[]): Promise<void> {
  const ended: PromiseSettledResult<unknown>[] = []
  for (let at = 0; at < order_ids.length; at += AT_ONCE)
    ended.push(
      ...(await allOrEach(order_ids.slice(at, at + AT_ONCE), (some) =>
        ctx.db.tx(async (tx) => {
          await regroupOrders(tx, workplace_id, some, { replan: true })
          return some
        }),
      )),
    )
  if (order_ids.length > 0) await ctx.db.tx((tx) => publishToWorkplace(tx, workplace_id, 'orders.changed', {}))
  throwFirst(ended)
}

/** Lines of the product, and lines that had no product while a listing of it was not joined yet. */
export const replanOrdersJob = work(replanOrders, async (ctx, { workplace_id, product_id }) => {
  const which = sql`${IS_OPEN} and exists (select from order_lines l
    where l.workplace_id = g.workplace_id and l.order_id = g.order_id
      and (l.product_id = ${product_id} or (l.product_id is null and l.remote_product_id in (
        select remote_id from listings where workplace_id = ${workplace_id} and product_id = ${product_id}))))`
  await replan(ctx, workplace_id, await ordersOf(ctx, workplace_id, which))
})

/** Whether orders are bought that the buyer pays at the door is a setting as well. */
const MAY_CHANGE = sql`(${IS_OPEN} or (g.status = 'waiting' and g.sub_status = 'cash_on_delivery'))`

export const replanOpenJob = work(replanOpen, async (ctx, { workplace_id, source }) => {
  const delivers = sql`${IS_OPEN} and exists (select from order_lines l
    where l.workplace_id = g.workplace_id and l.order_id = g.order_id and l.sources @> array[${source ?? ''}]::text[])`
  await replan(ctx, workplace_id, await ordersOf(ctx, workplace_id, source === undefined ? MAY_CHANGE : delivers))
})
