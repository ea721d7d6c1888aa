import type { In } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { finishConsent } from './consent-login.ts'

export const finishAlibabaLogin = (ctx: Ctx, input: In<typeof sourceAccountCalls.finishAlibabaLogin>) =>
  finishConsent(ctx, 'alibaba', input)
