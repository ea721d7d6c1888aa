import type { Ctx } from '../../platform/ctx.ts'
import { readFulfilment } from './zopi-fulfilment.ts'

export const getZopiFulfilment = (ctx: Ctx) => ctx.db.read((tx) => readFulfilment(tx, ctx.workplace_id))
