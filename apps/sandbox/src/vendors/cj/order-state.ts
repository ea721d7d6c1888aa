import type { OrderRow } from '../../orders/tables.ts'

/** CJ's words for where an order stands. */
export function statusOf({ cancelled_at, shipped_at, paid_at, confirmed_at }: OrderRow): string {
  if (cancelled_at) return paid_at ? 'CANCELLED' : 'TRASH'
  if (shipped_at) return 'SHIPPED'
  if (paid_at) return 'UNSHIPPED'
  return confirmed_at ? 'UNPAID' : 'CREATED'
}

export const trackNumber = ({ no, shipped_at }: OrderRow) => (shipped_at ? `CJT${no}` : null)
