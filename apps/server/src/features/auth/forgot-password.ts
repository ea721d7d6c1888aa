import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'

/** Foundation spec §7. The address is looked up by the job that mails, so the answer cannot tell. */
export async function forgotPassword(ctx: PublicCtx, input: In<typeof authCalls.forgotPassword>): Promise<null> {
  await ctx.limits.mail({ email: input.email, ip: ctx.caller.ip })
  await ctx.db.tx((tx) => emit(tx, 'account.password_forgotten', { email: input.email }))
  return null
}
