import type { In } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { consentUrl } from './consent-login.ts'

/** Foundation spec §7 core/aliexpress/url-login. */
export const getAliexpressLoginUrl = (
  ctx: Ctx,
  { callback_url }: In<typeof sourceAccountCalls.getAliexpressLoginUrl>,
) => consentUrl(ctx, 'aliexpress', callback_url)
