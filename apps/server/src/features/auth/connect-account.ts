import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { audit } from '../../platform/audit.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { emit } from '../../platform/outbox.ts'
import { tell } from '../../platform/realtime.ts'
import { atLeast } from './at-least.ts'
import { hashPassword, mustBeGoodPassword } from './passwords.ts'

/**
 * Foundation spec §7 account/connect (payload not shown): the demo account becomes a real one and keeps everything in
 * it.
 * A taken address answers alike; its owner is told by mail, and this account stays a demo.
 */
export async function connectAccount(ctx: UserCtx, input: In<typeof authCalls.connectAccount>): Promise<null> {
  mustBeGoodPassword(input.password, input.email)
  await ctx.limits.mail(input.email)
  return atLeast(async () => {
    const password_hash = await hashPassword(input.password)
    await ctx.db.tx(async (tx) => {
      const me = await tx
        .selectFrom('users')
        .select('is_demo')
        .where('user_id', '=', ctx.user_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (!me.is_demo) refuse('auth.not_a_demo')
      const known = await tx.selectFrom('users').select('user_id').where('email', '=', input.email).executeTakeFirst()
      if (known) return emit(tx, 'account.register_repeated', { user_id: known.user_id })
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
      await audit(tx, {
        chain_id: ctx.user_id,
        user_id: ctx.user_id,
        action: 'account.demo_connected',
        subject: ctx.user_id,
      })
      await tell(tx, ctx.user_id, 'account.changed', {})
      return emit(tx, 'account.registered', { user_id: ctx.user_id })
    })
    return null
  })
}
