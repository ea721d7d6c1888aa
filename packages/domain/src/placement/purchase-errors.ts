/** Orders spec §8: what a line of an order says went wrong, in the keys of the specification. */
import type { PlacementState } from './placement.ts'

/** Why a supplier did not show an order when it was asked what became of it. */
export const SYNC_ERRORS = ['not_found_order_detail', 'sync_order_status_fail', 'cancel_order'] as const
export type SyncError = (typeof SYNC_ERRORS)[number]

interface Standing {
  state: PlacementState
  error_key: string | null
  order_no: string | null
  sync_error: SyncError | null
}

export function errorOf({ state, error_key, order_no, sync_error }: Standing): string | null {
  if (state === 'cancelled') return 'cancel_order'
  // It does not know the product: asked again it would say the same.
  if (state === 'failed' && error_key === 'not_found') return 'NEED_CHANGE_SUPPLIER'
  // A reply without a number: it is looked for, and until then the row says so.
  if (state === 'checking' && order_no === null) return error_key ?? 'sync_order_not_found_order_no'
  // A person stopped the asking: of the order itself that says nothing.
  if (state === 'placed' && sync_error !== 'cancel_order') return error_key ?? sync_error
  return error_key
}

/** Orders spec §4: of what a person asked about, whether the supplier has answered. */
export function syncStanding({
  synced_at,
  sync_error,
}: {
  synced_at: string | null
  sync_error: SyncError | null
}): 'processing' | 'success' | 'error' {
  if (sync_error !== null) return 'error'
  return synced_at === null ? 'processing' : 'success'
}
