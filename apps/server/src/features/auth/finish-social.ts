import type { SocialPerson } from '@omni/connectors/social/provider.ts'
import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { emit } from '../../platform/outbox.ts'
import { sameBytes, tokenHash } from '../../platform/secrets.ts'
import { browserHash } from './browser-key.ts'
import { newCode } from './codes.ts'
import { createUser } from './create-user.ts'
import { linkIdentity, signInOrAskCode, type LinkRequest } from './link-identity.ts'
import { proveAddress } from './prove-address.ts'
import { keepClaim, takeClaim, type Identity } from './sign-up-claim.ts'
import { redirectUri } from './start-social.ts'
import { vendorDown } from './vendor-down.ts'

/** Foundation spec §7 auth/callback: trades the provider's code for a session. */
export async function finishSocial(ctx: PublicCtx, input: In<typeof authCalls.finishSocial>) {
  const provider = ctx.services.socials[input.social]
  if (!provider) refuse('auth.social_not_configured')
  // Deleted first: an attempt is good once, however it ends.
  const attempt = await ctx.db.tx((tx) =>
    tx
      .deleteFrom('social_attempts')
      .where('state_hash', '=', tokenHash(input.state))
      .where('social', '=', input.social)
      .where('expires_at', '>', ctx.now.toISOString())
      .returningAll()
      .executeTakeFirst(),
  )
  if (!attempt || !sameBytes(attempt.browser_hash, browserHash(ctx))) refuse('auth.social_refused')
  const person = await provider
    .finish(
      {
        redirect_uri: redirectUri(ctx, input.social),
        state: input.state,
        nonce: attempt.nonce,
        verifier: ctx.secrets.open(attempt.verifier),
      },
      { code: input.code, iss: input.iss },
    )
    .catch(vendorDown)
  const identity = { social: input.social, subject: person.subject }
  return ctx.db.tx(async (tx) => {
    const found = await userOf(ctx, tx, identity, person)
    if ('link_ticket' in found) return { token: null, two_factor_ticket: null, ...found }
    return { ...(await signInOrAskCode(ctx, tx, found.user_id)), link_ticket: null }
  })
}

async function userOf(
  ctx: PublicCtx,
  tx: Tx,
  identity: Identity,
  person: SocialPerson,
): Promise<{ user_id: string } | { link_ticket: string }> {
  const known = await tx
    .selectFrom('identities')
    .select('user_id')
    .where('social', '=', identity.social)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  if (known) return known
  if (!person.email) refuse('auth.social_without_email')
  const user = await tx
    .selectFrom('users')
    .select(['user_id', 'email_verified_at'])
    .where('email', '=', person.email)
    .forUpdate()
    .executeTakeFirst()
  if (user && !person.email_proved) {
    // The provider's word alone opens nobody's account: its owner shows the password or the mailbox first.
    const data = { ...identity, browser: browserHash(ctx).toString('hex') } satisfies LinkRequest
    return { link_ticket: await newCode(tx, user.user_id, 'link_social', ctx.now, data) }
  }
  const user_id = user?.user_id ?? (await open(ctx, tx, person))
  if (user && !user.email_verified_at) await proveAddress(ctx, tx, user_id, (await takeClaim(ctx, tx, user_id)) ?? {})
  if (!user && !person.email_proved) await keepClaim(ctx, tx, user_id, { identity })
  await linkIdentity(tx, user_id, identity)
  return { user_id }
}

async function open(ctx: PublicCtx, tx: Tx, person: SocialPerson): Promise<string> {
  const created = await createUser(
    tx,
    {
      email: person.email,
      verified: person.email_proved,
      first_name: person.first_name.slice(0, 80),
      last_name: person.last_name.slice(0, 80),
      avatar: person.avatar,
      language: ctx.language,
      timezone: ctx.caller.time_zone,
    },
    ctx.now,
  )
  // opened by another tab this very moment: try again
  if (!created) refuse('auth.social_refused')
  await emit(tx, 'account.registered', { user_id: created.user_id })
  return created.user_id
}
