/** What is done to selected products at once. Each says what it did and can be taken back. */
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { Selection } from '@omni/contracts/products.fields.ts'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers } from '../../platform/query.ts'
import { toast, undoToast } from '../../platform/toasts.tsx'
import { PRODUCT_ANSWERS } from '../../job-tracker/product-answers.ts'
import { useUndoRun } from '../../job-tracker/use-undo-run.ts'
import type { View } from './product-filters.ts'

/** Rows named by the selection leave the lists at once; "all that match" leaves when the server has counted it. */
function hide({ ids }: { ids?: string[] | undefined }): () => void {
  const gone = new Set(ids ?? [])
  if (gone.size === 0) return () => undefined
  const back = ([importListCalls.listImportList, productCenterCalls.listProducts] as const).map((call) =>
    patchAnswers<typeof call>(call, (page) => {
      const items = page.items.filter(({ product_id }) => !gone.has(product_id))
      return { ...page, items, total: Math.max(0, page.total - gone.size) }
    }),
  )
  return () => back.forEach((run) => run())
}

export function useProductActions(view: View) {
  const t = useT()
  const { undo } = useUndoRun()
  const call = view === 'import' ? importListCalls.deleteImported : productCenterCalls.deleteProducts
  const deletion = useAct(call, {
    refresh: PRODUCT_ANSWERS,
    quiet: true,
    optimistic: ({ selection }) => hide(selection),
  })
  const duplication = useAct(importListCalls.duplicateImported, { refresh: PRODUCT_ANSWERS, quiet: true })
  const remove = async (selection: Selection): Promise<boolean> => {
    const reply = await deletion.run({ selection })
    if (!reply.success || !reply.data) {
      toast('error', reply.message || t('product_center.delete_failed'), {
        label: t('actions.retry'),
        run: () => void remove(selection),
      })
      return false
    }
    const { deleted, run_id } = reply.data
    undoToast(t('product_center.deleted', { count: deleted }), () => void undo(run_id))
    return true
  }
  const duplicate = async (selection: Selection): Promise<boolean> => {
    const reply = await duplication.run({ selection })
    if (!reply.success || !reply.data) {
      toast('error', reply.message || t('product_center.duplicate_failed'))
      return false
    }
    toast('success', t('product_center.duplicating', { count: reply.data.total }))
    return true
  }
  return { remove, duplicate }
}
