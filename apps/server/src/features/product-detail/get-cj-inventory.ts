import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { DEFAULT_SHIP_FROM } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { callSupplier } from '../catalog/ingest/supplier-state.ts'
import { productBy } from '../catalog/product-by.ts'

/** Stock by warehouse country; when CJ cannot be asked, what the variants said last. */
export async function getCjInventory(
  ctx: Ctx,
  { id }: In<typeof productDetailCalls.getCjInventory>,
): Promise<Out<typeof productDetailCalls.getCjInventory>> {
  const product = await ctx.db.read((tx) => productBy(tx, 'cj', id))
  if (!product) refuse('not_found')
  const stock = ctx.services.suppliers.shared.cj?.logistics?.stock
  try {
    if (!stock) throw new VendorError('cj', 'unavailable', 'not set up here')
    return {
      inventory: await callSupplier(ctx, 'cj', () => stock({ product_id: id })),
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
