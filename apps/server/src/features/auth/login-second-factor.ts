import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readCode, spendCode } from './codes.ts'
import { countSecondFactor } from './count-second-factor.ts'
import { spendSecondFactor } from './second-factor.ts'
import { startSession } from './sessions.ts'

/** spec: not shown. Second step of a sign-in. A wrong code leaves the ticket good, so the form can be corrected. */
export async function loginSecondFactor(ctx: PublicCtx, input: In<typeof authCalls.loginSecondFactor>) {
  const ticket = await ctx.db.read((tx) => readCode(tx, 'second_factor', input.two_factor_ticket, ctx.now))
  if (!ticket) refuse('auth.ticket_gone')
  const count = await countSecondFactor(ctx, ticket.user_id)
  const outcome = await ctx.db.tx(async (tx) => {
    if (!(await spendSecondFactor(ctx, tx, ticket.user_id, input.code))) return 'code_wrong' as const
    // Spent by another request meanwhile: the code above stays unused.
    if (!(await spendCode(tx, 'second_factor', input.two_factor_ticket, ctx.now))) refuse('auth.ticket_gone')
    const { remember } = ticket.data as { remember: boolean } // written by login
    return startSession(ctx, tx, ticket.user_id, remember)
  })
  if (outcome === 'code_wrong') refuse('auth.code_wrong', {}, { field: 'code' })
  await count.passed()
  return outcome
}
