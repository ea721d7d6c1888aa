import { sql } from 'kysely'
import type { UserCtx } from '../../platform/ctx.ts'

export async function setFirstTimeInApp(ctx: UserCtx) {
  await ctx.db.tx((tx) =>
    tx
      .updateTable('users')
      .set({ seen_app_at: sql`coalesce(seen_app_at, ${ctx.now})` })
      .where('user_id', '=', ctx.user_id)
      .execute(),
  )
  return { first_time: false }
}
