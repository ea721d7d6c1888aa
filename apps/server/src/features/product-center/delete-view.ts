import type { In } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

type Calls = typeof productCenterCalls

export async function deleteView(ctx: Ctx, { view_id }: In<Calls['deleteView']>): Promise<{ deleted: boolean }> {
  const gone = await ctx.db.tx((tx) =>
    tx
      .deleteFrom('saved_views')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('view_id', '=', view_id)
      .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', ctx.user_id)]))
      .returning('view_id')
      .executeTakeFirst(),
  )
  if (!gone) refuse('not_found')
  return { deleted: true }
}
