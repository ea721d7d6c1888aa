import type { In } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { cleanNumber } from '@omni/domain/tracking/numbers.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset, Moment } from '../../platform/cursor.ts'
import { readParcels } from './parcel-view.ts'

const place = keyset(z.tuple([Moment, z.uuid()]))
const MOST_COUNTED = 1000
const like = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The shipment tab (orders spec §2). A number that another one took the place of is in that one's panel. */
export async function listParcels(
  ctx: Ctx,
  { status, keyword, sort, page_size, cursor }: In<typeof trackingCalls.listParcels>,
) {
  const { workplace_id } = ctx
  const after = place.read(cursor)
  const down = sort === 'desc'
  const number = keyword ? cleanNumber(keyword) : ''
  const found = keyword
    ? sql`and (${number === '' ? sql`false` : sql`p.number like ${`${number}%`}`}
        or p.order_id in (select m.order_id from orders m where m.workplace_id = ${workplace_id}
          and m.search_text like ${`%${like(keyword.toLowerCase())}%`}))`
    : sql``
  const where = sql`p.workplace_id = ${workplace_id} and p.replaced_by is null
    ${status === 'all' ? sql`` : sql`and p.status = ${status}`} ${found}`
  return ctx.db.read(async (tx) => {
    const beyond = after
      ? sql`and (p.created_at, p.parcel_id) ${sql.raw(down ? '<' : '>')} (${after[0]}::timestamptz, ${after[1]}::uuid)`
      : sql``
    const order = down ? sql`p.created_at desc, p.parcel_id desc` : sql`p.created_at, p.parcel_id`
    const items = await readParcels(tx, ctx.now, sql`${where} ${beyond} order by ${order} limit ${page_size + 1}`)
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from (select from parcels p where ${where} limit ${MOST_COUNTED}) c`.execute(tx)
    const shown = items.slice(0, page_size)
    const last = shown.at(-1)
    const total = rows[0]?.total ?? 0
    return {
      items: shown,
      next_cursor: items.length > page_size && last ? place.write([last.created_at, last.parcel_id]) : null,
      total,
      total_is_capped: total >= MOST_COUNTED,
    }
  })
}
