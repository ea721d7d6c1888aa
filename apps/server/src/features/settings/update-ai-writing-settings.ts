import type { In } from '@omni/contracts/kernel.ts'
import type { settingsCalls } from '@omni/contracts/settings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { keepSettings, readAiWriting } from './settings.ts'

export const updateAiWritingSettings = (ctx: Ctx, input: In<typeof settingsCalls.updateAiWritingSettings>) =>
  ctx.db.tx(async (tx) => {
    await keepSettings(tx, ctx, { ai_writing: input })
    return readAiWriting(tx, ctx)
  })
