import type { Ctx } from '../../platform/ctx.ts'
import { takeStep } from './house-option.ts'

export const interactZopiFulfilment = (ctx: Ctx) => takeStep(ctx, 'interact')
