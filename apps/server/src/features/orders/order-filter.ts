import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { midnightOf, nextDay } from '@omni/domain/automation/schedule.ts'
import { SUB_STATUSES } from '@omni/domain/orders/groups.ts'
import { compactNumber } from '@omni/domain/orders/search.ts'
import { ANSWERED_WITHIN_MS } from '@omni/domain/refunds/refunds.ts'
import { cleanNumber } from '@omni/domain/tracking/numbers.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { timeZoneOf } from '../settings/time-zone.ts'

export type Narrowing = In<typeof orderCalls.countOrderStatus>
export interface Place {
  order_status: In<typeof orderCalls.listOrders>['order_status']
  sub_status?: In<typeof orderCalls.listOrders>['sub_status']
}
type Fragment = RawBuilder<unknown>

/** A filter that leaves everything. */
const isAll = ({ channel, source, mark_order, ...others }: Narrowing): boolean =>
  channel === 'all' &&
  source === 'all' &&
  mark_order === 'all' &&
  Object.values(others).every((value) => value === undefined || value === false)

/** Its days are those of the workplace, which is asked only where there are some. */
export interface Filter extends Narrowing {
  is_all: boolean
  from: Date | null
  before: Date | null
}

export async function readFilter(tx: Tx, { workplace_id }: Pick<Ctx, 'workplace_id'>, narrowing: Narrowing) {
  const { from_date, to_date } = narrowing
  const zone = from_date || to_date ? await timeZoneOf(tx, workplace_id) : 'UTC'
  const filter: Filter = {
    ...narrowing,
    is_all: isAll(narrowing),
    from: from_date ? midnightOf(from_date, zone) : null,
    before: to_date ? nextDay(midnightOf(to_date, zone), zone) : null,
  }
  return filter
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const holding = (text: string) => (text === '' ? '' : `%${escaped(text)}%`)

/** What a tracking number begins with. */
export const parcelPrefix = (keyword: string): string => {
  const number = cleanNumber(keyword)
  return number === '' ? '' : `${number}%`
}

/**
 * Ids of orders by a store's or supplier's number, a name, an e-mail address, a phone number, a product, or what `parcel`
 * says of tracking numbers. A pattern that is empty finds nothing.
 */
export const ordersFoundBy = (keyword: string, parcel = parcelPrefix(keyword)): Fragment => sql`(
  select find_orders(${holding(keyword.toLowerCase())}, ${holding(compactNumber(keyword))}, ${parcel}))`

/** Spec decisions: requests are answered within a day. */
const overdue = (workplace_id: string, now: Date): Fragment => sql`g.order_id in (
  select r.order_id from refund_requests r where r.workplace_id = ${workplace_id}
    and r.state in ('sending', 'pending') and r.requested_at < ${new Date(now.getTime() - ANSWERED_WITHIN_MS)})`

const ofOrder = (condition: Fragment): Fragment => sql`exists (select from orders o
  where o.workplace_id = g.workplace_id and o.order_id = g.order_id and ${condition})`

/** The rows of `order_groups g` that a filter leaves. Rows, counts and sums are made of this and of `inPlace` alone. */
export const narrowed = ({ workplace_id, now }: Pick<Ctx, 'workplace_id' | 'now'>, filter: Filter): Fragment => sql`
  g.workplace_id = ${workplace_id}
  ${filter.from ? sql`and g.ordered_at >= ${filter.from}` : sql``}
  ${filter.before ? sql`and g.ordered_at < ${filter.before}` : sql``}
  ${filter.orders ? sql`and g.order_id = any(${filter.orders}::uuid[])` : sql``}
  ${filter.reason ? sql`and g.reasons @> array[${filter.reason}]::text[]` : sql``}
  ${filter.overdue ? sql`and ${overdue(workplace_id, now)}` : sql``}
  ${filter.keyword ? sql`and g.order_id in ${ordersFoundBy(filter.keyword)}` : sql``}
  ${filter.channel === 'all' ? sql`` : sql`and ${ofOrder(sql`o.channel = ${filter.channel}`)}`}
  ${filter.source === 'all' ? sql`` : sql`and ${delivers(filter.source)}`}
  ${filter.mark_order === 'all' ? sql`` : sql`and ${ofOrder(sql`(o.marker > 0) = ${filter.mark_order === '1'}`)}`}`

/** Who delivers a line of the row, or was bought from for it. */
const delivers = (source: string): Fragment => sql`(
  exists (select from order_lines l where l.workplace_id = g.workplace_id and l.order_id = g.order_id
    and l.line_id = any(g.line_ids) and l.sources @> array[${source}]::text[])
  or exists (select from supplier_order_lines p join supplier_orders s using (workplace_id, supplier_order_id)
    where p.workplace_id = g.workplace_id and p.line_id = any(g.line_ids) and p.live and s.vendor = ${source}))`

/** One group or a part of it; what is archived counts where it is asked for, and among all orders. */
export function inPlace({ order_status, sub_status }: Place): Fragment {
  const part = sub_status ?? (order_status === 'all' ? 'all' : SUB_STATUSES[order_status][0])
  return sql`${order_status === 'all' ? sql`` : sql`and g.status = ${order_status}`}
    ${part === 'all' ? notArchived(order_status) : sql`and g.sub_status = ${part}`}`
}

const notArchived = (order_status: Place['order_status']): Fragment =>
  order_status === 'all' ? sql`` : sql`and g.sub_status <> 'archived'`
