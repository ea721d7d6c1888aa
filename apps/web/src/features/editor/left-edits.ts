/**
 * Edits that a closed or crashed tab could not send: sent when the app is next opened, without anybody opening the
 * product.
 */
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { send } from '../../platform/client.ts'
import { openEditor } from './open-editor.ts'
import { productsWithEdits } from './unsaved-edits.ts'

export async function sendLeftEdits(): Promise<void> {
  for (const id of productsWithEdits(Date.now())) {
    const { data } = await send(editorCalls.getProduct, { id })
    // Of another workplace, or deleted: kept for whoever opens it again.
    if (data) (await openEditor(data.product)).close()
  }
}
