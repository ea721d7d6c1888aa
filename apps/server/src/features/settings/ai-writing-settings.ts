import type { In } from '@omni/contracts/kernel.ts'
import type { settingsCalls } from '@omni/contracts/settings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { keepSettings, readAiWriting } from './settings.ts'

/** Foundation spec §7 settings/ai-writing (fields not shown): how texts are to sound; the writing itself reads them. */
export const getAiWritingSettings = (ctx: Ctx) => ctx.db.read((tx) => readAiWriting(tx, ctx))

export const updateAiWritingSettings = (ctx: Ctx, input: In<typeof settingsCalls.updateAiWritingSettings>) =>
  ctx.db.tx(async (tx) => {
    await keepSettings(tx, ctx, { ai_writing: input })
    return readAiWriting(tx, ctx)
  })
