import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { browserHash } from './browser-key.ts'
import { readCode, spendCode } from './codes.ts'
import { knownDevice } from './known-devices.ts'
import { linkIdentity, LinkRequest, signInOrAskCode } from './link-identity.ts'
import { passwordFits } from './passwords.ts'
import { proveAddress } from './prove-address.ts'

/**
 * spec: not shown. Links a social account to the account of its address and signs in. `ticket` is the one of
 * finishSocial, with the account's password, or the code of the mail that mailSocialLink sent.
 */
export async function linkSocial(ctx: PublicCtx, { ticket, password }: In<typeof authCalls.linkSocial>) {
  const purpose = password === undefined ? 'link_social_mail' : 'link_social'
  const found = await ctx.db.read(async (tx) => {
    const code = await readCode(tx, purpose, ticket, ctx.now)
    if (!code) return undefined
    const user = await tx
      .selectFrom('users')
      .select(['user_id', 'email', 'password_hash', 'email_verified_at'])
      .where('user_id', '=', code.user_id)
      .executeTakeFirstOrThrow()
    return { user, request: LinkRequest.parse(code.data), device: await knownDevice(ctx, tx, user.user_id) }
  })
  if (!found) refuse('auth.ticket_gone')
  const { user, request, device } = found
  // Whoever is sent a mail because a stranger asked for it must not link the stranger's account by opening it.
  if (request.browser !== browserHash(ctx).toString('hex')) refuse('auth.other_browser')
  if (password !== undefined) {
    const account = user.email ?? user.user_id
    await ctx.limits.signIn({ account, ip: ctx.caller.ip, device })
    if (!(await passwordFits(user.password_hash, password))) refuse('auth.password_wrong', {}, { field: 'password' })
    if (!user.email_verified_at) refuse('email_not_verified')
    await ctx.limits.signedIn({ account, device })
  }
  return ctx.db.tx(async (tx) => {
    if (!(await spendCode(tx, purpose, ticket, ctx.now))) refuse('auth.ticket_gone')
    // Only the mail gets here with an address that is not proved yet, and it proves it.
    if (!user.email_verified_at) await proveAddress(ctx, tx, user.user_id, {})
    await linkIdentity(tx, user.user_id, request)
    return signInOrAskCode(ctx, tx, user.user_id)
  })
}
