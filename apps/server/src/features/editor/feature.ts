import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { deleteAiSnapshots } from './delete-ai-snapshots.ts'
import { rollbackAiSnapshot } from './rollback-ai-snapshot.ts'
import { getProduct } from './get-product.ts'
import { listProductHistory } from './list-product-history.ts'
import { restoreProduct } from './restore-product.ts'
import { getProductShipping } from './get-product-shipping.ts'
import { saveProduct } from './save-product.ts'
import { setVariantSuppliers } from './set-variant-suppliers.ts'

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
}
