import type { In } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { MAX_VIEWS, ownerOf, toView, type View } from './saved-views.ts'

type Calls = typeof productCenterCalls

/** The same name on the same screen replaces. */
export async function saveView(ctx: Ctx, { screen, name, query }: In<Calls['saveView']>): Promise<View> {
  const user_id = ownerOf(screen, ctx.user_id)
  return ctx.db.tx(async (tx) => {
    const have = await tx
      .selectFrom('saved_views')
      .select('name')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('screen', '=', screen)
      .where('user_id', 'is not distinct from', user_id)
      .limit(MAX_VIEWS)
      .execute()
    if (have.length >= MAX_VIEWS && !have.some((view) => view.name === name))
      refuse('products.too_many_views', { max: MAX_VIEWS })
    return toView(
      await tx
        .insertInto('saved_views')
        .values({ workplace_id: ctx.workplace_id, screen, user_id, name, query: JSON.stringify(query) })
        .onConflict((conflict) =>
          conflict.columns(['workplace_id', 'screen', 'user_id', 'name']).doUpdateSet({ query: JSON.stringify(query) }),
        )
        .returning(['view_id', 'screen', 'name', 'query'])
        .executeTakeFirstOrThrow(),
    )
  })
}
