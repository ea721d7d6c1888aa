import type { Ctx } from '../../platform/ctx.ts'
import { readGuide } from './quick-start.ts'

export const getQuickStartGuide = (ctx: Ctx) => ctx.db.read((tx) => readGuide(tx, ctx))
