import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { audit } from '../../platform/audit.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { enterScope } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { emit } from '../../platform/outbox.ts'
import { spendCode } from './codes.ts'
import { hashPassword, mustBeGoodPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

/** Foundation spec §7 reset-password: a mailed code sets a new password, verifies the address and ends all sessions. */
export async function resetPassword(ctx: PublicCtx, input: In<typeof authCalls.resetPassword>): Promise<null> {
  mustBeGoodPassword(input.password, '')
  const password_hash = await hashPassword(input.password)
  return ctx.db.tx(async (tx) => {
    const spent = await spendCode(tx, 'reset_password', input.code, ctx.now)
    if (!spent || spent.user_id !== input.id) refuse('auth.link_used')
    await enterScope(tx, { user_id: spent.user_id })
    const user = await tx
      .updateTable('users')
      .set((eb) => ({ password_hash, email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(ctx.now)) }))
      .where('user_id', '=', spent.user_id)
      .returning(['user_id', 'email'])
      .executeTakeFirstOrThrow()
    await endSessions(tx, user.user_id)
    await audit(tx, {
      chain_id: user.user_id,
      user_id: user.user_id,
      action: 'account.password_reset',
      subject: user.user_id,
    })
    await emit(tx, 'account.password_changed', { user_id: user.user_id })
    if (user.email) await ctx.limits.signedIn({ account: user.email })
    return null
  })
}
