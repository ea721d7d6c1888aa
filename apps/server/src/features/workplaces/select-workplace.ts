import type { In } from '@omni/contracts/kernel.ts'
import type { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { insideOwnWorkplace } from './inside-own-workplace.ts'

/** Foundation spec §7 POST auth/workplace (payload not shown): remembered, so that the next device opens there too. */
export async function selectWorkplace(ctx: UserCtx, { workplace_id }: In<typeof workplaceCalls.selectWorkplace>) {
  return insideOwnWorkplace(ctx, workplace_id, async (tx, { name }) => {
    await tx.updateTable('users').set({ last_workplace_id: workplace_id }).where('user_id', '=', ctx.user_id).execute()
    return { id: workplace_id, name }
  })
}
