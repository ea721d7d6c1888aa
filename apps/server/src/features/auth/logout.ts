import type { UserCtx } from '../../platform/ctx.ts'
import { endSessions } from './sessions.ts'

/** spec: not shown. Ends the session on the server, not only the cookie. */
export async function logout(ctx: UserCtx): Promise<null> {
  await ctx.db.tx((tx) => endSessions(tx, ctx.user_id, { only: ctx.session.session_id }))
  ctx.cookies.session = null
  return null
}
