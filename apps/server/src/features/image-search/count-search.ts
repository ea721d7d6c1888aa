import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { grantFeature } from '../billing/grant-feature.ts'

/** So long, and for so many moved frames, a search stays one. */
const LASTS = '1 hour'
const MOST_FRAMES = 100

/** Takes one search by image of the plan's quota; another part of the same picture is free. */
export const countSearch = (ctx: Ctx, search_id: string | undefined): Promise<void> =>
  ctx.db.tx(async (tx) => {
    if (search_id !== undefined && (await isCounted(tx, ctx.workplace_id, search_id))) return
    const { granted, limit, usage } = await grantFeature(tx, ctx, 'FIND_SIMILAR_PRODUCT', 1, ctx.now)
    if (granted === 0) refuse('image_search.quota', { limit, usage })
  })

async function isCounted(tx: Tx, workplace_id: string, search_id: string): Promise<boolean> {
  const still = sql`s.started_at > now() - ${LASTS}::interval and s.uses < ${MOST_FRAMES}`
  const { rows } = await sql<{ uses: number }>`
    insert into image_searches as s (workplace_id, search_id) values (${workplace_id}, ${search_id})
    on conflict (workplace_id, search_id) do update set uses = case when ${still} then s.uses + 1 else 1 end,
      started_at = case when ${still} then s.started_at else now() end
    returning uses`.execute(tx)
  if (rows[0]?.uses !== 1) return true
  await sql`delete from image_searches where workplace_id = ${workplace_id} and started_at < now() - interval '1 day'`.execute(
    tx,
  )
  return false
}
