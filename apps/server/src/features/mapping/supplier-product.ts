import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import type { SupplierProduct } from '../import-list/link-matching.ts'
import { type CatalogueProduct, readCatalogue } from '../import-list/read-catalogue.ts'
import { freshProduct } from '../product-detail/fresh-product.ts'

/** What a supplier sells as it is now: asked of the supplier unless it was read lately. */
export async function fetchSupplierProduct(ctx: Ctx, supplier: SupplierProduct): Promise<void> {
  await freshProduct(ctx, supplier.source, supplier.source_product_id)
}

/** Sourcing spec §8: a product that is not found on mapping is said to be missing. */
export async function readSupplierProduct(tx: Tx, supplier: SupplierProduct): Promise<CatalogueProduct> {
  const { source, source_product_id } = supplier
  const found = (await readCatalogue(tx, [supplier])).get(`${source}:${source_product_id}`)
  if (!found || found.gone) refuse('mapping.product_missing')
  return found
}
