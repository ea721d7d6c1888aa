/** Several products at once (sourcing spec §4, "Multi import"): each succeeds or fails by itself. */
import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { useT } from '../platform/i18n.ts'
import { useAct } from '../platform/act.ts'
import { changeAdded, isAdding, showAdded } from './added-products.ts'
import { markCards } from './card-answers.ts'
import { keyOf } from './detail-address.ts'
import { AFTER_IMPORT, showUpgrade, useMarkImportStep, useMayImport } from './import-product.ts'

export const MOST_IMPORTED_AT_ONCE = 200 // what one call takes
const QUOTA_CODES: readonly string[] = ['SYSTEM_QUOTA_EXCEEDED', 'EXCEED_QUOTA_LIMIT'] // §4

interface Outcome {
  added: ProductCard[]
  failed: string[]
  quota: boolean
}

/** Answers are keyed by source and id, and by the bare id where that is clear. All failed by quota = quota expired. */
export function readOutcome(
  products: readonly ProductCard[],
  success: Record<string, string>,
  failed: Record<string, { code: string; message: string }>,
): Outcome {
  const problems = products.flatMap((product) => failed[keyOf(product)] ?? failed[product.source_product_id] ?? [])
  return {
    added: products.filter((product) => (success[keyOf(product)] ?? success[product.source_product_id]) !== undefined),
    failed: problems.map(({ message }) => message),
    quota:
      problems.length > 0 &&
      problems.length === products.length &&
      problems.every(({ code }) => QUOTA_CODES.includes(code)),
  }
}

export function useImportAll(niche: string) {
  const t = useT()
  const mayImport = useMayImport()
  const markImportStep = useMarkImportStep()
  const act = useAct(importListCalls.importAll, { refresh: AFTER_IMPORT, quiet: true })
  const run = async (all: readonly ProductCard[], shipTo: string) => {
    const products = all.filter(({ imported }) => !imported).slice(0, MOST_IMPORTED_AT_ONCE)
    const key = `all:${niche}`
    if (products.length === 0 || isAdding(key) || !mayImport()) return
    const count = products.length
    showAdded({
      key,
      source_product_id: '',
      product_package_id: null,
      title: t('imports.all_title', { count }),
      image: products[0]?.image ?? null,
      loading: true,
      error: null,
      quota: false,
      is_import_all: true,
    })
    const reply = await act.run({
      import_data: products.map(({ source, source_product_id }) => ({
        product_id: source_product_id,
        source,
        niche,
        ship_to: shipTo,
      })),
    })
    if (!reply.success || !reply.data) {
      const quota = reply.status === CODES.quota_expired.status
      changeAdded(key, { loading: false, quota, error: reply.message || t('imports.failed') })
      if (quota) showUpgrade()
      return
    }
    const { added, failed, quota } = readOutcome(products, reply.data.success, reply.data.failed)
    markCards(added, { imported: true })
    if (added.length > 0) markImportStep()
    if (quota) showUpgrade()
    const first = failed[0]
    changeAdded(key, {
      loading: false,
      quota,
      title: t('imports.all_done', { count: added.length }),
      error: first ? t('imports.all_failed', { count: failed.length, reason: first }) : null,
    })
  }
  return { run, pending: act.pending }
}
