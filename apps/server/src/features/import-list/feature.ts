import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { bulkUpdate } from '../product-center/bulk-edit.ts'
import { duplicateImported, getSplitStatus, splitImported } from '../product-center/copy-products.ts'
import { deleteImported } from '../product-center/delete-products.ts'
import { getProductCounts, listImported, listImportedCenter, listImportList, suggestForOrder } from './counts.ts'
import { importAll, importFromPlatform, importProduct } from './import-product.ts'
import { getSourceDetail, linkSourceProduct } from './link-source-product.ts'
import { previewImport } from './preview-import.ts'
import { runImport } from './run-import.ts'
import { getSourceVariants } from './source-variants.ts'

/** From a supplier's product to the seller's own (sourcing spec §7, import list). */
export const importList: Feature = {
  calls: serve(importListCalls, {
    listImportList,
    importProduct,
    importFromPlatform,
    importAll,
    previewImport,
    runImport,
    linkSourceProduct,
    getSourceDetail,
    deleteImported,
    bulkUpdate,
    listImported,
    listImportedCenter,
    duplicateImported,
    splitImported,
    getSplitStatus,
    getProductCounts,
    getSourceVariants,
    suggestForOrder,
  }),
  jobs: [],
  on: {},
}
