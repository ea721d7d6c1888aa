import type { Ctx } from '../../platform/ctx.ts'
import { takeStep } from './zopi-fulfilment.ts'

export const interactZopiFulfilment = (ctx: Ctx) => takeStep(ctx, 'interact')
