import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'
import { forgetAccount } from './forget-account.ts'
import { mustKnowPassword } from './passwords.ts'

/**
 * Foundation spec §7 account/delete: the person and every workplace only they are in. The audit chain keeps ids alone.
 */
export async function deleteAccount(ctx: UserCtx, input: In<typeof authCalls.deleteAccount>): Promise<null> {
  const { user_id } = ctx
  await ctx.limits.signIn({ account: `password:${user_id}`, ip: ctx.caller.ip })
  await ctx.db.read((tx) => mustKnowPassword(tx, user_id, input.password))
  await ctx.db.tx(async (tx) => {
    await forgetAccount(tx, user_id)
    await emit(tx, 'account.deleted', { user_id })
  })
  ctx.cookies.session = null
  return null
}
