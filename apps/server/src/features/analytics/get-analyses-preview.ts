import type { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { type DayRange, periodOf } from '@omni/domain/analytics/periods.ts'
import { dateIn } from '@omni/domain/automation/schedule.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { displayCurrency } from './count-profit.ts'
import { type Choice, NO_SUMS, ORDERS, SINGLE_DAYS, SUM, type Sums, toFigures, within } from './sums.ts'

type Input = In<typeof analyticsCalls.getAnalysesPreview>
type Item = Omit<Out<typeof analyticsCalls.getAnalysesPreview>['items'][number], 'profit' | 'margin'>

/** Orders spec §7 orders/v6/analyses/preview: what a figure is made of. */
export async function getAnalysesPreview(
  ctx: Ctx,
  input: Input,
): Promise<Out<typeof analyticsCalls.getAnalysesPreview>> {
  const { workplace_id } = ctx
  return ctx.db.read(async (tx) => {
    const { now } = periodOf(input.days, dateIn(ctx.now, await timeZoneOf(tx, workplace_id)))
    const range = input.by === 'day' ? oneDay(now, input.key) : now
    const currency = await displayCurrency(tx, workplace_id)
    const store = input.by === 'store' ? input.key : input.store_id
    const choice = { workplace_id, currency, store }
    const sum = await readSum(tx, choice, range, input)
    const items = await readOrders(tx, choice, range, input)
    return { currency, total: sum.orders, sum: toFigures(sum), items: items.map(toFigures) }
  })
}

/** A day outside of the period has no orders in it. */
const oneDay = ({ from, to }: DayRange, day: string): DayRange =>
  day >= from && day <= to ? { from: day, to: day } : { from: to, to: from === to ? '0001-01-01' : from }

const isPart = (by: Input['by']) => by === 'product' || by === 'supplier' || by === 'country'
const NOT_FIRM = { estimated: sql`unsure = 1`, unknown: sql`unknown = 1` }
const isNotFirm = (by: Input['by']): by is keyof typeof NOT_FIRM => by in NOT_FIRM
const ORDERS_OF_PARTS = sql`count(distinct order_id)::int as orders,
  count(distinct order_id) filter (where unsure = 1)::int as unsure,
  count(distinct order_id) filter (where unknown = 1)::int as unknown`

async function readSum(tx: Tx, choice: Choice, range: DayRange, { by, key }: Input): Promise<Sums> {
  // Products are many and each has few orders; of everything else it is the other way round.
  const { rows } =
    by === 'product' || isNotFirm(by)
      ? await sql<Sums>`
          select ${ORDERS_OF_PARTS}, ${SUM} from order_profits
          where ${isNotFirm(by) ? NOT_FIRM[by] : sql`product = ${key}`} and ${within(range, choice)}`.execute(tx)
      : await sql<Sums>`
          select ${ORDERS}, ${SUM} from profit_sums
          where dimension = ${isPart(by) ? by : 'all'} ${isPart(by) ? sql`and key = ${key}` : sql``}
            and ${SINGLE_DAYS} and ${within(range, choice)}`.execute(tx)
  const [sums] = rows
  return sums && sums.orders > 0 ? sums : NO_SUMS
}

async function readOrders(
  tx: Tx,
  choice: Choice,
  range: DayRange,
  { by, key, page, page_size }: Input,
): Promise<Item[]> {
  let part: RawBuilder<unknown> = isPart(by) ? sql`and ${sql.ref(by)} = ${key}` : sql``
  if (isNotFirm(by)) part = sql`and ${NOT_FIRM[by]}`
  const { rows } = await sql<Item>`
    with shown as (
      select order_id, day, max(unsure) as unsure, max(unknown) as unknown, ${SUM} from order_profits where ${within(range, choice)} ${part}
      group by day, order_id order by day desc, order_id desc limit ${page_size} offset ${(page - 1) * page_size})
    select p.order_id, p.day, case when p.unknown = 1 then 'unknown' when p.unsure = 1 then 'estimated' else 'known' end as state, p.pieces, p.revenue, p.tax, p.cost, p.fees, p.refunds, p.recovered, p.estimated,
      p.unknown_profit, p.unknown_revenue, o.number, o.channel, coalesce(s.store_name, '') as store_name, o.country_code, o.ordered_at
    from shown p join orders o on o.workplace_id = ${choice.workplace_id} and o.order_id = p.order_id
    left join stores s on s.workplace_id = o.workplace_id and s.store_id = o.store_id
    order by p.day desc, p.order_id desc`.execute(tx)
  return rows
}
