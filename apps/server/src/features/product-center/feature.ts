import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { deleteProducts } from './delete-products.ts'
import { countProducts, listProducts } from './product-query.ts'
import { listCollectionNames, listTags } from './word-counts.ts'
import { listProductFeed } from './list-product-feed.ts'
import { listProductSuppliers } from './list-product-suppliers.ts'
import { setTracking } from './set-tracking.ts'
import { purgeProducts } from './purge-products.ts'
import { deleteRunWork } from './delete-run.ts'
import { deleteView } from './delete-view.ts'
import { listViews } from './list-views.ts'
import { saveView } from './save-view.ts'

/** The seller's products, and what is done to many of them at once. */
export const productCenter: Feature = {
  calls: serve(productCenterCalls, {
    listProducts,
    deleteProducts,
    countProducts,
    listProductFeed,
    listCollectionNames,
    listTags,
    listProductSuppliers,
    setTracking,
    listViews,
    saveView,
    deleteView,
  }),
  on: { 'runs.purged': { purgeProducts } },
  runs: [deleteRunWork],
}
