import type { Ctx } from '../../platform/ctx.ts'
import { readAiWriting } from './settings.ts'

/** Foundation spec §7 settings/ai-writing (fields not shown): how texts are to sound; the writing itself reads them. */
export const getAiWritingSettings = (ctx: Ctx) => ctx.db.read((tx) => readAiWriting(tx, ctx))
