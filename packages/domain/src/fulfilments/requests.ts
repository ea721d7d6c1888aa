/**
 * A store asks us to fulfil lines of an order, or to leave it after all. A request is answered as a whole: the store takes
 * a reason for each line, and no answer for each. So one line that is declined declines the request, and the store may
 * ask for the others again.
 */
export type RequestKind = 'fulfilment' | 'cancellation'

/** Where the store's own fulfilment order stands. */
export type RequestStatus =
  | 'unsubmitted'
  | 'submitted'
  | 'accepted'
  | 'rejected'
  | 'cancellation_requested'
  | 'cancellation_accepted'
  | 'cancellation_rejected'
  | 'closed'

export interface RequestedLine {
  /** Of the line in the request, as the store names it. */
  item_id: string
  /** Of the line in the order. */
  remote_line_id: string
  quantity: number
  /** Pieces of the order's line that nobody has sent yet. */
  wanted: number
}

/** A fulfilment order that a store shows, and what its merchant asked for, newest first. */
export interface ShownRequest {
  remote_id: string
  remote_order_id: string
  status: RequestStatus
  asked: { remote_request_id: string; kind: RequestKind; message: string; sent_at: string }[]
  lines: RequestedLine[]
}

export type RequestStanding = 'open' | 'accepted' | 'declined' | 'withdrawn'

export const newestOf = ({ asked }: ShownRequest, kind: RequestKind) => asked.find((one) => one.kind === kind)

const FULFILMENT: Record<RequestStatus, RequestStanding> = {
  unsubmitted: 'withdrawn',
  submitted: 'open',
  accepted: 'accepted',
  rejected: 'declined',
  // Only what was accepted can be cancelled or closed.
  cancellation_requested: 'accepted',
  cancellation_accepted: 'accepted',
  cancellation_rejected: 'accepted',
  closed: 'accepted',
}
const CANCELLATION: Partial<Record<RequestStatus, RequestStanding>> = {
  cancellation_requested: 'open',
  cancellation_accepted: 'accepted',
  cancellation_rejected: 'declined',
}

/** What became of a request, by what the store shows. One that was followed by another is withdrawn. */
export function requestStanding(
  { kind, remote_request_id }: { kind: RequestKind; remote_request_id: string },
  shown: ShownRequest | undefined,
): RequestStanding {
  if (!shown || newestOf(shown, kind)?.remote_request_id !== remote_request_id) return 'withdrawn'
  return kind === 'fulfilment' ? FULFILMENT[shown.status] : (CANCELLATION[shown.status] ?? 'withdrawn')
}

/** Part of a line cannot be bought: a parcel would not tell which pieces it holds. */
export const isPartial = ({ quantity, wanted }: Pick<RequestedLine, 'quantity' | 'wanted'>): boolean =>
  quantity < wanted

export const DECLINE_REASONS = ['out_of_stock', 'cannot_ship', 'not_ours', 'other'] as const
/** `partial` is said by us alone. */
export type DeclineReason = (typeof DECLINE_REASONS)[number] | 'partial'

export interface DeclinedLine {
  item_id: string
  reason: DeclineReason
}

export const partialLines = (lines: readonly RequestedLine[]): DeclinedLine[] =>
  lines.filter(isPartial).map(({ item_id }) => ({ item_id, reason: 'partial' }))
