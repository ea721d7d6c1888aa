import type { In } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { countMatching } from './product-query.ts'

type Calls = typeof productCenterCalls

export const countProducts = (ctx: Ctx, input: In<Calls['countProducts']>) =>
  ctx.db.read((tx) => countMatching(tx, ctx.workplace_id, 'center', input))
