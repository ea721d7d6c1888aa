import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { publish } from '../../platform/realtime.ts'

type Calls = typeof authCalls

/** spec: not shown. The person's name as every screen shows it. */
export const updateProfile = (ctx: UserCtx, input: In<Calls['updateProfile']>) => changeUser(ctx, input)

/** Foundation spec §4, language change: saved to the account, so that every device follows. */
export const setLanguage = (ctx: UserCtx, { language }: In<Calls['setLanguage']>) => changeUser(ctx, { language })

const changeUser = (ctx: UserCtx, change: In<Calls['updateProfile']> | In<Calls['setLanguage']>): Promise<null> =>
  ctx.db.tx(async (tx) => {
    await tx.updateTable('users').set(change).where('user_id', '=', ctx.user_id).execute()
    await publish(tx, ctx.user_id, 'account.changed', {})
    return null
  })
