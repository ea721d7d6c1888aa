import type { In } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { listPage } from './product-query.ts'

type Calls = typeof productCenterCalls

export const listProducts = (ctx: Ctx, input: In<Calls['listProducts']>) =>
  ctx.db.read((tx) => listPage(tx, ctx.workplace_id, 'center', input))
