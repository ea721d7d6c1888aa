import type { PublicCtx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'
import { knownDevice } from './known-devices.ts'

/**
 * Counts a try of the account's second factor, however the caller came to it: a new ticket or another address starts no
 * new count. The try that is refused first is told to the owner, because whoever makes it knows the password.
 * Answers how to forget the count after a right code.
 */
export async function countSecondFactor(ctx: PublicCtx, user_id: string): Promise<{ passed: () => Promise<void> }> {
  const device = await ctx.db.read((tx) => knownDevice(ctx, tx, user_id))
  await ctx.limits.secondFactor({ user_id, device, ip: ctx.caller.ip }, () =>
    ctx.db.tx((tx) => emit(tx, 'account.second_factor_limited', { user_id })),
  )
  return { passed: () => ctx.limits.secondFactorPassed({ user_id, device }) }
}
