import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { MAX_VIEWS, ownerOf, toView } from './saved-views.ts'

type Calls = typeof productCenterCalls

export async function listViews(ctx: Ctx, { screen }: In<Calls['listViews']>): Promise<Out<Calls['listViews']>> {
  const rows = await ctx.db.read((tx) =>
    tx
      .selectFrom('saved_views')
      .select(['view_id', 'screen', 'name', 'query'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('screen', '=', screen)
      .where('user_id', 'is not distinct from', ownerOf(screen, ctx.user_id))
      .orderBy('name')
      .limit(MAX_VIEWS)
      .execute(),
  )
  return { views: rows.map(toView) }
}
