import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { SOURCES } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Fail } from '../../platform/fail.ts'
import { getSourceProduct } from './get-source-product.ts'

/**
 * A pasted address becomes a product. spec: not shown. A page that the extension captured is read for suppliers without an API;
 * it is not kept for others: what one seller sends must not become what all sellers see.
 */
export async function quickScan(ctx: Ctx, { url, page, ship_to }: In<typeof productDetailCalls.quickScan>): Promise<Out<typeof productDetailCalls.quickScan>> {
  for (const source of SOURCES) {
    const definition = ctx.services.suppliers.definition(source)
    const product_id = definition.productIdOf(url)
    if (!product_id) continue
    if (page !== undefined && definition.readCapture) {
      try {
        definition.readCapture({ url, captured_at: ctx.now, data: page })
      } catch {
        throw new Fail('unprocessable', 'catalog.page_unreadable', {}, { fields: { page: ['catalog.page_unreadable'] } })
      }
    }
    const { product } = await getSourceProduct(ctx, { source, product_id, ship_to, by_seller: false })
    return { source, product_id, product }
  }
  throw new Fail('unprocessable', 'catalog.address_unknown', {}, { fields: { url: ['catalog.address_unknown'] } })
}
