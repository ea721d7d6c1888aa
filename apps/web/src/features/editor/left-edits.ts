/**
 * Edits that a closed or crashed tab could not send: sent when the app is next opened, without anybody opening the
 * product.
 */
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { query, queryClient } from '../../platform/query.ts'
import { openEditor } from './open-editor.ts'
import { productsWithEdits } from './unsaved-edits.ts'

export async function sendLeftEdits(): Promise<void> {
  for (const id of productsWithEdits(Date.now())) {
    // Of another workplace, or deleted: kept for whoever opens it again.
    const found = await queryClient
      .fetchQuery(query(editorCalls.getProduct, { id }, { quiet: true, fresh: 0 }))
      .catch(() => null)
    if (found) (await openEditor(found.product)).close()
  }
}
