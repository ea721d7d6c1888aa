import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'

/** Foundation spec §7. Like forgot-password: the job looks the address up. */
export async function sendVerificationEmail(
  ctx: PublicCtx,
  input: In<typeof authCalls.sendVerificationEmail>,
): Promise<null> {
  await ctx.limits.mail({ email: input.email, ip: ctx.caller.ip })
  await ctx.db.tx((tx) => emit(tx, 'account.verification_requested', { email: input.email }))
  return null
}
