import type { In } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { finishConsent } from './consent-login.ts'

/** Foundation spec §7: back from AliExpress with a code. */
export const finishAliexpressLogin = (ctx: Ctx, input: In<typeof sourceAccountCalls.finishAliexpressLogin>) =>
  finishConsent(ctx, 'aliexpress', input)
