import type { PublicCtx } from '../../platform/ctx.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'

const KEY = /^[\w-]{43}$/

/** The random name of this browser, kept in a cookie of its own: made at its first sign-up or sign-in. */
export function browserKey(ctx: PublicCtx): string {
  const known = ctx.caller.browser_key
  ctx.cookies.browser_key ??= known !== undefined && KEY.test(known) ? known : newToken()
  return ctx.cookies.browser_key
}

export const browserHash = (ctx: PublicCtx) => tokenHash(browserKey(ctx))
