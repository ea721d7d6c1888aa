import { SESSION_LIFE_DAYS } from '@omni/contracts/headers.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { publish } from '../../platform/realtime.ts'
import { rememberDevice } from './known-devices.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'

const DAY_MS = 86_400_000
/** spec: not shown. "Keep me signed in" left out: the cookie goes with the browser, the session after a day. */
const SHORT_LIFE_DAYS = 1

/** Opens a session for a person who has shown who they are. */
export async function startSession(
  ctx: PublicCtx,
  tx: Tx,
  user_id: string,
  remember = true,
): Promise<{ token: string | null; two_factor_ticket: null }> {
  // The session this browser had until now ends with it: its token is replaced.
  if (ctx.session) await endSessions(tx, ctx.session.user_id, { only: ctx.session.session_id })
  const token = newToken()
  await tx
    .insertInto('sessions')
    .values({
      user_id,
      token_hash: tokenHash(token),
      user_agent: ctx.caller.user_agent,
      ip: ctx.caller.ip,
      created_at: ctx.now,
      last_seen_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + (remember ? SESSION_LIFE_DAYS : SHORT_LIFE_DAYS) * DAY_MS),
    })
    .execute()
  ctx.cookies.session = { token, remember }
  await rememberDevice(ctx, tx, user_id)
  return { token: ctx.caller.wants_token ? token : null, two_factor_ticket: null }
}

/** Ends sessions of a user and tells the browsers that hang on them. */
export async function endSessions(
  tx: Tx,
  user_id: string,
  which: { except?: string; only?: string } = {},
): Promise<number> {
  let ending = tx.deleteFrom('sessions').where('user_id', '=', user_id)
  if (which.except) ending = ending.where('session_id', '<>', which.except)
  if (which.only) ending = ending.where('session_id', '=', which.only)
  const ended = await ending.returning('session_id').execute()
  for (const { session_id } of ended) await publish(tx, user_id, 'session.ended', { session_id })
  return ended.length
}
