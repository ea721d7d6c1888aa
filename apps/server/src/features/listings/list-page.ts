import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset, Moment } from '../../platform/cursor.ts'
import { type ListingViewRow, toView, VIEW } from './listing-view.ts'

const place = keyset(z.tuple([Moment, z.uuid()]))
const MOST_COUNTED = 1000

interface Page {
  page_size: number
  cursor?: string | undefined
}

/** A page of listings, newest change first. */
export async function listPage(ctx: Ctx, { page_size, cursor }: Page, where: RawBuilder<unknown>) {
  const after = place.read(cursor)
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<ListingViewRow>`
      select ${VIEW} from listings l join stores s using (workplace_id, store_id)
      where l.workplace_id = ${ctx.workplace_id} and ${where}
      ${after ? sql`and (l.updated_at, l.listing_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by l.updated_at desc, l.listing_id desc limit ${page_size + 1}`.execute(tx)
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from (
        select from listings l where l.workplace_id = ${ctx.workplace_id} and ${where} limit ${MOST_COUNTED}) c`.execute(
      tx,
    )
    const shown = rows.slice(0, page_size)
    const last = shown.at(-1)
    const total = counted.rows[0]?.total ?? 0
    return {
      items: shown.map(toView),
      next_cursor: rows.length > page_size && last ? place.write([last.updated_at, last.listing_id]) : null,
      total,
      total_is_capped: total >= MOST_COUNTED,
    }
  })
}

/** What a person typed, wherever it stands in the title. */
export const titleHas = (text: string | undefined): RawBuilder<unknown> =>
  text ? sql`and l.title ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}` : sql``
