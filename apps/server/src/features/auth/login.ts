import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { newCode } from './codes.ts'
import { knownDevice } from './known-devices.ts'
import { passwordFits } from './passwords.ts'
import { startSession } from './sessions.ts'

/** Foundation spec §7 login. Unknown address and wrong password are one answer, after the same work. */
export async function login(ctx: PublicCtx, input: In<typeof authCalls.login>) {
  const { user, device } = await ctx.db.read(async (tx) => {
    const found = await tx
      .selectFrom('users')
      .select(['user_id', 'password_hash', 'email_verified_at', 'totp_secret'])
      .where('email', '=', input.email)
      .executeTakeFirst()
    return { user: found, device: await knownDevice(ctx, tx, found?.user_id) }
  })
  await ctx.limits.signIn({ account: input.email, ip: ctx.caller.ip, device })
  const fits = await passwordFits(user?.password_hash, input.password)
  if (!user || !fits) refuse('auth.sign_in_wrong', {}, { field: 'password' })
  // Only who knows the password learns that the address is not verified.
  if (!user.email_verified_at) refuse('email_not_verified')
  await ctx.limits.signedIn({ account: input.email, device })
  return ctx.db.tx(async (tx) => {
    if (!user.totp_secret) return startSession(ctx, tx, user.user_id, input.remember)
    const two_factor_ticket = await newCode(tx, user.user_id, 'second_factor', ctx.now, { remember: input.remember })
    return { token: null, two_factor_ticket }
  })
}
