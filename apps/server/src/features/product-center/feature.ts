import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { importRows } from '../import-list/import-rows.ts'
import { workRunJob } from '../job-tracker/work-run.ts'
import { editRows, setupSellingPrice } from './bulk-edit.ts'
import { duplicateRows, splitRows } from './copy-products.ts'
import { deleteProducts } from './delete-products.ts'
import {
  countProducts,
  listCollectionNames,
  listProductFeed,
  listProducts,
  listProductSuppliers,
  listTags,
  setTracking,
} from './product-lists.ts'
import { purgeProductsJob } from './purge-products.job.ts'
import { deleteView, listViews, saveView } from './saved-views.ts'
import { listRuns, undoRun } from './undo-run.ts'
import { startWatching, watchProductsJob } from './watch-products.job.ts'

/** The seller's products, and what is done to many of them at once. */
export const productCenter: Feature = {
  calls: serve(productCenterCalls, {
    listProducts,
    deleteProducts,
    countProducts,
    listProductFeed,
    listCollectionNames,
    listTags,
    setupSellingPrice,
    listProductSuppliers,
    setTracking,
    listViews,
    saveView,
    deleteView,
    undoRun,
    listRuns,
  }),
  jobs: [
    workRunJob({
      import: importRows,
      bulk_edit: editRows('bulk_edit'),
      price_rule: editRows('price_rule'),
      duplicate: duplicateRows,
      split: splitRows,
    }),
    purgeProductsJob,
    watchProductsJob,
  ],
  on: { 'products.imported': { startWatching } },
}
