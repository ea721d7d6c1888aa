import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'
import { atLeast } from './at-least.ts'
import { createUser } from './create-user.ts'
import { hashPassword, mustBeGoodPassword } from './passwords.ts'
import { repeatSignUp } from './repeat-sign-up.ts'
import { keepClaim } from './sign-up-claim.ts'

/** Foundation spec §7 register. A taken address is told by mail to its owner, never to whoever typed it. */
export async function register(ctx: PublicCtx, input: In<typeof authCalls.register>): Promise<null> {
  mustBeGoodPassword(input.password, input.email)
  await ctx.limits.signUp(ctx.caller)
  await ctx.limits.mail({ email: input.email, ip: ctx.caller.ip })
  return atLeast(async () => {
    const password_hash = await hashPassword(input.password)
    await ctx.db.tx(async (tx) => {
      const user = await createUser(
        tx,
        {
          email: input.email,
          password_hash,
          first_name: input.first_name,
          last_name: input.last_name,
          language: input.language ?? ctx.language,
          timezone: input.timezone ?? ctx.caller.time_zone,
        },
        ctx.now,
      )
      const claim = { password_hash, first_name: input.first_name, last_name: input.last_name }
      if (user) {
        await keepClaim(ctx, tx, user.user_id, claim)
        return emit(tx, 'account.registered', { user_id: user.user_id })
      }
      return repeatSignUp(ctx, tx, input.email, claim)
    })
    return null
  })
}
