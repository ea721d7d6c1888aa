import type { Ctx } from '../../platform/ctx.ts'
import { disconnectAccount } from './disconnect-account.ts'

export const disconnectAlibaba = (ctx: Ctx) => disconnectAccount(ctx, 'alibaba')
