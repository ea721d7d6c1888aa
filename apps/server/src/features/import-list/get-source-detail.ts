import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { getSourceProduct } from '../product-detail/get-source-product.ts'

type Calls = typeof importListCalls

/** A supplier product as an import would copy it. */
export async function getSourceDetail(
  ctx: Ctx,
  { platform, id, ship_to }: In<Calls['getSourceDetail']>,
): Promise<Out<Calls['getSourceDetail']>> {
  const { product } = await getSourceProduct(ctx, { source: platform, product_id: id, ship_to, by_seller: false })
  return { product }
}
