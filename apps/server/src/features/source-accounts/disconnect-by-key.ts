import type { In } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { disconnectAccount } from './disconnect-account.ts'

export const disconnectByKey = (ctx: Ctx, { source }: In<typeof sourceAccountCalls.disconnectByKey>) =>
  disconnectAccount(ctx, source)
