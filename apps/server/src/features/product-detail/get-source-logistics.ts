import type { In } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { logistics } from './logistics.ts'

export const getSourceLogistics = (
  ctx: Ctx,
  { source, product_id, country_code, ship_from }: In<typeof productDetailCalls.getSourceLogistics>,
) => logistics(ctx, source, product_id, { country_code, ship_from, quantity: 1, sku_id: undefined })
