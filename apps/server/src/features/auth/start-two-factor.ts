import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { mustKnowOwnPassword } from './passwords.ts'
import { newTotp } from './second-factor.ts'

/** spec: not shown. Optional second factor: start gives a secret, confirm puts it in force, disable takes it off. */
export async function startTwoFactor(ctx: UserCtx, input: In<typeof authCalls.startTwoFactor>) {
  await mustKnowOwnPassword(ctx, input.password)
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
