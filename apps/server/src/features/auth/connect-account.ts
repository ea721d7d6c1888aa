import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { LanguageCode } from '@omni/domain/languages.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { audit } from '../../platform/audit.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { emit } from '../../platform/outbox.ts'
import { publish } from '../../platform/realtime.ts'
import { atLeast } from './at-least.ts'
import { hashPassword, mustBeGoodPassword } from './passwords.ts'
import { repeatSignUp } from './repeat-sign-up.ts'
import { leaveExample } from './leave-example.ts'
import { keepClaim } from './sign-up-claim.ts'

/**
 * Foundation spec §7 account/connect (payload not shown): the demo account becomes a real one and keeps everything in
 * it, except for the example shop: its sales and its money are nobody's, and an empty workplace takes its place.
 * A taken address answers alike; its owner is told by mail, and this account stays a demo.
 */
export async function connectAccount(ctx: UserCtx, input: In<typeof authCalls.connectAccount>): Promise<null> {
  mustBeGoodPassword(input.password, input.email)
  await ctx.limits.signUp(ctx.caller)
  await ctx.limits.mail({ email: input.email, ip: ctx.caller.ip })
  return atLeast(async () => {
    const password_hash = await hashPassword(input.password)
    await ctx.db.tx(async (tx) => {
      const me = await tx
        .selectFrom('users')
        .select(['is_demo', 'language'])
        .where('user_id', '=', ctx.user_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (!me.is_demo) refuse('auth.not_a_demo')
      const known = await tx.selectFrom('users').select('user_id').where('email', '=', input.email).executeTakeFirst()
      const claim = { password_hash, first_name: input.first_name, last_name: input.last_name }
      if (known) return repeatSignUp(ctx, tx, input.email, claim)
      await tx
        .updateTable('users')
        .set({
          email: input.email,
          password_hash,
          first_name: input.first_name,
          last_name: input.last_name,
          is_demo: false,
        })
        .where('user_id', '=', ctx.user_id)
        .execute()
      await keepClaim(ctx, tx, ctx.user_id, claim)
      await leaveExample(tx, { user_id: ctx.user_id, language: me.language as LanguageCode }, ctx.now) // the column's check
      await audit(tx, {
        chain_id: ctx.user_id,
        user_id: ctx.user_id,
        action: 'account.demo_connected',
        subject: ctx.user_id,
      })
      await publish(tx, ctx.user_id, 'account.changed', {})
      return emit(tx, 'account.registered', { user_id: ctx.user_id })
    })
    return null
  })
}
