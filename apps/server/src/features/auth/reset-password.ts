import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { audit } from '../../platform/audit.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { enterScope } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { emit } from '../../platform/outbox.ts'
import { spendCode } from './codes.ts'
import { hashPassword, mustBeGoodPassword } from './passwords.ts'
import { proveAddress } from './prove-address.ts'
import { endSessions } from './sessions.ts'

/** Foundation spec §7 reset-password: a mailed code sets a new password, verifies the address and ends all sessions. */
export async function resetPassword(ctx: PublicCtx, input: In<typeof authCalls.resetPassword>): Promise<null> {
  mustBeGoodPassword(input.password, '')
  const password_hash = await hashPassword(input.password)
  const email = await ctx.db.tx(async (tx) => {
    const spent = await spendCode(tx, 'reset_password', input.code, ctx.now)
    if (!spent || spent.user_id !== input.id) refuse('auth.link_used')
    const { user_id } = spent
    await enterScope(tx, { user_id })
    const user = await tx
      .selectFrom('users')
      .select(['email', 'email_verified_at'])
      .where('user_id', '=', user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (user.email_verified_at) {
      await tx.updateTable('users').set({ password_hash }).where('user_id', '=', user_id).execute()
      await tx.deleteFrom('known_devices').where('user_id', '=', user_id).execute()
      await endSessions(tx, user_id)
    } else await proveAddress(ctx, tx, user_id, { password_hash })
    await audit(tx, { chain_id: user_id, user_id, action: 'account.password_reset', subject: user_id })
    await emit(tx, 'account.password_changed', { user_id })
    return user.email
  })
  // Another connection: it is not waited for while this one is held.
  if (email) await ctx.limits.signedIn({ account: email })
  return null
}
