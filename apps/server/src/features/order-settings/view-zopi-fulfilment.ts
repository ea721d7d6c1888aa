import type { Ctx } from '../../platform/ctx.ts'
import { takeStep } from './zopi-fulfilment.ts'

export const viewZopiFulfilment = (ctx: Ctx) => takeStep(ctx, 'view')
