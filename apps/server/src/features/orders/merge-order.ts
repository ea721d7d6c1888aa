import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { recordEvents } from './order-events.ts'
import { regroupOrders } from './regroup.ts'
import { lockSaleOf } from './sale-parts.ts'
import { writeOrder } from './write-order.ts'

/** Takes a split back: the sale is one order again, as the store shows it. */
export async function mergeOrder(ctx: Ctx, input: In<typeof orderCalls.mergeOrder>) {
  const { workplace_id, user_id, now: happened_at } = ctx
  return ctx.db.tx(async (tx) => {
    const [first, ...others] = await lockSaleOf(tx, workplace_id, input.order_id)
    if (!first) refuse('not_found')
    const { order_id, whole } = first
    if (!whole || others.length === 0) refuse('orders.merge_not_split')
    const gone = others.map((part) => part.order_id)
    if (await isBought(tx, workplace_id, [order_id, ...gone])) refuse('orders.merge_bought')
    await takeLines(tx, workplace_id, order_id, gone)
    await writeOrder(tx, workplace_id, order_id, whole, first.address)
    await takeHistory(tx, workplace_id, order_id, gone)
    await tx.deleteFrom('orders').where('workplace_id', '=', workplace_id).where('order_id', 'in', gone).execute()
    const numbers = others.map(({ document }) => document.number).join(', ')
    await recordEvents(tx, workplace_id, order_id, [
      { kind: 'merged', params: { numbers }, who: 'person', user_id, happened_at },
    ])
    await regroupOrders(tx, workplace_id, [order_id], { replan: true })
    await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
    return { order_id, number: whole.number }
  })
}

/** Also what was bought by mistake: it stays with the part it was bought for. */
async function isBought(tx: Tx, workplace_id: string, order_ids: readonly string[]): Promise<boolean> {
  const row = await tx
    .selectFrom('supplier_orders')
    .select('supplier_order_id')
    .where('workplace_id', '=', workplace_id)
    .where('order_id', 'in', order_ids)
    .where((is) => is.or([is('state', 'not in', ['failed', 'cancelled']), is('alarm', 'is not', null)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Lines that the first part has no piece of come back with what was chosen for them. */
async function takeLines(tx: Tx, workplace_id: string, order_id: string, gone: readonly string[]): Promise<void> {
  await sql`
    insert into order_lines (workplace_id, order_id, remote_line_id, position, remote_product_id, remote_variant_id,
      product_id, variant_id, title, variant_title, sku, image, quantity, wanted, unit_price, reason, sources, supplier)
    select distinct on (remote_line_id) workplace_id, ${order_id}::uuid, remote_line_id, position, remote_product_id,
      remote_variant_id, product_id, variant_id, title, variant_title, sku, image, 0, 0, unit_price, reason, sources,
      supplier
    from order_lines where workplace_id = ${workplace_id} and order_id = any(${gone}::uuid[])
    order by remote_line_id, order_id
    on conflict (workplace_id, order_id, remote_line_id) do nothing`.execute(tx)
}

/**
 * What was tried and what people did with the parts stays on record, and so do their notes. What the store told is in the
 * first part's timeline already, but for the shares of what it paid back.
 */
async function takeHistory(tx: Tx, workplace_id: string, order_id: string, gone: readonly string[]): Promise<void> {
  await sql`update supplier_orders set order_id = ${order_id}
    where workplace_id = ${workplace_id} and order_id = any(${gone}::uuid[])`.execute(tx)
  // Two parts may have been paid back the same amount.
  await sql`update order_events set order_id = ${order_id}, fact = case when who = 'store' then fact || ' ' || order_id else fact end
    where workplace_id = ${workplace_id} and order_id = any(${gone}::uuid[]) and kind <> 'split_from'
      and (who <> 'store' or kind = 'refunded_by_store')`.execute(tx)
  await sql`
    update orders o set note = (select string_agg(n.note, E'\\n' order by n.first_no) from (
      select p.note, min(p.part_no) as first_no from orders p where p.workplace_id = o.workplace_id
        and (p.order_id = o.order_id or p.order_id = any(${gone}::uuid[])) and p.note <> '' group by p.note) n)
    where o.workplace_id = ${workplace_id} and o.order_id = ${order_id} and exists (select from orders p
      where p.workplace_id = o.workplace_id and p.order_id = any(${gone}::uuid[]) and p.note <> '')`.execute(tx)
  await sql`update orders set whole = null
    where workplace_id = ${workplace_id} and order_id = ${order_id}`.execute(tx)
}
