import type { UserCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'

/**
 * Runs inside a workplace named by the request, once it is seen among the session's own. Foreign and absent look alike.
 */
export async function insideOwnWorkplace<T>(
  ctx: UserCtx,
  workplace_id: string,
  work: (tx: Tx, workplace: { name: string }) => Promise<T>,
): Promise<T> {
  if (!ctx.session.own_workplaces.includes(workplace_id)) refuse('not_found')
  return ctx.as({ user_id: ctx.user_id, workplace_id }).tx(async (tx) => {
    const workplace = await tx
      .selectFrom('workplaces')
      .select('name')
      .where('workplace_id', '=', workplace_id)
      .forUpdate()
      .executeTakeFirst()
    if (!workplace) refuse('not_found') // deleted in another tab meanwhile
    return work(tx, workplace)
  })
}
