import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { browserHash } from './browser-key.ts'
import { vendorDown } from './vendor-down.ts'

const ATTEMPT_LIFE_MS = 10 * 60_000

export const redirectUri = (ctx: PublicCtx, social: string) => `${ctx.config.PUBLIC_URL}/auth/${social}/callback`

/**
 * Foundation spec §7 auth/social. The attempt is tied to this browser, so a link with somebody else's code opens
 * nothing.
 */
export async function startSocial(ctx: PublicCtx, input: In<typeof authCalls.startSocial>) {
  const provider = ctx.services.socials[input.social]
  if (!provider) refuse('auth.social_not_configured')
  const attempt = {
    redirect_uri: redirectUri(ctx, input.social),
    state: newToken(),
    nonce: newToken(),
    verifier: newToken(),
  }
  const url = await provider.start(attempt).catch(vendorDown)
  await ctx.db.tx((tx) =>
    tx
      .insertInto('social_attempts')
      .values({
        state_hash: tokenHash(attempt.state),
        social: input.social,
        verifier: ctx.secrets.seal(attempt.verifier),
        nonce: attempt.nonce,
        browser_hash: browserHash(ctx),
        expires_at: new Date(ctx.now.getTime() + ATTEMPT_LIFE_MS),
      })
      .execute(),
  )
  return { url }
}
