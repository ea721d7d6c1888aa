/**
 * What is known of a parcel, from what was told about it. Messages come late, in any order and more than once; whatever
 * the order, the same messages end in the same state. Each part of the state is therefore the greatest of what was told
 * (by the time of the event, never by the time it was heard), and events are a set.
 */
import { PARCEL_STATUSES, type ParcelStatus } from './statuses.ts'

/** Times in milliseconds since 1970. */
export interface TrackEvent {
  at: number
  text: string
  place: string
  /** In the tracker's words; empty: it does not say. */
  stage: string
}

/** One message of a tracker: everything it knows at that moment. */
export interface Report {
  status: ParcelStatus
  sub_status: string
  events: readonly TrackEvent[]
  /** When the tracker asked the carrier; null: it does not say. */
  synced_at: number | null
  expected: { from: number; to: number } | null
  /** When it was handed over, where the tracker names the moment. */
  delivered_at: number | null
}

/** What a message says, with what it is ordered by. */
interface Said {
  /** Of the newest event it knows; 0: it knows none. */
  at: number
  synced_at: number
  status: ParcelStatus
  sub_status: string
  delivered_at: number | null
}

export interface ParcelState {
  /** The newest message. */
  said: Said | null
  /** The newest that told an end: handed over, or an exception. */
  ended: Said | null
  is_delivered: boolean
  expected: { at: number; from: number; to: number } | null
  events: readonly TrackEvent[]
}

export const NOTHING_KNOWN: ParcelState = { said: null, ended: null, is_delivered: false, expected: null, events: [] }

/** Clocks and time zones of carriers: an event of the evening before the sale may still be ours. */
export const BEFORE_SALE_MS = 24 * 3_600_000

function isNewer(a: Said, b: Said): boolean {
  if (a.at !== b.at) return a.at > b.at
  // "Expired" brings no event of its own: what was asked for later counts. A delivery of the same moment is kept.
  if (a.status !== b.status && (a.status === 'delivered' || b.status === 'delivered')) return a.status === 'delivered'
  if (a.synced_at !== b.synced_at) return a.synced_at > b.synced_at
  if (a.status !== b.status) return PARCEL_STATUSES.indexOf(a.status) > PARCEL_STATUSES.indexOf(b.status)
  if (a.sub_status !== b.sub_status) return a.sub_status > b.sub_status
  return (a.delivered_at ?? 0) > (b.delivered_at ?? 0)
}

const newest = (a: Said | null, b: Said): Said => (a === null || isNewer(b, a) ? b : a)

const keyOf = ({ at, text, place, stage }: TrackEvent) => JSON.stringify([at, text, place, stage])

/** Carriers tell minutes: of several in one minute, what lies further along the way came last. */
const WAY = [
  'NotFound',
  'InfoReceived',
  'InTransit',
  'AvailableForPickup',
  'OutForDelivery',
  'DeliveryFailure',
  'Exception',
  'Delivered',
]
const wayOf = ({ stage }: TrackEvent) => WAY.indexOf(stage.split('_')[0] ?? '')

/** Oldest first. */
export const inOrder = (a: TrackEvent, b: TrackEvent): number =>
  a.at - b.at || wayOf(a) - wayOf(b) || (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b)))

function union(a: readonly TrackEvent[], b: readonly TrackEvent[]): TrackEvent[] {
  const known = new Map([...a, ...b].map((event) => [keyOf(event), event]))
  return [...known.values()].sort(inOrder)
}

/**
 * Carriers use numbers again: what happened before the sale is another parcel's. A message whose newest event is older
 * says nothing about ours.
 */
function ownPart(report: Report, not_before: number): { events: TrackEvent[]; isOfAnother: boolean } {
  const earliest = not_before - BEFORE_SALE_MS
  const events = report.events.filter(({ at }) => at >= earliest)
  return { events, isOfAnother: events.length === 0 && report.events.length > 0 }
}

/** The state after one more message; null: the message was about an earlier parcel of the same number. */
export function handle(state: ParcelState, report: Report, not_before: number): ParcelState | null {
  const { events, isOfAnother } = ownPart(report, not_before)
  if (isOfAnother) return null
  const { status, sub_status, delivered_at } = report
  const at = events.reduce((latest, event) => Math.max(latest, event.at), 0)
  const said: Said = { at, synced_at: report.synced_at ?? 0, status, sub_status, delivered_at }
  const isEnd = status === 'delivered' || status === 'exception'
  return {
    said: newest(state.said, said),
    ended: isEnd ? newest(state.ended, said) : state.ended,
    is_delivered: state.is_delivered || status === 'delivered',
    expected: newestExpected(state.expected, report.expected && { at, ...report.expected }),
    events: union(state.events, events),
  }
}

type Expected = ParcelState['expected']
function newestExpected(a: Expected, b: Expected): Expected {
  if (a === null || b === null) return a ?? b
  if (a.at !== b.at) return a.at > b.at ? a : b
  if (a.to !== b.to) return a.to > b.to ? a : b
  return a.from > b.from ? a : b
}

export interface ParcelView {
  status: ParcelStatus
  sub_status: string
  latest: TrackEvent | null
  delivered_at: number | null
}

/**
 * What is shown. What was handed over stays so, unless it came back later: a scan that a carrier books afterwards does
 * not set it on its way again.
 */
export function viewOf({ said, ended, is_delivered, events }: ParcelState): ParcelView {
  const counts = is_delivered ? ended : said
  const latest = events.at(-1) ?? null
  if (counts === null) return { status: 'pending', sub_status: '', latest, delivered_at: null }
  const { status, sub_status, at } = counts
  const delivered_at = status === 'delivered' ? (counts.delivered_at ?? (at > 0 ? at : null)) : null
  return { status, sub_status, latest, delivered_at }
}
