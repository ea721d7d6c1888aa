import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { toast, undoToast } from '../../platform/toasts.tsx'
import type { ListingRow } from './listing-state.ts'

const idsOf = (rows: readonly ListingRow[]) => rows.map(({ listing_id }) => listing_id)

/** What is done with several listings at once, without a panel. */
export function useBulkListings() {
  const t = useT()
  const hiding = useAct(mappingCalls.hideUnmapped, { refresh: [listingCalls.listUnmapped], parallel: true })
  const watching = useAct(mappingCalls.setAutoUpdate, {
    refresh: [listingCalls.listMapped, productCenterCalls.listProducts],
  })
  const hide = async (rows: readonly ListingRow[], hidden: boolean): Promise<void> => {
    const listing_ids = idsOf(rows)
    const reply = await hiding.run({ listing_ids, hidden })
    if (reply.success && hidden)
      undoToast(t('mapping.hidden', { n: rows.length }), () => void hiding.run({ listing_ids, hidden: false }))
  }
  const watch = async (rows: readonly ListingRow[], enabled: boolean): Promise<void> => {
    const reply = await watching.run({ listing_ids: idsOf(rows), enabled })
    if (reply.data) toast('success', t(enabled ? 'mapping.watched' : 'mapping.not_watched', { n: reply.data.changed }))
  }
  return { hide, watch }
}
