import type { In } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { tokenHash } from '../../platform/secrets.ts'
import type { SourceAccount } from './account-row.ts'
import { connectAccount } from './connect-account.ts'

/** Foundation spec §7: back from AliExpress with a code. */
export async function finishAliexpressLogin(
  ctx: Ctx,
  { code, state }: In<typeof sourceAccountCalls.finishAliexpressLogin>,
): Promise<SourceAccount> {
  // Taken before the code is used: a second return with the same ticket finds nothing.
  const ticket = await ctx.db.tx((tx) =>
    tx
      .deleteFrom('source_account_tickets')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('ticket_hash', '=', tokenHash(state))
      .where('user_id', '=', ctx.user_id)
      .where('expires_at', '>', ctx.now.toISOString())
      .returning('source')
      .executeTakeFirst(),
  )
  if (!ticket) refuse('source_account.way_expired')
  return connectAccount(ctx, 'aliexpress', code)
}
