import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'

export const MAX_COUNTED = 1000

export async function countFavourites(tx: Tx, ctx: Ctx): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ n: number }>`
    select count(*)::int as n from (select from favourites where workplace_id = ${ctx.workplace_id}
      limit ${MAX_COUNTED}) f`.execute(tx)
  return row?.n ?? 0
}
