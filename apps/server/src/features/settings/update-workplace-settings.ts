import type { In } from '@omni/contracts/kernel.ts'
import type { settingsCalls } from '@omni/contracts/settings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { updateSettings } from './update-settings.ts'

export const updateWorkplaceSettings = (ctx: Ctx, { settings }: In<typeof settingsCalls.updateWorkplaceSettings>) =>
  updateSettings(ctx, { settings })
