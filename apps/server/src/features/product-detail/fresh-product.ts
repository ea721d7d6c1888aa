import { VendorError, type VendorErrorKind } from '@omni/connectors/vendor-error.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { fetchProduct } from '../catalog/ingest/fetch-product.ts'
import { callSupplier } from '../catalog/ingest/supplier-state.ts'
import { productBy } from '../catalog/product-by.ts'

const MAX_AGE_MS = 6 * 3_600_000 // spec: not shown. An older detail is asked for again when somebody opens it
/** The supplier answered, and has no such product for us. */
const NOT_HERE: readonly VendorErrorKind[] = ['not_found', 'invalid', 'cannot_ship']
const WAIT_MS = 4000 // longer than this nobody waits for what is there already

export type Product = NonNullable<Awaited<ReturnType<typeof productBy>>>

/**
 * The product as it is now. One that is unknown or old is fetched from its supplier; when the supplier is slow or down,
 * what we
 * have is shown with its age.
 */
export async function freshProduct(
  ctx: Ctx,
  source: Source,
  product_id: string,
  max_age_ms = MAX_AGE_MS,
): Promise<{ product: Product; stale: boolean }> {
  const known = await ctx.db.read((tx) => productBy(tx, source, product_id))
  const young = known?.detail_at && ctx.now.getTime() - new Date(known.detail_at).getTime() < max_age_ms
  if (known && young) return { product: known, stale: false }
  const supplier = ctx.services.suppliers.shared[source]
  if (!supplier?.catalog) {
    if (!known) refuse('not_found')
    return { product: known, stale: false } // captured pages are as fresh as they get
  }
  // The fetch goes on when nobody waits for it any more: the next look finds it done.
  const fetching = callSupplier(ctx, source, () => fetchProduct(ctx.as({}), supplier, source, product_id, ctx.now))
  try {
    const fetched = await (known ? Promise.race([fetching, late()]) : fetching)
    if (fetched !== 'late' && !fetched.ok && !known) refuse('not_found')
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (!known)
      throw NOT_HERE.includes(error.kind)
        ? refuse('not_found')
        : refuse('catalog.supplier_down', { supplier: supplier.definition.name })
    return { product: known, stale: true }
  } finally {
    fetching.catch(() => {})
  }
  const product = await ctx.db.read((tx) => productBy(tx, source, product_id))
  if (!product) refuse('not_found')
  return { product, stale: false }
}

const late = () => new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), WAIT_MS).unref())
