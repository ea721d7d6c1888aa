/** Whoever follows parcels for us: what is asked, and what it answers. */
import type { Report } from '@omni/domain/tracking/parcel.ts'

/** A number at the tracker. The same number at two carriers is two of them. */
export interface FollowedNumber {
  number: string
  /** The tracker's key of the carrier; null: it finds out. */
  carrier_key: number | null
}

const REFUSALS = [
  /** It is followed already: as good as done. */
  'already',
  'not_registered',
  'carrier_unknown',
  'carrier_wrong',
  'carrier_closed',
  'bad_number',
  'day_spent',
  'quota_spent',
  /** Nothing is known yet. Not an error. */
  'nothing_yet',
  'not_active',
  'other',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** Each number is answered for itself: a call that went well may have refused some of them. */
export interface Answers<T> {
  accepted: T[]
  refused: { number: string; reason: Refusal; message: string }[]
}

/** What the tracker says about one parcel, in a read or in a message. */
export interface TrackedParcel {
  number: string
  carrier_key: number
  /** Of the carriers it went through, the first one's name; empty: not told. */
  carrier: string
  /** The last carrier's own number for it. */
  local_number: string | null
  report: Report
}

export interface TrackerQuota {
  left: number
  /** Numbers that may still be registered today; null: no limit. */
  left_today: number | null
}

export type TrackerMessage =
  | { event: 'updated'; parcel: TrackedParcel }
  /** It is followed no longer. */
  | { event: 'stopped'; number: string }
  /** Signed, and about nothing that we follow. */
  | { event: 'other' }
