import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'
import { refuse } from '../../platform/refuse.ts'
import { readCode } from './codes.ts'
import { LinkRequest } from './link-identity.ts'

/** spec: not shown. The other way to link: the owner of the address is sent a link. */
export async function mailSocialLink(ctx: PublicCtx, input: In<typeof authCalls.mailSocialLink>): Promise<null> {
  const found = await ctx.db.read(async (tx) => {
    const code = await readCode(tx, 'link_social', input.ticket, ctx.now)
    if (!code) return undefined
    const { user_id } = code
    const user = await tx.selectFrom('users').select('email').where('user_id', '=', user_id).executeTakeFirstOrThrow()
    return { user_id, email: user.email ?? '', request: LinkRequest.parse(code.data) }
  })
  if (!found) refuse('auth.ticket_gone')
  await ctx.limits.mail({ email: found.email, ip: ctx.caller.ip })
  const { user_id, request } = found
  await ctx.db.tx((tx) => emit(tx, 'account.social_link_requested', { user_id, ...request }))
  return null
}
