import { sql } from 'kysely'
import type { UserCtx } from '../../platform/ctx.ts'

const DAY_MS = 86_400_000

/**
 * Foundation spec §7 account/statistic (content not shown): what the account holds. Each figure is small or a counter.
 */
export async function getAccountStatistic(ctx: UserCtx) {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ workplaces: number; stores: number; unread: number; sessions: number; created_at: string }>`
    select (select count(*)::int from workplace_members m where m.user_id = u.user_id) as workplaces,
      (select count(*)::int from workplace_members m join stores s using (workplace_id)
        where m.user_id = u.user_id) as stores,
      (select coalesce(sum(c.unread), 0)::int from workplace_members m
        join notification_counts c using (workplace_id, user_id) where m.user_id = u.user_id) as unread,
      (select count(*)::int from sessions s where s.user_id = u.user_id) as sessions, u.created_at
    from users u where u.user_id = ${ctx.user_id}`.execute(tx),
  )
  const row = rows[0]
  if (!row) throw new Error('a session without its user')
  const days = Math.floor((ctx.now.getTime() - Date.parse(row.created_at)) / DAY_MS)
  return {
    workplaces: row.workplaces,
    stores: row.stores,
    unread_notifications: row.unread,
    sessions: row.sessions,
    days_since_signup: Math.max(0, days),
  }
}
