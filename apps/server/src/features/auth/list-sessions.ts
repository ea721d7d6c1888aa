import type { UserCtx } from '../../platform/ctx.ts'

/** spec: not shown. Where the account is signed in, this browser first. */
export async function listSessions(ctx: UserCtx) {
  const sessions = await ctx.db.read((tx) =>
    tx
      .selectFrom('sessions')
      .select(['session_id', 'user_agent', 'ip', 'created_at', 'last_seen_at'])
      .where('user_id', '=', ctx.user_id)
      .where('expires_at', '>', ctx.now.toISOString())
      .orderBy('last_seen_at', 'desc')
      .limit(100)
      .execute(),
  )
  const items = sessions.map((session) => ({ ...session, current: session.session_id === ctx.session.session_id }))
  return { items: items.sort((a, b) => Number(b.current) - Number(a.current)) }
}
