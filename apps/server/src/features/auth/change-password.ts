import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { audit } from '../../platform/audit.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'
import { refuse } from '../../platform/refuse.ts'
import { hashPassword, mustBeGoodPassword, mustKnowPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

/** Foundation spec §7 change-password: every other session ends, and the owner is told by mail. */
export async function changePassword(ctx: UserCtx, input: In<typeof authCalls.changePassword>): Promise<null> {
  await ctx.limits.signIn({ account: `password:${ctx.user_id}`, ip: ctx.caller.ip })
  await ctx.db.read((tx) => mustKnowPassword(tx, ctx.user_id, input.current_password, 'current_password'))
  const { email } = await ctx.db.read((tx) =>
    tx.selectFrom('users').select('email').where('user_id', '=', ctx.user_id).executeTakeFirstOrThrow(),
  )
  // Nobody could ever sign in with it: a guest keeps the account by giving an address first (account/connect).
  if (email === null) refuse('auth.no_address')
  mustBeGoodPassword(input.password, email)
  const password_hash = await hashPassword(input.password)
  await ctx.db.tx(async (tx) => {
    await tx.updateTable('users').set({ password_hash }).where('user_id', '=', ctx.user_id).execute()
    await endSessions(tx, ctx.user_id, { except: ctx.session.session_id })
    await audit(tx, {
      chain_id: ctx.user_id,
      user_id: ctx.user_id,
      action: 'account.password_changed',
      subject: ctx.user_id,
    })
    await emit(tx, 'account.password_changed', { user_id: ctx.user_id })
  })
  await ctx.limits.signedIn({ account: `password:${ctx.user_id}` })
  return null
}
