import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { spendCode } from './codes.ts'
import { proveAddress } from './prove-address.ts'
import { startSession } from './sessions.ts'
import { takeClaim } from './sign-up-claim.ts'

/**
 * Foundation spec §7 verify-email: a good code verifies the address and signs in. Once the address is proved such a code
 * opens nothing: a mailbox alone must not get past a password or a second factor.
 */
export async function verifyEmail(ctx: PublicCtx, input: In<typeof authCalls.verifyEmail>) {
  return ctx.db.tx(async (tx) => {
    const spent = await spendCode(tx, 'verify_email', input.code, ctx.now)
    if (!spent || spent.user_id !== input.id) refuse('auth.link_used')
    const { user_id } = spent
    const user = await tx
      .selectFrom('users')
      .select('email_verified_at')
      .where('user_id', '=', user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (user.email_verified_at) refuse('auth.link_used')
    const claim = (await takeClaim(ctx, tx, user_id)) ?? {}
    await proveAddress(ctx, tx, user_id, claim)
    const signed_in = await startSession(ctx, tx, user_id)
    return { ...signed_in, choose_password: !claim.password_hash && !claim.identity }
  })
}
