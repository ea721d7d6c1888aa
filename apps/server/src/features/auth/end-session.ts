import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { audit } from '../../platform/audit.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { endSessions } from './sessions.ts'

/** spec: not shown. Ends one session of the account, at once on every process. */
export async function endSession(ctx: UserCtx, { session_id }: In<typeof authCalls.endSession>): Promise<null> {
  return ctx.db.tx(async (tx) => {
    if ((await endSessions(tx, ctx.user_id, { only: session_id })) === 0) refuse('not_found')
    await audit(tx, {
      chain_id: ctx.user_id,
      user_id: ctx.user_id,
      action: 'account.session_ended',
      subject: session_id,
    })
    return null
  })
}
