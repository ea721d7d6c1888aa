import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers } from '../../platform/query.ts'
import type { ListingRow, ListingStep } from './listing-state.ts'

const REFRESH = [listingCalls.listMapped, importListCalls.getProductCounts] as const

/** The row as it is after the act, before the list is read again. */
const putRow = (row: ListingRow) =>
  void patchAnswers(listingCalls.listMapped, (page) => ({
    ...page,
    items: page.items.map((item) => (item.listing_id === row.listing_id ? row : item)),
  }))

/** `parallel`: each row is an act of its own. */
export function useListingActions() {
  const status = useAct(listingCalls.setListingStatus, { refresh: REFRESH, parallel: true })
  const decision = useAct(listingCalls.decideListing, { refresh: REFRESH, parallel: true })
  const run = async ({ listing_id: id }: ListingRow, action: ListingStep | 'remove'): Promise<boolean> => {
    const reply =
      action === 'retry' || action === 'list_again' || action === 'stop'
        ? await decision.run({ id, says: action })
        : await status.run({ id, status: action === 'remove' ? 'removed' : action })
    if (reply.data) putRow(reply.data)
    return reply.success
  }
  const decide = async ({ listing_id: id }: ListingRow, says: 'take_theirs' | 'keep_ours'): Promise<boolean> => {
    const reply = await decision.run({ id, says })
    if (reply.data) putRow(reply.data)
    return reply.success
  }
  return { run, decide, pending: status.pending || decision.pending }
}
