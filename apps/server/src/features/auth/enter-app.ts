import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { UserCtx } from '../../platform/ctx.ts'

/** Foundation spec §7 auth/app: the first time the account entered an app stays. */
export async function enterApp(ctx: UserCtx, { app }: In<typeof authCalls.enterApp>) {
  const { apps } = await ctx.db.tx((tx) =>
    tx
      .updateTable('users')
      .set({ apps: sql`jsonb_build_object(${app}::text, ${ctx.now.toISOString()}::text) || apps` })
      .where('user_id', '=', ctx.user_id)
      .returning('apps')
      .executeTakeFirstOrThrow(),
  )
  return { app, first_entered_at: (apps as Record<string, string>)[app] ?? '' } // written above
}
