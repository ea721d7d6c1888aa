import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { spendCode } from './codes.ts'
import { spendSecondFactor } from './second-factor.ts'
import { startSession } from './sessions.ts'

/** spec: not shown. Second step of a sign-in. A wrong code leaves the ticket good, so the form can be corrected. */
export async function loginSecondFactor(ctx: PublicCtx, input: In<typeof authCalls.loginSecondFactor>) {
  const hash = tokenHash(input.two_factor_ticket)
  await ctx.limits.signIn({ account: `ticket:${hash.toString('hex')}`, ip: ctx.caller.ip })
  const outcome = await ctx.db.tx(async (tx) => {
    const ticket = await tx
      .selectFrom('account_codes')
      .select(['user_id', 'data'])
      .where('code_hash', '=', hash)
      .where('purpose', '=', 'second_factor')
      .where('expires_at', '>', ctx.now.toISOString())
      .executeTakeFirst()
    if (!ticket) return 'ticket_gone' as const
    // Committed also when the code is wrong: a recovery code tried here is used up by nobody else meanwhile.
    if (!(await spendSecondFactor(ctx, tx, ticket.user_id, input.code))) return 'code_wrong' as const
    await spendCode(tx, 'second_factor', input.two_factor_ticket, ctx.now)
    const { remember } = ticket.data as { remember: boolean } // written by login
    return startSession(ctx, tx, ticket.user_id, remember)
  })
  if (outcome === 'ticket_gone') refuse('auth.ticket_gone')
  if (outcome === 'code_wrong') refuse('auth.code_wrong', {}, { field: 'code' })
  return outcome
}
