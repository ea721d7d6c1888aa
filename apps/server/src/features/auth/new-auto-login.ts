import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { newCode } from './codes.ts'

/** Foundation spec §2 /auth/platform/{platform}/auto-login. Only whoever has a session can make such a link. */
export async function newAutoLogin(ctx: Ctx, { platform }: In<typeof authCalls.newAutoLogin>) {
  const { workplace_id } = ctx
  const code = await ctx.db.tx((tx) => newCode(tx, ctx.user_id, 'auto_login', ctx.now, { workplace_id }))
  const url = new URL(`/auth/platform/${encodeURIComponent(platform)}/auto-login`, ctx.config.PUBLIC_URL)
  // Behind the hash it reaches no server's log and no other site.
  url.hash = new URLSearchParams({ code }).toString()
  return { url: url.href }
}
