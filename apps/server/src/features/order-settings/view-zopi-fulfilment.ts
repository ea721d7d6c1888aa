import type { Ctx } from '../../platform/ctx.ts'
import { takeStep } from './house-option.ts'

export const viewZopiFulfilment = (ctx: Ctx) => takeStep(ctx, 'view')
