import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { DEFAULT_SHIP_FROM } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { callSupplier } from '../catalog/ingest/supplier-state.ts'
import { productBy } from '../catalog/product-by.ts'

/** Stock by warehouse country; when the supplier cannot be asked, what the variants said last. */
export async function getSourceStock(
  ctx: Ctx,
  { id, source }: In<typeof productDetailCalls.getSourceStock>,
): Promise<Out<typeof productDetailCalls.getSourceStock>> {
  const product = await ctx.db.read((tx) => productBy(tx, source, id))
  if (!product) refuse('not_found')
  const stock = ctx.services.suppliers.shared[source]?.logistics?.stock
  try {
    if (!stock) throw new VendorError(source, 'unavailable', 'not set up here')
    return {
      inventory: await callSupplier(ctx, source, () => stock({ product_id: id })),
      data_at: ctx.now.toISOString(),
      stale: false,
    }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const variants = await ctx.db.read((tx) =>
      tx.selectFrom('catalog_variants').select(['sku_id', 'quantity']).where('product_id', '=', product.id).execute(),
    )
    return {
      inventory: variants.map(({ sku_id, quantity }) => ({
        sku_id,
        country_code: product.ship_froms[0] ?? DEFAULT_SHIP_FROM,
        quantity: quantity ?? 0,
      })),
      data_at: product.seen_at,
      stale: true,
    }
  }
}
