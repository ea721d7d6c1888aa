import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import type { Ctx, JobCtx } from '../../platform/ctx.ts'
import { fetchProduct } from '../catalog/ingest/fetch-product.ts'
import { asking } from '../catalog/ingest/supplier-state.ts'
import { productBy } from '../catalog/product-by.ts'
import { freshProduct } from '../product-detail/fresh-product.ts'

interface Wanted { source: Source; source_product_id: string }

/** For somebody who waits: a product nobody knows yet is asked of its supplier; one that is known is imported as it is known. */
export async function knownOrFetched(ctx: Ctx, { source, source_product_id }: Wanted): Promise<void> {
  const known = await ctx.db.read((tx) => productBy(tx, source, source_product_id))
  if (known) return
  await freshProduct(ctx, source, source_product_id)
}

/** For a job: those that are unknown or lack their variants, one after another at the supplier's pace. A final no is left for the import to say. */
export async function fetchMissing(ctx: JobCtx, wanted: readonly Wanted[]): Promise<void> {
  for (const { source, source_product_id } of wanted) {
    const known = await ctx.db.read((tx) => productBy(tx, source, source_product_id))
    if (known && (known.detail_at !== null || known.gone_at !== null)) continue
    const supplier = ctx.services.suppliers.shared[source]
    if (!supplier?.catalog) continue
    try {
      await asking(ctx.as({}), source, ctx.now, () => fetchProduct(ctx.as({}), supplier, source, source_product_id, ctx.now))
    } catch (error) {
      if (!(error instanceof VendorError) || error.retryable) throw error
    }
  }
}

