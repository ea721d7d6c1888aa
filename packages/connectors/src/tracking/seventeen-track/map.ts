import type { ParcelStatus } from '@omni/domain/tracking/statuses.ts'
import type { Report, TrackEvent } from '@omni/domain/tracking/parcel.ts'
import type { Answers, Refusal, TrackedParcel } from '../tracker.ts'
import type { Tracked, TrackedEvent } from './schemas.ts'

const STATUS: Record<string, ParcelStatus> = {
  NotFound: 'not_found',
  InfoReceived: 'info_received',
  InTransit: 'in_transit',
  Expired: 'expired',
  AvailableForPickup: 'available_for_pickup',
  OutForDelivery: 'out_for_delivery',
  DeliveryFailure: 'delivery_failure',
  Delivered: 'delivered',
  Exception: 'exception',
}

/** A carrier's text is shown to people: it is cut where nobody would read on. */
const LONGEST = 500
const MOST_EVENTS = 300

function eventOf(event: TrackedEvent): TrackEvent | null {
  const at = event.time_utc ?? event.time_iso
  if (at === null) return null
  const place = event.location || [event.address?.city, event.address?.country].filter(Boolean).join(', ')
  // Versions differ in which of the two holds the sub-status.
  return {
    at,
    text: event.description.slice(0, LONGEST),
    place: place.slice(0, LONGEST),
    stage: event.sub_status || event.stage,
  }
}

/** Null: the tracker has not looked yet, or uses a status that we do not know. */
export function toParcel({ number, carrier, track_info }: Tracked): TrackedParcel | null {
  const status = STATUS[track_info?.latest_status.status ?? '']
  if (!track_info || !status) return null
  const providers = track_info.tracking?.providers ?? []
  const all = [
    ...providers.flatMap(({ events }) => events ?? []),
    ...(track_info.latest_event ? [track_info.latest_event] : []),
  ]
  const events = dedupe(all.flatMap((one) => eventOf(one) ?? []))
  const synced = providers.flatMap(({ latest_sync_time: at }) => at ?? [])
  const { from = null, to = null } = track_info.time_metrics?.estimated_delivery_date ?? {}
  const handed = track_info.milestone?.find(({ key_stage }) => key_stage === 'Delivered')
  const last = to ?? from
  const report: Report = {
    status,
    sub_status: track_info.latest_status.sub_status.slice(0, 60),
    events: events.slice(-MOST_EVENTS),
    synced_at: synced.length > 0 ? Math.max(...synced) : null,
    expected: last === null ? null : { from: from ?? last, to: last },
    delivered_at: handed?.time_utc ?? handed?.time_iso ?? null,
  }
  const local = track_info.misc_info?.local_number?.trim() ?? ''
  const [first] = providers
  return {
    number,
    carrier_key: carrier,
    carrier: first?.provider?.name.slice(0, 100) ?? '',
    local_number: local !== '' && local !== number ? local.slice(0, 60) : null,
    report,
  }
}

/** `latest_event` repeats one of the list, sometimes with another stage: a moment with its text is one event. */
function dedupe(events: TrackEvent[]): TrackEvent[] {
  const known = new Map<string, TrackEvent>()
  for (const event of events) {
    const key = `${event.at} ${event.text} ${event.place}`
    if (!known.has(key)) known.set(key, event)
  }
  return [...known.values()].sort((a, b) => a.at - b.at)
}

const REASONS: Record<number, Refusal> = {
  [-18010010]: 'bad_number',
  [-18010011]: 'bad_number',
  [-18010012]: 'bad_number',
  [-18010013]: 'bad_number',
  [-18010015]: 'bad_number',
  [-18019901]: 'already',
  [-18019902]: 'not_registered',
  [-18019903]: 'carrier_unknown',
  [-18019906]: 'not_active',
  [-18019907]: 'day_spent',
  [-18019908]: 'quota_spent',
  [-18019909]: 'nothing_yet',
  [-18019910]: 'carrier_wrong',
  [-18019911]: 'carrier_closed',
  [-18019802]: 'carrier_wrong',
  // The same carrier as before: as it was requested.
  [-18019803]: 'already',
  [-18019805]: 'not_registered',
  [-18019806]: 'not_active',
  [-18019808]: 'nothing_yet',
  [-18019809]: 'already',
  [-18019811]: 'already',
}

type Rejected = { number: string; error: { code: number; message: string } }

export const toAnswers = <A, T>(
  { accepted, rejected }: { accepted: A[]; rejected: Rejected[] },
  map: (one: A) => T,
): Answers<T> => ({
  accepted: accepted.map(map),
  refused: rejected.map(({ number, error: { code, message } }) => ({
    number,
    reason: REASONS[code] ?? 'other',
    message: message.slice(0, LONGEST),
  })),
})
