import type { In } from '@omni/contracts/kernel.ts'
import type { settingsCalls } from '@omni/contracts/settings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { updateSettings } from './update-settings.ts'

export const updateAdmitadSettings = (ctx: Ctx, admitad: In<typeof settingsCalls.updateAdmitadSettings>) =>
  updateSettings(ctx, { settings: { admitad } })
