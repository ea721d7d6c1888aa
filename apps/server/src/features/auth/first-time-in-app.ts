import { sql } from 'kysely'
import type { UserCtx } from '../../platform/ctx.ts'

/**
 * Foundation spec §2: the bell shows 1 until the account has seen the app. `owner_id` names the shop owner; the session
 * decides.
 */
export async function getFirstTimeInApp(ctx: UserCtx) {
  const user = await ctx.db.read((tx) =>
    tx.selectFrom('users').select('seen_app_at').where('user_id', '=', ctx.user_id).executeTakeFirstOrThrow(),
  )
  return { first_time: user.seen_app_at === null }
}

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
