import type { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { MAX_ROWS } from '@omni/contracts/analytics.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { addFigures } from '@omni/domain/analytics/profit-figures.ts'
import { blocksOf, type DayRange, daysOf, periodOf } from '@omni/domain/analytics/periods.ts'
import { dateIn } from '@omni/domain/automation/schedule.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { displayCurrency } from './count-profit.ts'
import { type Choice, NO_SUMS, ORDERS, SINGLE_DAYS, SUM, type Sums, toFigures, within } from './sums.ts'

const MOST_PENDING = 1000

type Input = In<typeof analyticsCalls.getAnalyses>
type Row = Sums & { key: string; title: string; image: string | null }

/** Orders spec §7 orders/v6/analyses. Sums of days are read, never orders. */
export async function getAnalyses(ctx: Ctx, input: Input): Promise<Out<typeof analyticsCalls.getAnalyses>> {
  const { workplace_id } = ctx
  return ctx.db.read(async (tx) => {
    const period = periodOf(input.days, dateIn(ctx.now, await timeZoneOf(tx, workplace_id)))
    const choice: Choice = { workplace_id, currency: await displayCurrency(tx, workplace_id), store: input.store_id }
    const byDay = await readDays(tx, choice, { from: period.before.from, to: period.now.to })
    const daysIn = (range: DayRange) => daysOf(range).map((day) => ({ day, ...(byDay.get(day) ?? NO_SUMS) }))
    const [days, before] = [daysIn(period.now), daysIn(period.before)]
    const { rows, left_off } = await readRows(tx, choice, period.now, input)
    return {
      currency: choice.currency,
      period: period.now,
      before: period.before,
      figures: toFigures(added(days)),
      figures_before: toFigures(added(before)),
      days: days.map(toFigures),
      days_before: before.map(toFigures),
      rows: rows.map(toFigures),
      rows_left_off: left_off,
      pending: await countPending(tx, workplace_id),
      unconverted: await readUnconverted(tx, choice, period.now),
    }
  })
}

const added = (all: readonly Sums[]): Sums => ({
  ...addFigures(all),
  orders: all.reduce((sum, { orders }) => sum + orders, 0),
  unsure: all.reduce((sum, { unsure }) => sum + unsure, 0),
  unknown: all.reduce((sum, { unknown }) => sum + unknown, 0),
})

async function readDays(tx: Tx, choice: Choice, range: DayRange): Promise<Map<string, Sums>> {
  const { rows } = await sql<Sums & { day: string }>`
    select day, ${ORDERS}, ${SUM} from profit_sums
    where dimension = 'all' and ${SINGLE_DAYS} and ${within(range, choice)} group by day`.execute(tx)
  return new Map(rows.map(({ day, ...sums }) => [day, sums]))
}

const PROFIT = sql`sum(revenue - cost - fees - refunds + recovered - unknown_profit)`
/** Of which no order has a profit: last, whichever way it is sorted. */
const IS_UNKNOWN = sql`sum(unknown) = sum(orders)`
const ORDER_BY: Record<Input['order_by'], RawBuilder<unknown>> = {
  profit: PROFIT,
  revenue: sql`sum(revenue)`,
  cost: sql`sum(cost)`,
  fees: sql`sum(fees)`,
  refunds: sql`sum(refunds)`,
  orders: sql`sum(orders)`,
}

/** The rows of a table, without their names. */
function groupsBy(by: Exclude<Input['by'], 'day'>, choice: Choice, range: DayRange): RawBuilder<unknown> {
  const dimension = by === 'store' ? 'all' : by
  const key = by === 'store' ? sql`store` : sql`key`
  return sql`select ${key} as key, ${ORDERS}, ${SUM}, ${PROFIT} as profit, ${IS_UNKNOWN} as is_unknown,
      count(*) over () as found
    from profit_sums where dimension = ${dimension} and ${within(range, choice)} and ${inBlocks(by, range)}
    group by 1 having sum(orders) > 0`
}

/** Products are many: as few rows as their blocks allow are read. */
function inBlocks(by: Input['by'], range: DayRange): RawBuilder<unknown> {
  if (by !== 'product') return SINGLE_DAYS
  const blocks = blocksOf(range)
  return sql`(span, day) in (select * from unnest(${blocks.map(({ span }) => span)}::int[],
    ${blocks.map(({ day }) => day)}::date[]))`
}

async function readRows(tx: Tx, choice: Choice, range: DayRange, { by, order_by, sort, all }: Input) {
  if (by === 'day') return { rows: [], left_off: 0 }
  const limit = all ? MAX_ROWS.file : MAX_ROWS.page
  const { rows } = await sql<Row & { found: number }>`
    with top as (${groupsBy(by, choice, range)}
      order by ${order_by === 'profit' ? sql`${IS_UNKNOWN}, ` : sql``}${ORDER_BY[order_by]} ${sql.raw(sort)}, 1 limit ${limit})
    select t.key, t.orders, t.unsure, t.unknown, t.pieces, t.revenue, t.tax, t.cost, t.fees, t.refunds, t.recovered,
      t.estimated, t.unknown_profit, t.unknown_revenue,
      t.found::int as found, ${nameOf(by)} as title, ${by === 'product' ? sql`p.images -> 0 ->> 'url'` : sql`null`} as image
    from top t ${joinNames(by, choice.workplace_id)}
    order by ${order_by === 'profit' ? sql`t.is_unknown, t.profit` : sql.ref(`t.${order_by}`)} ${sql.raw(sort)}, t.key`.execute(
    tx,
  )
  const found = rows[0]?.found ?? 0
  return { rows: rows.map(({ found: _, ...row }) => row), left_off: found - rows.length }
}

/** Texts that a person reads; empty where the screen knows the word for the key. */
function nameOf(by: Input['by']): RawBuilder<unknown> {
  if (by === 'product') return sql`coalesce(p.title, '')`
  return by === 'store' ? sql`coalesce(s.store_name, '')` : sql`''`
}

function joinNames(by: Input['by'], workplace_id: string): RawBuilder<unknown> {
  if (by === 'product')
    return sql`left join products p on p.workplace_id = ${workplace_id} and p.product_id::text = t.key`
  return by === 'store'
    ? sql`left join stores s on s.workplace_id = ${workplace_id} and s.store_id::text = t.key`
    : sql``
}

/** Orders whose figures are not those of now. */
async function countPending(tx: Tx, workplace_id: string): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    select count(*)::int as pending from (
      select from profit_marks where workplace_id = ${workplace_id} limit ${MOST_PENDING}) m`.execute(tx)
  return rows[0]?.pending ?? 0
}

async function readUnconverted(tx: Tx, { workplace_id, currency, store }: Choice, { from, to }: DayRange) {
  const { rows } = await sql<{ currency: string; orders: number }>`
    select currency, count(distinct order_id)::int as orders from order_profits
    where workplace_id = ${workplace_id} and is_foreign and currency <> ${currency}
      and day between ${from}::date and ${to}::date ${store === undefined ? sql`` : sql`and store = ${store}`}
    group by 1 order by 1`.execute(tx)
  return rows
}
