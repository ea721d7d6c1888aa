import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { Envelope, Out } from '@omni/contracts/kernel.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { MARKETPLACE_IDS } from '@omni/domain/vendors/manifest.ts'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { patchAnswers } from '../../platform/query.ts'
import { messageOf } from '../../platform/reactions.ts'
import { useMarkStep } from '../../platform/mark-step.ts'
import { trackAction } from '../../platform/track.ts'
import { toast } from '../../platform/toasts.tsx'
import { showPushUpgrade } from '../../product-cards/import-product.ts'

export interface PushOptions {
  is_publish: boolean
  allow_sell_out_of_stock: boolean
  /** Of marketplaces, by store; one that is not named sends from its default. */
  warehouse_ids?: Readonly<Record<string, string>>
}

const listingsOf = ({ warehouse_ids, ...options }: PushOptions) => ({
  ...options,
  ...(warehouse_ids && Object.fromEntries(MARKETPLACE_IDS.map((id) => [id, { warehouse_ids: { ...warehouse_ids } }]))),
})
type Pushed = Out<typeof listingCalls.pushToStores>

/** The import list is not among them: what was pushed leaves it at once, and a message tells when it is really there. */
const REFRESH = [
  productCenterCalls.listProducts,
  importListCalls.getProductCounts,
  jobTrackerCalls.listJobs,
  jobTrackerCalls.listRuns,
  billingCalls.getCurrentPlan,
  listingCalls.listMapped,
] as const

/** Sourcing spec §4, Push: what was pushed leaves the list, and the tracker follows it. */
function leaveImportList(gone: ReadonlySet<string>) {
  patchAnswers(importListCalls.listImportList, (page) => {
    const items = page.items.filter(({ product_id }) => !gone.has(product_id))
    return { ...page, items, total: Math.max(0, page.total - (page.items.length - items.length)) }
  })
}

export function usePush() {
  const t = useT()
  const some = useAct(listingCalls.pushToStores, { refresh: REFRESH, quiet: true })
  const everything = useAct(listingCalls.pushAll, {
    refresh: [...REFRESH, importListCalls.listImportList],
    quiet: true,
  })
  const markStep = useMarkStep()
  const listen = (reply: Envelope<Pushed>): Pushed | null => {
    trackAction('push', { count: reply.data?.total_push ?? 0, status: reply.success ? 1 : 0 })
    if (reply.success && reply.data) {
      toast('success', t('push.started', { count: reply.data.total_push }))
      markStep('PUSH_PRODUCT')
      return reply.data
    }
    toast('error', messageOf(reply) || t('push.failed'))
    if (reply.status === CODES.quota_expired.status) showPushUpgrade(reply)
    return null
  }
  const push = async (product_ids: readonly string[], store_ids: readonly string[], options: PushOptions) => {
    const input = { product_ids: [...product_ids], store_ids: [...store_ids], product_listings: listingsOf(options) }
    const pushed = listen(await some.run(input))
    if (pushed) leaveImportList(new Set(product_ids.filter((id) => !(id in pushed.failed))))
    return pushed
  }
  const pushAll = async (store_ids: readonly string[], options: PushOptions) =>
    listen(await everything.run({ store_ids: [...store_ids], product_listings: listingsOf(options) }))
  return { push, pushAll, pending: some.pending || everything.pending }
}
