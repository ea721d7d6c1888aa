import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { addSupplier } from '../import-list/add-supplier.ts'
import { loadProducts } from '../product-center/load-products.ts'
import { toMapping } from './get-mapping.ts'
import { fetchSupplierProduct, readSupplierProduct } from './supplier-product.ts'

/** Sourcing spec §7 {id}/map-group: one more supplier for all variants at once. */
export async function mapGroup(ctx: Ctx, { id, variants, ...supplier }: In<typeof mappingCalls.mapGroup>) {
  await fetchSupplierProduct(ctx, supplier)
  return ctx.db.tx(async (tx) => {
    const found = await readSupplierProduct(tx, supplier)
    const [loaded] = await loadProducts(tx, ctx.workplace_id, [id], true)
    if (!loaded) refuse('not_found')
    const { unmatched } = await addSupplier(tx, ctx, loaded, supplier, found, variants)
    return { mapping: await toMapping(tx, loaded), unmatched }
  })
}
