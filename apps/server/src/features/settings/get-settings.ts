import type { Ctx } from '../../platform/ctx.ts'
import { readSettings } from './settings.ts'

export const getSettings = (ctx: Ctx) => ctx.db.read((tx) => readSettings(tx, ctx))
