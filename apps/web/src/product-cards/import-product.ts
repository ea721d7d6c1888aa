/** Importing from a card or a detail (sourcing spec §4, "Single import"): shown at once, never twice, with a way on. */
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { Envelope } from '@omni/contracts/kernel.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { personalCalls } from '@omni/contracts/personal.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { useCallback } from 'react'
import { useAccount } from '../platform/account.ts'
import { useT } from '../platform/i18n.ts'
import { useAct } from '../platform/act.ts'
import { useMarkStep } from '../platform/mark-step.ts'
import { trackProduct } from '../platform/track.ts'
import { refreshCalls } from '../platform/query.ts'
import { openUpgrade } from '../platform/panels.ts'
import { changeAdded, isAdding, showAdded } from './added-products.ts'
import { markCards } from './card-answers.ts'
import { keyOf } from './detail-address.ts'

const STEP_DELAY_MS = 200 // §4, §9: the onboarding step is marked this long after the import

/** What a new product makes old. */
export const AFTER_IMPORT = [
  importListCalls.listImportList,
  productCenterCalls.listProducts,
  importListCalls.getProductCounts,
  billingCalls.getCurrentPlan,
  jobTrackerCalls.listJobs,
] as const

export function useMarkImportStep(): () => void {
  const mark = useMarkStep()
  return useCallback(() => {
    setTimeout(() => mark('FIND_AND_IMPORT'), STEP_DELAY_MS)
  }, [mark])
}

/** §4: the message is above; on a desktop the page is scrolled to where it is read. */
export function showUpgrade(quota: 'imports' | 'listings' = 'imports') {
  openUpgrade(quota === 'imports' ? 'IMPORT_PRODUCT' : 'LISTING_PRODUCTS')
  if (window.scrollY > 0) window.scrollTo({ top: 0 })
}

/** A push that the plan refused: of several at once, which the refusal names, or of more than there is room for. */
export const showPushUpgrade = ({ errors }: Pick<Envelope<unknown>, 'errors'>) =>
  errors?.['product_ids'] ? openUpgrade('BULK_PUBLISH_TO_STORE') : showUpgrade('listings')

/** What keeps a seller from importing at all; true when nothing does. No store is needed: what is imported waits to be pushed. */
export function useMayImport(): () => boolean {
  const { is_demo } = useAccount()
  return useCallback(() => {
    // §4, §6: demo mode shows the upgrade prompt instead of the action.
    if (is_demo) {
      showUpgrade()
      return false
    }
    return true
  }, [is_demo])
}

/** `position`: its place in the list it was imported from, from 1. */
export type ImportProduct = (product: ProductCard, shipTo: string, position?: number) => void

export function useImportProduct(): ImportProduct {
  const t = useT()
  const mayImport = useMayImport()
  const markImportStep = useMarkImportStep()
  const { run } = useAct(importListCalls.importProduct, { refresh: AFTER_IMPORT, quiet: true, parallel: true })
  return useCallback<ImportProduct>(
    (product, shipTo, position = 0) => {
      const { source, source_product_id, name, image, imported } = product
      const key = keyOf(product)
      if (imported || isAdding(key) || !mayImport()) return
      showAdded({
        key,
        source_product_id,
        product_package_id: null,
        title: name,
        image,
        loading: true,
        error: null,
        quota: false,
        is_import_all: false,
      })
      const importing = async () => {
        const reply = await run({
          source,
          supplier_product_id: source_product_id,
          ship_to: shipTo,
          productName: name.slice(0, 500),
          ...(image ? { image } : {}),
        })
        trackProduct('import', product, { position, status: reply.success ? 1 : 0 })
        if (reply.success && reply.data) {
          changeAdded(key, { loading: false, product_package_id: reply.data.product_package_id })
          markCards([product], { imported: true, imported_as: reply.data.product_package_id })
          // §4: what is recommended follows from what was imported.
          void refreshCalls([personalCalls.listPersonalizedProducts])
          markImportStep()
          return
        }
        const quota = reply.status === CODES.quota_expired.status
        changeAdded(key, {
          loading: false,
          quota,
          error: reply.data?.error_message || reply.message || t('imports.failed'),
        })
        if (quota) showUpgrade()
      }
      void importing()
    },
    [run, mayImport, markImportStep, t],
  )
}
