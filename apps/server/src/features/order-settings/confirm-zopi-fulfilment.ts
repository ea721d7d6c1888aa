import type { In } from '@omni/contracts/kernel.ts'
import type { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { takeStep } from './house-option.ts'

export const confirmZopiFulfilment = (ctx: Ctx, { fulfillment }: In<typeof orderSettingsCalls.confirmZopiFulfilment>) =>
  takeStep(ctx, 'confirm', fulfillment)
