/** When a parcel is asked about again by itself. Messages come first; this is for those that were lost. */
import type { ParcelStatus } from './statuses.ts'

const HOUR_MS = 3_600_000
/** Vendor notes: every 6 to 12 hours. */
const EVERY_HOURS: Partial<Record<ParcelStatus, number>> = {
  out_for_delivery: 6,
  available_for_pickup: 8,
  delivery_failure: 6,
  in_transit: 8,
}
const OTHERWISE_HOURS = 10
const SPREAD_HOURS = 2
/** Tracking ends there by itself after this long without an event. */
const GIVEN_UP_AFTER_MS = 45 * 24 * HOUR_MS

/** `spread`: 0 to 1, of the parcel's own, so that those that began together do not stay together. */
export function nextPoll(
  status: ParcelStatus,
  { now, quiet_since, spread }: { now: number; quiet_since: number; spread: number },
): number | null {
  if (status === 'delivered' || status === 'alert') return null
  if (now - quiet_since > GIVEN_UP_AFTER_MS) return null
  return now + ((EVERY_HOURS[status] ?? OTHERWISE_HOURS) + spread * SPREAD_HOURS) * HOUR_MS
}
