import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { audit } from '../../platform/audit.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { enterScope } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { tell } from '../../platform/realtime.ts'
import { newCode, spendCode } from './codes.ts'
import { startSession } from './sessions.ts'

/** Foundation spec §7 verify-email: a good code verifies the address and signs in. */
export async function verifyEmail(ctx: PublicCtx, input: In<typeof authCalls.verifyEmail>) {
  return ctx.db.tx(async (tx) => {
    const spent = await spendCode(tx, 'verify_email', input.code, ctx.now)
    if (!spent || spent.user_id !== input.id) refuse('auth.link_used')
    await enterScope(tx, { user_id: spent.user_id })
    const user = await tx
      .updateTable('users')
      .set({ email_verified_at: ctx.now })
      .where('user_id', '=', spent.user_id)
      .returning(['user_id', 'totp_secret'])
      .executeTakeFirstOrThrow()
    await audit(tx, {
      chain_id: user.user_id,
      user_id: user.user_id,
      action: 'account.email_verified',
      subject: user.user_id,
    })
    await tell(tx, user.user_id, 'account.changed', {})
    if (!user.totp_secret) return startSession(ctx, tx, user.user_id)
    // A mailbox alone must not get past the second factor.
    return {
      token: null,
      two_factor_ticket: await newCode(tx, user.user_id, 'second_factor', ctx.now, { remember: true }),
    }
  })
}
