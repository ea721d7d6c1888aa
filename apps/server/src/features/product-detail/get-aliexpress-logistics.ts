import type { In } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { logistics } from './logistics.ts'

export const getAliexpressLogistics = (
  ctx: Ctx,
  { product_id, ...request }: In<typeof productDetailCalls.getAliexpressLogistics>,
) => logistics(ctx, 'aliexpress', product_id, request)
