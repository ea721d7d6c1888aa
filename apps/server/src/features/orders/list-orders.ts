import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { SUB_STATUSES } from '@omni/domain/orders/groups.ts'
import { ANSWERED_WITHIN_MS } from '@omni/domain/refunds/refunds.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset, Moment } from '../../platform/cursor.ts'
import { type GroupKey, toRows } from './order-rows.ts'

const place = keyset(z.tuple([Moment, z.uuid(), z.string()]))
const MOST_COUNTED = 1000

type Filter = Omit<In<typeof orderCalls.listOrders>, 'page_size' | 'cursor'>

/** Days are those of the workplace's reader: a date is taken as a whole day in UTC. spec: not shown. */
export const within = (from_date: string | undefined, to_date: string | undefined): RawBuilder<unknown> => sql`
  ${from_date ? sql`and g.ordered_at >= ${from_date}::date` : sql``}
  ${to_date ? sql`and g.ordered_at < ${to_date}::date + 1` : sql``}`

/** Conditions on the order itself; empty where the group alone decides, so that the list needs no join. */
function ofOrder({ keyword, channel, source, mark_order }: Filter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (keyword) conditions.push(sql`o.search_text like ${`%${keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`)
  if (channel !== 'all') conditions.push(sql`o.channel = ${channel}`)
  if (source !== 'all') conditions.push(sql`o.sources @> array[${source}]::text[]`)
  if (mark_order !== 'all') conditions.push(mark_order === '1' ? sql`o.marker > 0` : sql`o.marker = 0`)
  return conditions
}

/** Spec decisions: requests are answered within a day. */
export const overdueOrders = (workplace_id: string, now: Date): RawBuilder<unknown> => sql`
  select r.order_id from refund_requests r where r.workplace_id = ${workplace_id}
    and r.state in ('sending', 'pending') and r.requested_at < ${new Date(now.getTime() - ANSWERED_WITHIN_MS)}`

function whereOf(workplace_id: string, filter: Filter, now: Date): RawBuilder<unknown> {
  const { order_status, orders, reason } = filter
  const sub_status = filter.sub_status ?? SUB_STATUSES[order_status][0]
  const about = ofOrder(filter)
  return sql`g.workplace_id = ${workplace_id} and g.status = ${order_status}
    ${sub_status === 'all' ? sql`and g.sub_status <> 'archived'` : sql`and g.sub_status = ${sub_status}`}
    ${within(filter.from_date, filter.to_date)}
    ${orders ? sql`and g.order_id = any(${orders}::uuid[])` : sql``}
    ${filter.overdue ? sql`and g.order_id in (${overdueOrders(workplace_id, now)})` : sql``}
    ${reason ? sql`and g.reasons @> array[${reason}]::text[]` : sql``}
    ${
      about.length > 0
        ? sql`and exists (select from orders o where o.workplace_id = g.workplace_id and o.order_id = g.order_id
            and ${sql.join(about, sql` and `)})`
        : sql``
    }`
}

/** Orders spec §7 orders/v5/list. */
export async function listOrders(ctx: Ctx, { page_size, cursor, ...filter }: In<typeof orderCalls.listOrders>) {
  const after = place.read(cursor)
  const where = whereOf(ctx.workplace_id, filter, ctx.now)
  const down = filter.sort === 'desc'
  return ctx.db.read(async (tx) => {
    const beyond = after
      ? sql`and (g.ordered_at, g.order_id, g.sub_status) ${sql.raw(down ? '<' : '>')}
          (${after[0]}::timestamptz, ${after[1]}::uuid, ${after[2]})`
      : sql``
    const order = down
      ? sql`g.ordered_at desc, g.order_id desc, g.sub_status desc`
      : sql`g.ordered_at, g.order_id, g.sub_status`
    const { rows } = await sql<GroupKey & { ordered_at: string }>`
      select g.order_id, g.status, g.sub_status, g.line_ids, g.reasons, g.ordered_at from order_groups g
      where ${where} ${beyond} order by ${order} limit ${page_size + 1}`.execute(tx)
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from (select from order_groups g where ${where} limit ${MOST_COUNTED}) c`.execute(
      tx,
    )
    const shown = rows.slice(0, page_size)
    const last = shown.at(-1)
    const total = counted.rows[0]?.total ?? 0
    return {
      items: await toRows(tx, ctx.workplace_id, shown),
      next_cursor:
        rows.length > page_size && last ? place.write([last.ordered_at, last.order_id, last.sub_status]) : null,
      total,
      total_is_capped: total >= MOST_COUNTED,
    }
  })
}
