import { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { crawlBySeller } from './crawl-by-seller.ts'
import { followSupplier } from './follow-supplier.ts'
import { listFavoriteSuppliers } from './list-favorite-suppliers.ts'
import { listSourceSuppliers } from './list-source-suppliers.ts'

/** The sellers behind the products: finding, following, looking at one. */
export const suppliers: Feature = {
  calls: serve(supplierCalls, { listSourceSuppliers, listFavoriteSuppliers, followSupplier, crawlBySeller }),
}
