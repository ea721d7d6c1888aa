import type { In } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { consentUrl } from './consent-login.ts'

export const getAlibabaLoginUrl = (ctx: Ctx, { callback_url }: In<typeof sourceAccountCalls.getAlibabaLoginUrl>) =>
  consentUrl(ctx, 'alibaba', callback_url)
