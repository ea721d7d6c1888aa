import { useCallback } from 'react'
import { useAccount } from '../../platform/account.ts'
import { go } from '../../platform/navigation.ts'
import { channelsHref, goesOnWithoutStore } from '../../platform/pending-action.ts'
import { showUpgrade } from '../../product-cards/import-product.ts'

/** More would not fit into an address; the list is the same one then, and they are ticked again. */
const MOST_REMEMBERED = 50

/** The most one call pushes (contracts/listings.calls.ts). */
export const MOST_PUSHED = 1000

/** The parameter of a pending push in an address: these products are to be pushed. */
export const PUSH_PARAM = 'push'

function thisListWith(product_ids: readonly string[]): string {
  const { pathname, search } = window.location
  const pendingAction = new URLSearchParams(search)
  pendingAction.set(PUSH_PARAM, product_ids.slice(0, MOST_REMEMBERED).join(','))
  return `${pathname}?${pendingAction}`
}

/**
 * Sourcing spec §5, §6: demo mode shows the upgrade prompt; without a store the channels page comes first, and leads
 * back to this list with the same products, or to `pendingAction`.
 */
export function useMayPush(): (product_ids: readonly string[], pendingAction?: string) => boolean {
  const { is_demo, is_user_mkt, is_workplace_no_store } = useAccount()
  return useCallback(
    (product_ids, pendingAction) => {
      if (is_demo) {
        showUpgrade('listings')
        return false
      }
      if (is_workplace_no_store || (is_user_mkt && !goesOnWithoutStore())) {
        go(channelsHref(pendingAction ?? thisListWith(product_ids)))
        return false
      }
      return true
    },
    [is_demo, is_user_mkt, is_workplace_no_store],
  )
}
