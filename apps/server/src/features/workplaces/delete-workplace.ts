import type { In } from '@omni/contracts/kernel.ts'
import type { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { mayDelete } from '@omni/domain/workplaces/workplace-rules.ts'
import { audit } from '../../platform/audit.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { must } from '../../platform/refuse.ts'
import { publish } from '../../platform/realtime.ts'
import { insideOwnWorkplace } from './inside-own-workplace.ts'

/** Foundation spec §7 DELETE auth/workplace/{workplace_id}: asks for the name, refuses the last one. */
export async function deleteWorkplace(ctx: UserCtx, input: In<typeof workplaceCalls.deleteWorkplace>): Promise<null> {
  const { workplace_id } = input
  return insideOwnWorkplace(ctx, workplace_id, async (tx, workplace) => {
    // Locks the person, so that two tabs cannot delete the last two workplaces at once.
    await tx.selectFrom('users').select('user_id').where('user_id', '=', ctx.user_id).forUpdate().execute()
    const mine = await tx
      .selectFrom('workplace_members')
      .select('workplace_id')
      .where('user_id', '=', ctx.user_id)
      .execute()
    must(mayDelete(workplace, input.name, mine.length))
    await audit(tx, {
      chain_id: ctx.user_id,
      user_id: ctx.user_id,
      action: 'workplace.deleted',
      subject: workplace_id,
      before: { name: workplace.name },
    })
    await tx.deleteFrom('workplaces').where('workplace_id', '=', workplace_id).execute()
    await publish(tx, ctx.user_id, 'account.changed', {})
    return null
  })
}
