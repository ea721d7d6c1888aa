/** Which parcels need the seller, and from when on. spec: not shown. */
import { isCustoms, isReturn, MOVING, type ParcelStatus } from './statuses.ts'

const HOUR_MS = 3_600_000
export const NO_TRACKING_AFTER_DAYS = 7
const SILENT_AFTER_HOURS = 48
/** Customs that ask for papers are told at once; customs that only look, after this. */
const CUSTOMS_AFTER_HOURS = 48

/** Of a parcel. A purchase that has no parcel after a week is `no_tracking`. */
const PARCEL_ATTENTION = ['customs', 'returned', 'failed', 'disputed', 'unfollowed', 'silent'] as const
export type ParcelAttention = (typeof PARCEL_ATTENTION)[number]
export const ATTENTION_KINDS = [...PARCEL_ATTENTION, 'no_tracking'] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** Times in milliseconds since 1970. */
export interface AttentionFacts {
  status: ParcelStatus
  sub_status: string
  /** Of the latest event. */
  latest_at: number | null
  /** Since when it is followed; null: it is not. */
  registered_at: number | null
  delivered_at: number | null
  /** When money was asked back. */
  disputed_at: number | null
}

/** What a parcel will need the seller for if nothing new is told, and from when on. Null: nothing. */
export function attentionOf(parcel: AttentionFacts, now: number): { kind: ParcelAttention; at: number } | null {
  const { status, sub_status, latest_at, registered_at, delivered_at, disputed_at } = parcel
  const known = latest_at ?? now
  if (isReturn(sub_status)) return { kind: 'returned', at: known }
  if (status === 'exception' || status === 'delivery_failure') return { kind: 'failed', at: known }
  if (status === 'delivered') {
    const isDisputed = disputed_at !== null && delivered_at !== null && disputed_at >= delivered_at
    return isDisputed ? { kind: 'disputed', at: disputed_at } : null
  }
  if (status === 'alert') return { kind: 'unfollowed', at: now }
  const quiet_since = latest_at ?? registered_at
  if (quiet_since === null) return null
  if (isCustoms(sub_status)) {
    const isAsked = sub_status.endsWith('RequiringInformation')
    return { kind: 'customs', at: isAsked ? quiet_since : quiet_since + CUSTOMS_AFTER_HOURS * HOUR_MS }
  }
  if (!MOVING.includes(status) && status !== 'expired') return null
  return { kind: 'silent', at: quiet_since + SILENT_AFTER_HOURS * HOUR_MS }
}
