import type { In } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { logistics } from './logistics.ts'

export const getProductLogistics = (
  ctx: Ctx,
  { source, id, ...request }: In<typeof productDetailCalls.getProductLogistics>,
) => logistics(ctx, source, id, request)
