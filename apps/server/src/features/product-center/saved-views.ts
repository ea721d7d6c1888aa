import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

type Calls = typeof productCenterCalls
type View = Out<Calls['saveView']>
const MAX_VIEWS = 50

const toView = ({
  view_id,
  screen,
  name,
  query,
}: {
  view_id: string
  screen: string
  name: string
  query: unknown
}): View => ({ view_id, screen: screen as View['screen'], name, query: query as View['query'] }) // checked by the table; written by `saveView`

export async function listViews(ctx: Ctx, { screen }: In<Calls['listViews']>): Promise<Out<Calls['listViews']>> {
  const rows = await ctx.db.read((tx) =>
    tx
      .selectFrom('saved_views')
      .select(['view_id', 'screen', 'name', 'query'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('screen', '=', screen)
      .orderBy('name')
      .limit(MAX_VIEWS)
      .execute(),
  )
  return { views: rows.map(toView) }
}

/** The same name on the same screen replaces. */
export async function saveView(ctx: Ctx, { screen, name, query }: In<Calls['saveView']>): Promise<View> {
  return ctx.db.tx(async (tx) => {
    const have = await tx
      .selectFrom('saved_views')
      .select('name')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('screen', '=', screen)
      .limit(MAX_VIEWS)
      .execute()
    if (have.length >= MAX_VIEWS && !have.some((view) => view.name === name))
      refuse('products.too_many_views', { max: MAX_VIEWS })
    return toView(
      await tx
        .insertInto('saved_views')
        .values({ workplace_id: ctx.workplace_id, screen, name, query: JSON.stringify(query) })
        .onConflict((conflict) =>
          conflict.columns(['workplace_id', 'screen', 'name']).doUpdateSet({ query: JSON.stringify(query) }),
        )
        .returning(['view_id', 'screen', 'name', 'query'])
        .executeTakeFirstOrThrow(),
    )
  })
}

export async function deleteView(ctx: Ctx, { view_id }: In<Calls['deleteView']>): Promise<{ deleted: boolean }> {
  const gone = await ctx.db.tx((tx) =>
    tx
      .deleteFrom('saved_views')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('view_id', '=', view_id)
      .returning('view_id')
      .executeTakeFirst(),
  )
  if (!gone) refuse('not_found')
  return { deleted: true }
}
