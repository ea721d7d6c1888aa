import { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { enterScope, type Tx } from '../../platform/db.ts'
import { newCode } from './codes.ts'
import { startSession } from './sessions.ts'
import type { Identity } from './sign-up-claim.ts'

/** A social account that waits to be linked, and the browser that asked for it (the hash of its key). */
export const LinkRequest = z.object({ social: z.string(), subject: z.string(), browser: z.string() })
export type LinkRequest = z.output<typeof LinkRequest>

/** From now on this social account opens the user. */
export async function linkIdentity(tx: Tx, user_id: string, { social, subject }: Identity): Promise<void> {
  await enterScope(tx, { user_id })
  await tx.insertInto('identities').values({ social, subject, user_id }).execute()
  await audit(tx, { chain_id: user_id, user_id, action: 'account.social_linked', subject: social })
}

/** A session for whoever was shown to be the user; a second factor is asked for where there is one. */
export async function signInOrAskCode(ctx: PublicCtx, tx: Tx, user_id: string) {
  await enterScope(tx, { user_id })
  const user = await tx
    .selectFrom('users')
    .select('totp_secret')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (!user.totp_secret) return startSession(ctx, tx, user_id)
  return { token: null, two_factor_ticket: await newCode(tx, user_id, 'second_factor', ctx.now, { remember: true }) }
}
