import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

export const followedCount = (ctx: Ctx): Promise<number> =>
  ctx.db.read(async (tx) => {
    const {
      rows: [row],
    } = await sql<{
      n: number
    }>`select count(*)::int as n from favorite_suppliers where workplace_id = ${ctx.workplace_id}`.execute(tx)
    return row?.n ?? 0
  })
