import type { PublicCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { keepClaim, type Claim } from './sign-up-claim.ts'

/** A sign-up with an address that has an account: its owner is told by mail, never whoever typed it. */
export async function repeatSignUp(ctx: PublicCtx, tx: Tx, email: string, claim: Claim): Promise<void> {
  const known = await tx
    .selectFrom('users')
    .select(['user_id', 'email_verified_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!known.email_verified_at) {
    await keepClaim(ctx, tx, known.user_id, claim)
    // It opens nothing before the address is proved; with it, signing in too early says what is missing.
    await tx
      .updateTable('users')
      .set({ password_hash: claim.password_hash ?? null })
      .where('user_id', '=', known.user_id)
      .execute()
  }
  await emit(tx, 'account.register_repeated', { user_id: known.user_id })
}
