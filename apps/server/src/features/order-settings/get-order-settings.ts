import type { In } from '@omni/contracts/kernel.ts'
import type { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { readOrderSettings } from './read-order-settings.ts'

export const getOrderSettings = (ctx: Ctx, { source }: In<typeof orderSettingsCalls.getOrderSettings>) =>
  ctx.db.read((tx) => readOrderSettings(tx, ctx.workplace_id, source))
