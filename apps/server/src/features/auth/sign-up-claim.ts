import { z } from 'zod'
import type { PublicCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { browserKey } from './browser-key.ts'
import { newCode, spendCode } from './codes.ts'

const Identity = z.object({ social: z.string(), subject: z.string() })
export type Identity = z.output<typeof Identity>

const Claim = z.object({
  password_hash: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  identity: Identity.optional(),
})
/** What somebody said about an account whose address they have not proved yet. */
export type Claim = z.output<typeof Claim>

const codeOf = (ctx: PublicCtx, user_id: string) => `${browserKey(ctx)} ${user_id}`

/**
 * Several people can sign up with one address. What each of them said waits for their own browser; whoever proves the
 * address takes what their browser said, and nothing of the others.
 */
export async function keepClaim(ctx: PublicCtx, tx: Tx, user_id: string, claim: Claim): Promise<void> {
  await newCode(tx, user_id, 'sign_up', ctx.now, claim, codeOf(ctx, user_id))
}

export async function takeClaim(ctx: PublicCtx, tx: Tx, user_id: string): Promise<Claim | undefined> {
  const spent = await spendCode(tx, 'sign_up', codeOf(ctx, user_id), ctx.now)
  return spent && Claim.parse(spent.data)
}
