import type { UserCtx } from '../../platform/ctx.ts'
import { mustKnowPassword } from './passwords.ts'

export async function mustKnowOwnPassword(ctx: UserCtx, password: string | undefined): Promise<void> {
  await ctx.limits.signIn({ account: `password:${ctx.user_id}`, ip: ctx.caller.ip })
  await ctx.db.read((tx) => mustKnowPassword(tx, ctx.user_id, password))
}
