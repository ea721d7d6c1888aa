import type { Ctx } from '../../platform/ctx.ts'
import { readFulfilment } from './house-option.ts'

export const getZopiFulfilment = (ctx: Ctx) => ctx.db.read((tx) => readFulfilment(tx, ctx.workplace_id))
