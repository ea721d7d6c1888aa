import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { keyset, Moment } from '../../platform/cursor.ts'
import type { Tx } from '../../platform/db.ts'
import { readFeedbackViews } from './feedback-rows.ts'

const place = keyset(z.tuple([Moment, z.uuid()]))
const MOST_COUNTED = 1000

/** A page of conversations, those that moved last first. */
export async function readFeedbackPage(
  tx: Tx,
  now: Date,
  where: RawBuilder<unknown>,
  { page_size, cursor }: { page_size: number; cursor?: string | undefined },
) {
  const after = place.read(cursor)
  const beyond = after ? sql`and (f.moved_at, f.feedback_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
  const found = await readFeedbackViews(
    tx,
    now,
    sql`${where} ${beyond} order by f.moved_at desc, f.feedback_id desc limit ${page_size + 1}`,
  )
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select from feedbacks f where ${where} limit ${MOST_COUNTED}) c`.execute(tx)
  const items = found.slice(0, page_size)
  const last = items.at(-1)
  const total = rows[0]?.total ?? 0
  return {
    items,
    next_cursor: found.length > page_size && last ? place.write([last.moved_at, last.feedback_id]) : null,
    total,
    total_is_capped: total >= MOST_COUNTED,
  }
}
