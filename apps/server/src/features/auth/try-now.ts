import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { say } from '../../platform/messages.ts'
import { fillExample } from '../example-shop/fill-example.ts'
import { createUser } from './create-user.ts'
import { startSession } from './sessions.ts'

/**
 * Foundation spec §7 try-now: an account without an address, in demo mode until it is turned into a real one. Its
 * workplace is a copy of the example shop.
 */
export async function tryNow(ctx: PublicCtx, input: In<typeof authCalls.tryNow>) {
  await ctx.limits.signUp(ctx.caller)
  const language = input.language ?? ctx.language
  return ctx.db.tx(async (tx) => {
    const user = await createUser(
      tx,
      {
        email: null,
        first_name: say(language, 'account.demo_name'),
        last_name: '',
        language,
        timezone: input.timezone ?? ctx.caller.time_zone,
        is_demo: true,
      },
      ctx.now,
    )
    if (!user) throw new Error('an account without an address cannot collide')
    await fillExample(ctx, tx)
    return startSession(ctx, tx, user.user_id, false)
  })
}
