import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'
import { atLeast } from './at-least.ts'
import { createUser } from './create-user.ts'
import { hashPassword, mustBeGoodPassword } from './passwords.ts'

/** Foundation spec §7 register. A taken address is told by mail to its owner, never to whoever typed it. */
export async function register(ctx: PublicCtx, input: In<typeof authCalls.register>): Promise<null> {
  mustBeGoodPassword(input.password, input.email)
  await ctx.limits.mail(input.email)
  return atLeast(async () => {
    const password_hash = await hashPassword(input.password)
    await ctx.db.tx(async (tx) => {
      const user = await createUser(
        tx,
        {
          email: input.email,
          password_hash,
          first_name: input.first_name,
          last_name: input.last_name,
          language: input.language ?? ctx.language,
          timezone: input.timezone,
        },
        ctx.now,
      )
      if (user) return emit(tx, 'account.registered', { user_id: user.user_id })
      const known = await tx
        .selectFrom('users')
        .select('user_id')
        .where('email', '=', input.email)
        .executeTakeFirstOrThrow()
      return emit(tx, 'account.register_repeated', { user_id: known.user_id })
    })
    return null
  })
}
