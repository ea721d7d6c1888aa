import type { In } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { getSourceProduct } from './get-source-product.ts'

export async function getCatalogueProduct(ctx: Ctx, input: In<typeof productDetailCalls.getCatalogueProduct>) {
  const known = await ctx.db.read((tx) =>
    tx
      .selectFrom('catalog_products')
      .select(['source', 'source_product_id'])
      .where('id', '=', input.id)
      .executeTakeFirst(),
  )
  if (!known) refuse('not_found')
  const { product } = await getSourceProduct(ctx, {
    source: asSource(known.source),
    product_id: known.source_product_id,
    ship_to: input.ship_to,
    by_seller: false,
  })
  return { product }
}
