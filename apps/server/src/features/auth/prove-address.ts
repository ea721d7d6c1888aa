import { audit } from '../../platform/audit.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { enterScope, type Tx } from '../../platform/db.ts'
import { publish } from '../../platform/realtime.ts'
import { endSessions } from './sessions.ts'
import type { Claim } from './sign-up-claim.ts'

/**
 * The first proof that the address of an account belongs to the person who is here. Until now anybody could have opened
 * it: passwords, second factors, sessions, identities, codes and devices of that time end. Only `keep` stays, which is
 * what this same person said.
 */
export async function proveAddress(ctx: PublicCtx, tx: Tx, user_id: string, keep: Claim): Promise<void> {
  await enterScope(tx, { user_id })
  await tx
    .updateTable('users')
    .set({
      email_verified_at: ctx.now,
      password_hash: keep.password_hash ?? null,
      totp_secret: null,
      totp_pending: null,
      totp_last_step: null,
      ...(keep.first_name !== undefined && { first_name: keep.first_name, last_name: keep.last_name ?? '' }),
    })
    .where('user_id', '=', user_id)
    .execute()
  let identities = tx.deleteFrom('identities').where('user_id', '=', user_id)
  if (keep.identity) {
    const { social, subject } = keep.identity
    identities = identities.where((eb) => eb.not(eb.and([eb('social', '=', social), eb('subject', '=', subject)])))
  }
  await identities.execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('account_codes').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('known_devices').where('user_id', '=', user_id).execute()
  await endSessions(tx, user_id)
  await audit(tx, { chain_id: user_id, user_id, action: 'account.email_verified', subject: user_id })
  await publish(tx, user_id, 'account.changed', {})
}
