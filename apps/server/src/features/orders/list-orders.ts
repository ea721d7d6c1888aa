import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { keyset, Moment } from '../../platform/cursor.ts'
import { inPlace, narrowed, readFilter } from './order-filter.ts'
import { type GroupKey, toRows } from './order-rows.ts'

const MOST_COUNTED = 1000
/** Beyond every amount: what is not known comes last in both directions. */
const BEYOND = Number.MAX_SAFE_INTEGER

type Input = In<typeof orderCalls.listOrders>
type Fragment = RawBuilder<unknown>

/** A page ends at a row: when the order was made, which it is, and where it stands. */
const END = [Moment, z.uuid(), z.string()] as const
const endByAge = keyset(z.tuple([...END]))
const endByPromise = keyset(z.tuple([z.union([Moment, z.literal('infinity')]), ...END]))
const endByFigure = keyset(z.tuple([z.int(), ...END]))

const PLACE = sql`g.status || ' ' || g.sub_status`
const PROMISE = sql`coalesce(g.promised_at, 'infinity')`

function figureOf(by: Exclude<Input['order_by'], 'created_at' | 'urgency'>, isDown: boolean): Fragment {
  const last = sql.lit(isDown ? -BEYOND : BEYOND)
  if (by === 'total') return sql`coalesce(g.sold, ${last})`
  if (by === 'cost') return sql`coalesce(g.cost, ${last})`
  if (by === 'shipping') return sql`coalesce(g.shipping, ${last})`
  return sql`coalesce(g.max_days, ${last})`
}

interface Row extends GroupKey {
  ordered_at: string
  place: string
  /** What the list is sorted by before the age; as JSON, because a promise that was not made has no date. */
  value: unknown
}

async function readPage(tx: Tx, where: Fragment, { order_by, sort, cursor, page_size }: Input): Promise<Row[]> {
  const isDown = sort === 'desc'
  const beyond = sql.raw(isDown ? '<' : '>')
  const way = sql.raw(isDown ? 'desc' : 'asc')
  const columns = sql`g.order_id, g.status, g.sub_status, g.line_ids, g.reasons, g.cost, g.shipping, g.min_days,
    g.max_days, g.promised_at, g.ordered_at, ${PLACE} as place`
  // Said twice for the index: behind the wall of a workplace, comparing words (the place) is no condition of an index.
  const bound = (column: Fragment, end: Fragment) => sql`${column} ${beyond}= ${end}`
  const byAge = sql`g.ordered_at ${way}, g.order_id ${way}, ${PLACE} ${way} limit ${page_size + 1}`
  if (order_by === 'created_at') {
    const end = endByAge.read(cursor)
    const after = end
      ? sql`and ${bound(sql`g.ordered_at`, sql`${end[0]}::timestamptz`)}
          and (g.ordered_at, g.order_id, ${PLACE}) ${beyond} (${end[0]}::timestamptz, ${end[1]}::uuid, ${end[2]})`
      : sql``
    const { rows } = await sql<Row>`
      select ${columns}, null::jsonb as value from order_groups g where ${where} ${after} order by ${byAge}`.execute(tx)
    return rows
  }
  if (order_by === 'urgency') {
    const end = endByPromise.read(cursor)
    const after = end
      ? sql`and ${bound(PROMISE, sql`${end[0]}::timestamptz`)} and (${PROMISE}, g.ordered_at, g.order_id, ${PLACE}) ${beyond}
          (${end[0]}::timestamptz, ${end[1]}::timestamptz, ${end[2]}::uuid, ${end[3]})`
      : sql``
    const { rows } = await sql<Row>`
      select ${columns}, to_jsonb(${PROMISE}) as value from order_groups g where ${where} ${after}
      order by ${PROMISE} ${way}, ${byAge}`.execute(tx)
    return rows
  }
  const end = endByFigure.read(cursor)
  const figure = figureOf(order_by, isDown)
  const after = end
    ? sql`and (${figure}, g.ordered_at, g.order_id, ${PLACE}) ${beyond}
        (${end[0]}::bigint, ${end[1]}::timestamptz, ${end[2]}::uuid, ${end[3]})`
    : sql``
  const { rows } = await sql<Row>`
    select ${columns}, to_jsonb(${figure}) as value from order_groups g where ${where} ${after}
    order by ${figure} ${way}, ${byAge}`.execute(tx)
  return rows
}

function endOf(by: Input['order_by'], { ordered_at, order_id, place, value }: Row): string {
  if (by === 'created_at') return endByAge.write([ordered_at, order_id, place])
  if (by === 'urgency') return endByPromise.write([String(value), ordered_at, order_id, place])
  return endByFigure.write([Number(value), ordered_at, order_id, place])
}

/** Orders spec §7 orders/v5/list. */
export async function listOrders(ctx: Ctx, input: Input) {
  const { order_status, sub_status, order_by, page_size, sort: _sort, cursor: _cursor, ...narrowing } = input
  return ctx.db.read(async (tx) => {
    const filter = await readFilter(tx, ctx, narrowing)
    const where = sql`${narrowed(ctx, filter)} ${inPlace({ order_status, sub_status })}`
    const rows = await readPage(tx, where, input)
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from (select from order_groups g where ${where} limit ${MOST_COUNTED}) c`.execute(
      tx,
    )
    const shown = rows.slice(0, page_size)
    const last = shown.at(-1)
    const total = counted.rows[0]?.total ?? 0
    return {
      items: await toRows(tx, ctx.workplace_id, shown, narrowing.keyword),
      next_cursor: rows.length > page_size && last ? endOf(order_by, last) : null,
      total,
      total_is_capped: total >= MOST_COUNTED,
    }
  })
}
