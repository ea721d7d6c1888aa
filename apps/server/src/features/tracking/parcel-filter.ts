import type { In } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { midnightOf, nextDay } from '@omni/domain/automation/schedule.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { ordersFoundBy, parcelPrefix } from '../orders/order-filter.ts'
import { timeZoneOf } from '../settings/time-zone.ts'

type Narrowing = In<typeof trackingCalls.countParcels>
type Fragment = RawBuilder<unknown>

interface ParcelFilter extends Narrowing {
  is_all: boolean
  from: Date | null
  before: Date | null
}

export async function readParcelFilter(tx: Tx, { workplace_id }: Pick<Ctx, 'workplace_id'>, narrowing: Narrowing) {
  const { keyword, from_date, to_date, channel, source, mark_order } = narrowing
  const zone = from_date || to_date ? await timeZoneOf(tx, workplace_id) : 'UTC'
  const filter: ParcelFilter = {
    ...narrowing,
    is_all: !(keyword || from_date || to_date) && [channel, source, mark_order].every((value) => value === 'all'),
    from: from_date ? midnightOf(from_date, zone) : null,
    before: to_date ? nextDay(midnightOf(to_date, zone), zone) : null,
  }
  return filter
}

const ofOrder = (condition: Fragment): Fragment => sql`exists (select from orders c
  where c.workplace_id = p.workplace_id and c.order_id = p.order_id and ${condition})`

/** By its own number, or as its order is found; another parcel's number does not show it. */
const found = (keyword: string): Fragment => sql`p.order_id in ${ordersFoundBy(keyword)}
  and (p.number like ${parcelPrefix(keyword)} or p.order_id in ${ordersFoundBy(keyword, '')})`

/** The parcels `p` that a filter leaves, for rows and counts alike. A number that another one replaced is in that one's panel. */
export const narrowedParcels = ({ workplace_id }: Pick<Ctx, 'workplace_id'>, filter: ParcelFilter): Fragment => sql`
  p.workplace_id = ${workplace_id} and p.replaced_by is null
  ${filter.from ? sql`and p.created_at >= ${filter.from}` : sql``}
  ${filter.before ? sql`and p.created_at < ${filter.before}` : sql``}
  ${filter.keyword ? sql`and ${found(filter.keyword)}` : sql``}
  ${filter.channel === 'all' ? sql`` : sql`and ${ofOrder(sql`c.channel = ${filter.channel}`)}`}
  ${filter.mark_order === 'all' ? sql`` : sql`and ${ofOrder(sql`(c.marker > 0) = ${filter.mark_order === '1'}`)}`}
  ${
    filter.source === 'all'
      ? sql``
      : sql`and exists (select from supplier_orders b where b.workplace_id = p.workplace_id
          and b.supplier_order_id = p.supplier_order_id and b.vendor = ${filter.source})`
  }`
