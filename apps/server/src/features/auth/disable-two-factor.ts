import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { audit } from '../../platform/audit.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { countSecondFactor } from './count-second-factor.ts'
import { mustKnowOwnPassword } from './passwords.ts'
import { spendSecondFactor } from './second-factor.ts'

export async function disableTwoFactor(ctx: UserCtx, input: In<typeof authCalls.disableTwoFactor>): Promise<null> {
  await mustKnowOwnPassword(ctx, input.password)
  const count = await countSecondFactor(ctx, ctx.user_id)
  await ctx.db.tx(async (tx) => {
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
  })
  await count.passed()
  return null
}
