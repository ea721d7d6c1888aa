import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { audit } from '../../platform/audit.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { mustKnowPassword } from './passwords.ts'
import { newRecoveryCodes, newTotp, spendSecondFactor, stepOf } from './second-factor.ts'

/** spec: not shown. Optional second factor: start gives a secret, confirm puts it in force, disable takes it off. */
export async function startTwoFactor(ctx: UserCtx, input: In<typeof authCalls.startTwoFactor>) {
  await guard(ctx, input.password)
  const user = await ctx.db.read((tx) =>
    tx.selectFrom('users').select(['email', 'first_name']).where('user_id', '=', ctx.user_id).executeTakeFirstOrThrow(),
  )
  const fresh = newTotp(user.email ?? user.first_name)
  await ctx.db.tx((tx) =>
    tx
      .updateTable('users')
      .set({ totp_pending: ctx.secrets.seal(fresh.secret) })
      .where('user_id', '=', ctx.user_id)
      .execute(),
  )
  return fresh
}

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

export async function disableTwoFactor(ctx: UserCtx, input: In<typeof authCalls.disableTwoFactor>): Promise<null> {
  await guard(ctx, input.password)
  return ctx.db.tx(async (tx) => {
    if (!(await spendSecondFactor(ctx, tx, ctx.user_id, input.code))) refuse('auth.code_wrong', {}, { field: 'code' })
    await tx
      .updateTable('users')
      .set({ totp_secret: null, totp_pending: null })
      .where('user_id', '=', ctx.user_id)
      .execute()
    await tx.deleteFrom('recovery_codes').where('user_id', '=', ctx.user_id).execute()
    await audit(tx, {
      chain_id: ctx.user_id,
      user_id: ctx.user_id,
      action: 'account.two_factor_off',
      subject: ctx.user_id,
    })
    return null
  })
}

async function guard(ctx: UserCtx, password: string | undefined): Promise<void> {
  await ctx.limits.signIn({ account: `password:${ctx.user_id}`, ip: ctx.caller.ip })
  await ctx.db.read((tx) => mustKnowPassword(tx, ctx.user_id, password))
}
