import { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { bulkUpdate } from './bulk-update.ts'
import { bulkEditRun, editRows, priceRuleRun } from './edit-rows.ts'
import { setupSellingPrice } from './setup-selling-price.ts'

/** The same edit on many products: previewed, run in the background, undoable (sourcing spec §7). */
export const bulkEdit: Feature = {
  calls: serve(bulkEditCalls, { bulkUpdate, setupSellingPrice }),
  runs: [editRows(bulkEditRun, 'bulk_edit'), editRows(priceRuleRun, 'price_rule')],
}
