import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { audit } from '../../platform/audit.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { newRecoveryCodes, stepOf } from './second-factor.ts'

export async function confirmTwoFactor(ctx: UserCtx, { code }: In<typeof authCalls.confirmTwoFactor>) {
  await ctx.limits.signIn({ account: `totp:${ctx.user_id}`, ip: ctx.caller.ip })
  return ctx.db.tx(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('totp_pending')
      .where('user_id', '=', ctx.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!user.totp_pending) refuse('auth.two_factor_not_started')
    const step = stepOf(ctx.secrets.open(user.totp_pending), code, ctx.now)
    if (step === null) refuse('auth.code_wrong', {}, { field: 'code' })
    await tx
      .updateTable('users')
      .set({ totp_secret: user.totp_pending, totp_pending: null, totp_last_step: step })
      .where('user_id', '=', ctx.user_id)
      .execute()
    await audit(tx, {
      chain_id: ctx.user_id,
      user_id: ctx.user_id,
      action: 'account.two_factor_on',
      subject: ctx.user_id,
    })
    return { recovery_codes: await newRecoveryCodes(tx, ctx.user_id) }
  })
}
