import type { SocialPerson } from '@omni/connectors/social/provider.ts'
import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { audit } from '../../platform/audit.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { enterScope, type Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { emit } from '../../platform/outbox.ts'
import { sameBytes, tokenHash } from '../../platform/secrets.ts'
import { newCode } from './codes.ts'
import { createUser } from './create-user.ts'
import { endSessions, startSession } from './sessions.ts'
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
  if (!attempt || !sameBytes(attempt.browser_hash, tokenHash(ctx.caller.browser_key ?? '')))
    refuse('auth.social_refused')
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
  return ctx.db.tx(async (tx) => {
    const user_id = await userOf(ctx, tx, input.social, person)
    await enterScope(tx, { user_id })
    const user = await tx
      .selectFrom('users')
      .select('totp_secret')
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    if (!user.totp_secret) return startSession(ctx, tx, user_id)
    return { token: null, two_factor_ticket: await newCode(tx, user_id, 'second_factor', ctx.now, { remember: true }) }
  })
}

async function userOf(ctx: PublicCtx, tx: Tx, social: string, person: SocialPerson): Promise<string> {
  const known = await tx
    .selectFrom('identities')
    .select('user_id')
    .where('social', '=', social)
    .where('subject', '=', person.subject)
    .executeTakeFirst()
  if (known) return known.user_id
  if (!person.email) refuse('auth.social_without_email')
  const user_id = (await adopt(tx, person.email, ctx.now)) ?? (await open(ctx, tx, person))
  await tx.insertInto('identities').values({ social, subject: person.subject, user_id }).execute()
  await enterScope(tx, { user_id })
  await audit(tx, { chain_id: user_id, user_id, action: 'account.social_linked', subject: social })
  return user_id
}

/**
 * An account with this address. Was it never verified, then somebody else may have opened it: their password and
 * sessions go.
 */
async function adopt(tx: Tx, email: string, now: Date): Promise<string | undefined> {
  const user = await tx
    .selectFrom('users')
    .select(['user_id', 'email_verified_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return undefined
  if (!user.email_verified_at) {
    await tx
      .updateTable('users')
      .set({ email_verified_at: now, password_hash: null, totp_secret: null })
      .where('user_id', '=', user.user_id)
      .execute()
    await endSessions(tx, user.user_id)
  }
  return user.user_id
}

async function open(ctx: PublicCtx, tx: Tx, person: SocialPerson): Promise<string> {
  const created = await createUser(
    tx,
    {
      email: person.email,
      verified: true,
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
