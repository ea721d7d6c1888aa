import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { deleteAiSnapshots, rollbackAiSnapshot } from './ai-snapshots.ts'
import { getProduct } from './get-product.ts'
import { listProductHistory, restoreProduct } from './product-history.ts'
import { getProductShipping } from './product-shipping.ts'
import { saveProduct } from './save-product.ts'
import { setVariantSuppliers } from './variant-suppliers.ts'

/** The product editor: reading, saving field by field, history, suppliers. */
export const editor: Feature = {
  calls: serve(editorCalls, {
    getProduct,
    saveProduct,
    listProductHistory,
    restoreProduct,
    rollbackAiSnapshot,
    deleteAiSnapshots,
    getProductShipping,
    setVariantSuppliers,
  }),
  jobs: [],
  on: {},
}
