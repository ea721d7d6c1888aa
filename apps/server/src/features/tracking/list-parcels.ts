import type { In } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset, Moment } from '../../platform/cursor.ts'
import { narrowedParcels, readParcelFilter } from './parcel-filter.ts'
import { readParcels } from './parcel-view.ts'

const place = keyset(z.tuple([Moment, z.uuid()]))
const MOST_COUNTED = 1000

/** The shipment tab (orders spec §2). */
export async function listParcels(
  ctx: Ctx,
  { status, sort, page_size, cursor, ...narrowing }: In<typeof trackingCalls.listParcels>,
) {
  const after = place.read(cursor)
  const down = sort === 'desc'
  return ctx.db.read(async (tx) => {
    const filter = await readParcelFilter(tx, ctx, narrowing)
    const where = sql`${narrowedParcels(ctx, filter)} ${status === 'all' ? sql`` : sql`and p.status = ${status}`}`
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
