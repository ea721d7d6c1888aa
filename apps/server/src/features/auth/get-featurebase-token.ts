import { SignJWT } from 'jose'
import type { UserCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

/** Foundation spec §7 sso/featurebase: a token that tells the feedback board who the person is. */
export async function getFeaturebaseToken(ctx: UserCtx) {
  if (!ctx.config.FEATUREBASE_SSO_KEY) refuse('auth.featurebase_not_configured')
  const user = await ctx.db.read((tx) =>
    tx
      .selectFrom('users')
      .select(['email', 'first_name', 'last_name'])
      .where('user_id', '=', ctx.user_id)
      .executeTakeFirstOrThrow(),
  )
  const token = await new SignJWT({
    name: [user.first_name, user.last_name].filter(Boolean).join(' '),
    ...(user.email && { email: user.email }),
    userId: ctx.user_id,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(ctx.now)
    .setExpirationTime('10 minutes')
    .sign(new TextEncoder().encode(ctx.config.FEATUREBASE_SSO_KEY))
  return { token }
}
