/** Edits made in the list itself: shown at once, laid onto the product field by field as the editor's are. */
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { ProductRow } from '@omni/contracts/products.fields.ts'
import { cell } from '@omni/domain/products/changes.ts'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { CallFailure, patchAnswers, query, queryClient } from '../../platform/query.ts'
import { messageOf } from '../../platform/reactions.ts'
import { toast } from '../../platform/toasts.tsx'
import { newUuid } from '../../platform/new-uuid.ts'

/** This tab, so that an editor open elsewhere knows the change is not its own. */
const client_id = newUuid()
const LISTS = [importListCalls.listImportList, productCenterCalls.listProducts] as const

function patchRow(product_id: string, change: Partial<ProductRow>): () => void {
  const back = LISTS.map((call) =>
    patchAnswers<typeof call>(call, (page) => ({
      ...page,
      items: page.items.map((row) => (row.product_id === product_id ? { ...row, ...change } : row)),
    })),
  )
  return () => back.forEach((run) => run())
}

/** `null` when it was saved, otherwise why not: the field keeps what was typed and says it. */
export type SaveField = (
  row: ProductRow,
  change: { title: string } | { tags: string[] } | { price: number },
) => Promise<string | null>

/** All variants have one price here; each is a field of its own. */
async function priceChanges(product_id: string, price: number) {
  const { variants, revision } = (
    await queryClient.fetchQuery(query(editorCalls.getProduct, { id: product_id }, { quiet: true, fresh: 0 }))
  ).product
  return { revision, changes: Object.fromEntries(variants.map(({ variant_id }) => [cell(variant_id, 'price'), price])) }
}

export function useSaveField(): SaveField {
  const t = useT()
  const { run } = useAct(editorCalls.saveProduct, {
    // Profit, margin and problems follow from what was saved.
    refresh: [...LISTS, productCenterCalls.listTags],
    quiet: true,
    parallel: true,
  })
  return async (row, change) => {
    const { product_id } = row
    const back = patchRow(product_id, 'price' in change ? { price_min: change.price, price_max: change.price } : change)
    const failed = (message: string) => {
      back()
      return message || t('product_center.save_failed')
    }
    let save: { revision: number; changes: Record<string, unknown> } = { revision: row.revision, changes: change }
    try {
      if ('price' in change) save = await priceChanges(product_id, change.price)
    } catch (error) {
      return failed(error instanceof CallFailure ? messageOf(error.envelope) : '')
    }
    const reply = await run({
      id: product_id,
      save_id: newUuid(),
      client_id,
      base_revision: save.revision,
      changes: save.changes as Record<string, never>, // what a row holds is JSON
    })
    if (!reply.success || !reply.data) return failed(messageOf(reply))
    patchRow(product_id, { revision: reply.data.revision })
    const first = reply.data.overwrote[0]
    if (first) toast('info', t('product_center.overwrote', { name: first.by }))
    return null
  }
}
