/** Foundation spec §7. The specification has calls of their own for suppliers that are connected on their own page. */
import type { In } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { connectAccount } from './connect-account.ts'
import { consentUrl, finishConsent } from './consent-login.ts'
import { disconnectAccount } from './disconnect-account.ts'

/** Foundation spec §7 core/aliexpress/url-login. */
export const getAliexpressLoginUrl = (
  ctx: Ctx,
  { callback_url }: In<typeof sourceAccountCalls.getAliexpressLoginUrl>,
) => consentUrl(ctx, 'aliexpress', callback_url)

/** Foundation spec §7: back from AliExpress with a code. */
export const finishAliexpressLogin = (ctx: Ctx, input: In<typeof sourceAccountCalls.finishAliexpressLogin>) =>
  finishConsent(ctx, 'aliexpress', input)

export const disconnectAliexpress = (ctx: Ctx) => disconnectAccount(ctx, 'aliexpress')

export const getAlibabaLoginUrl = (ctx: Ctx, { callback_url }: In<typeof sourceAccountCalls.getAlibabaLoginUrl>) =>
  consentUrl(ctx, 'alibaba', callback_url)

export const finishAlibabaLogin = (ctx: Ctx, input: In<typeof sourceAccountCalls.finishAlibabaLogin>) =>
  finishConsent(ctx, 'alibaba', input)

export const disconnectAlibaba = (ctx: Ctx) => disconnectAccount(ctx, 'alibaba')

export const connectByKey = (ctx: Ctx, { source, api_key }: In<typeof sourceAccountCalls.connectByKey>) =>
  connectAccount(ctx, source, api_key)

export const disconnectByKey = (ctx: Ctx, { source }: In<typeof sourceAccountCalls.disconnectByKey>) =>
  disconnectAccount(ctx, source)
