import type { In } from '@omni/contracts/kernel.ts'
import type { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { workplaceName } from '@omni/domain/workplaces/workplace-rules.ts'
import { audit } from '../../platform/audit.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { must } from '../../platform/refuse.ts'
import { publish } from '../../platform/realtime.ts'
import { insideOwnWorkplace } from './inside-own-workplace.ts'

/** Foundation spec §7 PATCH auth/workplace. */
export async function renameWorkplace(ctx: UserCtx, input: In<typeof workplaceCalls.renameWorkplace>) {
  const name = must(workplaceName(input.name))
  return insideOwnWorkplace(ctx, input.workplace_id, async (tx, before) => {
    await tx.updateTable('workplaces').set({ name }).where('workplace_id', '=', input.workplace_id).execute()
    await audit(tx, {
      chain_id: input.workplace_id,
      user_id: ctx.user_id,
      action: 'workplace.renamed',
      subject: input.workplace_id,
      before: { name: before.name },
      after: { name },
    })
    await publish(tx, ctx.user_id, 'account.changed', {})
    return { id: input.workplace_id, name }
  })
}
