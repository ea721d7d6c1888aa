import type { In } from '@omni/contracts/kernel.ts'
import type { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { connectAccount } from './connect-account.ts'

export const connectByKey = (ctx: Ctx, { source, api_key }: In<typeof sourceAccountCalls.connectByKey>) =>
  connectAccount(ctx, source, api_key)
