import type { Out } from '@omni/contracts/kernel.ts'
import type { PARCEL_PROBLEMS, trackingCalls } from '@omni/contracts/tracking.calls.ts'
import type { AttentionKind } from '@omni/domain/tracking/attention.ts'
import type { ParcelStatus } from '@omni/domain/tracking/statuses.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey } from '../../platform/i18n.ts'

export type ParcelRow = Out<typeof trackingCalls.listParcels>['items'][number]
export type Need = Out<typeof trackingCalls.listParcelAttention>['items'][number]
type Problem = (typeof PARCEL_PROBLEMS)[number]

export const STATUSES: Record<ParcelStatus, { text: TextKey; tone: Tone }> = {
  pending: { text: 'parcels.status_pending', tone: 'grey' },
  not_found: { text: 'parcels.status_not_found', tone: 'grey' },
  info_received: { text: 'parcels.status_info_received', tone: 'grey' },
  in_transit: { text: 'parcels.status_in_transit', tone: 'accent' },
  available_for_pickup: { text: 'parcels.status_available_for_pickup', tone: 'amber' },
  out_for_delivery: { text: 'parcels.status_out_for_delivery', tone: 'green' },
  delivery_failure: { text: 'parcels.status_delivery_failure', tone: 'red' },
  delivered: { text: 'parcels.status_delivered', tone: 'green' },
  expired: { text: 'parcels.status_expired', tone: 'amber' },
  exception: { text: 'parcels.status_exception', tone: 'red' },
  alert: { text: 'parcels.status_alert', tone: 'red' },
}

export const NEEDS: Record<AttentionKind, { what: TextKey; tone: Tone }> = {
  customs: { what: 'parcels.need_customs', tone: 'red' },
  returned: { what: 'parcels.need_returned', tone: 'red' },
  failed: { what: 'parcels.need_failed', tone: 'red' },
  disputed: { what: 'parcels.need_disputed', tone: 'red' },
  unfollowed: { what: 'parcels.need_unfollowed', tone: 'amber' },
  no_tracking: { what: 'parcels.need_no_tracking', tone: 'amber' },
  silent: { what: 'parcels.need_silent', tone: 'amber' },
}

export const PROBLEMS: Record<Problem, TextKey> = {
  quota: 'parcels.problem_quota',
  carrier: 'parcels.problem_carrier',
  number: 'parcels.problem_number',
  refused: 'parcels.problem_refused',
}

/** The tracker knows these by name; others it finds by the number. */
export const CARRIERS = ['DHL', 'UPS', 'FedEx', 'USPS', 'China Post'] as const
