import type { Ctx } from '../../platform/ctx.ts'
import { disconnectAccount } from './disconnect-account.ts'

export const disconnectCj = (ctx: Ctx) => disconnectAccount(ctx, 'cj')
