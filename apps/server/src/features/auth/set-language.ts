import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { publish } from '../../platform/realtime.ts'

/** Foundation spec §4, language change: saved to the account, so that every device follows. */
export async function setLanguage(ctx: UserCtx, input: In<typeof authCalls.setLanguage>): Promise<null> {
  return ctx.db.tx(async (tx) => {
    await tx.updateTable('users').set({ language: input.language }).where('user_id', '=', ctx.user_id).execute()
    await publish(tx, ctx.user_id, 'account.changed', {})
    return null
  })
}
