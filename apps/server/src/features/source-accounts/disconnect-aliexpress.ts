import type { Ctx } from '../../platform/ctx.ts'
import { disconnectAccount } from './disconnect-account.ts'

export const disconnectAliexpress = (ctx: Ctx) => disconnectAccount(ctx, 'aliexpress')
