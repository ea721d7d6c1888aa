import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { duplicateImported, duplicateRows } from './duplicate-imported.ts'
import { getSplitStatus } from './get-split-status.ts'
import { splitImported, splitRows } from './split-imported.ts'
import { getProductCounts } from './get-product-counts.ts'
import { suggestForOrder } from './suggest-for-order.ts'
import { importAll } from './import-all.ts'
import { importFromPlatform, importProduct } from './import-product.ts'
import { getSourceDetail } from './get-source-detail.ts'
import { linkSourceProduct } from './link-source-product.ts'
import { importRows } from './import-rows.ts'
import { previewImport } from './preview-import.ts'
import { runImport } from './run-import.ts'
import { getSourceVariants } from './get-source-variants.ts'
import { deleteImported, listImported, listImportedCenter, listImportList } from './imported.ts'

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
    listImported,
    listImportedCenter,
    duplicateImported,
    splitImported,
    getSplitStatus,
    getProductCounts,
    getSourceVariants,
    suggestForOrder,
  }),
  runs: [importRows, duplicateRows, splitRows],
}
