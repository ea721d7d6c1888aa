import type { Ctx } from '../../platform/ctx.ts'
import { toDiscoverMap } from './discover-map.ts'

export async function getDiscoverTools(ctx: Ctx) {
  const row = await ctx.db.read((tx) =>
    tx
      .selectFrom('discover_tools')
      .select('tools')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('user_id', '=', ctx.user_id)
      .executeTakeFirst(),
  )
  return toDiscoverMap(row?.tools ?? [])
}
