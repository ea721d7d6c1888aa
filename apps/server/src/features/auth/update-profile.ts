import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { publish } from '../../platform/realtime.ts'

/** spec: not shown. The person's name as every screen shows it. */
export async function updateProfile(ctx: UserCtx, input: In<typeof authCalls.updateProfile>): Promise<null> {
  return ctx.db.tx(async (tx) => {
    await tx.updateTable('users').set(input).where('user_id', '=', ctx.user_id).execute()
    await publish(tx, ctx.user_id, 'account.changed', {})
    return null
  })
}
