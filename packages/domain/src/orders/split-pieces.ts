/**
 * Which pieces of a sale each of its parts has. A sale that was split is several orders of ours and one in the store: what
 * the store says about the whole is divided among them here, piece by piece.
 */
import { no, ok, type Result } from '../result.ts'
import type { RemoteOrder } from './document.ts'

/** Of one line, as in `RemoteOrderLine`. */
export interface Pieces {
  quantity: number
  current: number
  unfulfilled: number
}

/** By the store's id of the line. */
export type PartPieces = ReadonlyMap<string, Pieces>

/** What is known of a part's line besides its pieces. */
export interface LineStanding {
  /** Being bought, or bought. */
  is_held: boolean
  /** Pieces that the store was told of as sent. */
  reported: number
}

export interface KnownPart {
  pieces: PartPieces
  standing: ReadonlyMap<string, LineStanding>
}

const NO_PIECES: Pieces = { quantity: 0, current: 0, unfulfilled: 0 }
const NO_STANDING: LineStanding = { is_held: false, reported: 0 }

export const wantedOf = ({ current, unfulfilled }: Pieces): number => Math.max(0, Math.min(current, unfulfilled))

export const piecesOf = ({ lines }: Pick<RemoteOrder, 'lines'>): PartPieces =>
  new Map(
    lines.map(({ remote_line_id, quantity, current_quantity, unfulfilled_quantity }) => [
      remote_line_id,
      { quantity, current: current_quantity, unfulfilled: unfulfilled_quantity },
    ]),
  )

/** The first part keeps the store's number. */
export const partNumber = (number: string, part_no: number): string => (part_no === 1 ? number : `${number}-${part_no}`)

export type SplitProblem = 'split_line_unknown' | 'split_beyond_wanted' | 'split_part_empty' | 'split_nothing_left'

export interface Taken {
  rest: PartPieces
  parts: PartPieces[]
}

/** Takes new parts out of an order. Only pieces that are still wanted can be moved, and some of them have to stay. */
export function takeParts(
  order: PartPieces,
  requested: readonly (readonly { remote_line_id: string; quantity: number }[])[],
): Result<Taken, SplitProblem> {
  const rest = new Map(order)
  const parts: PartPieces[] = []
  for (const pieces of requested) {
    const part = new Map<string, Pieces>()
    for (const { remote_line_id, quantity } of pieces) {
      if (quantity === 0) continue
      const left = rest.get(remote_line_id)
      if (!left) return no('split_line_unknown')
      if (quantity > wantedOf(left)) return no('split_beyond_wanted')
      const had = part.get(remote_line_id) ?? NO_PIECES
      rest.set(remote_line_id, moved(left, -quantity))
      part.set(remote_line_id, moved(had, quantity))
    }
    if (part.size === 0) return no('split_part_empty')
    parts.push(part)
  }
  if (![...rest.values()].some((pieces) => wantedOf(pieces) > 0)) return no('split_nothing_left')
  return ok({ rest, parts })
}

const moved = ({ quantity, current, unfulfilled }: Pieces, by: number): Pieces => ({
  quantity: quantity + by,
  current: current + by,
  unfulfilled: unfulfilled + by,
})

/**
 * The pieces of each part after the store said something new about the whole. Each part keeps what it has, as far as it
 * goes. Pieces that were taken out are missed first where nothing is being bought; what was sent counts first where the
 * store was told of it, then where nothing is being bought, because somebody else sent that. New pieces come to the
 * first part.
 */
export function followWhole({ lines }: Pick<RemoteOrder, 'lines'>, parts: readonly KnownPart[]): PartPieces[] {
  const next = parts.map(() => new Map<string, Pieces>())
  for (const { remote_line_id, quantity, current_quantity, unfulfilled_quantity } of lines) {
    const had = parts.map(({ pieces }) => pieces.get(remote_line_id) ?? NO_PIECES)
    const standing = parts.map((part) => part.standing.get(remote_line_id) ?? NO_STANDING)
    const kept = (caps: readonly number[]) => [
      caps.map((cap, at) => Math.min(cap, standing[at]?.reported ?? 0)),
      caps.map((cap, at) => (standing[at]?.is_held ? cap : 0)),
      caps,
    ]
    const quantities = pour(quantity, kept(had.map((one) => one.quantity)))
    const currents = pour(current_quantity, [
      ...kept(had.map((one, at) => Math.min(one.current, quantities[at] ?? 0))),
      quantities,
    ])
    const sent = pour(Math.max(0, current_quantity - unfulfilled_quantity), [
      currents.map((cap, at) => Math.min(cap, standing[at]?.reported ?? 0)),
      currents.map((cap, at) => (standing[at]?.is_held ? 0 : cap)),
      currents,
    ])
    for (const [at, part] of next.entries()) {
      const current = currents[at] ?? 0
      const pieces = { quantity: quantities[at] ?? 0, current, unfulfilled: current - (sent[at] ?? 0) }
      // A line without a piece is nobody's, and stays with the first.
      if (pieces.quantity > 0 || current > 0 || (at === 0 && quantity === 0)) part.set(remote_line_id, pieces)
    }
  }
  return next
}

/** Fills parts round by round up to each round's limits, one after the other. What no limit has room for is the first's. */
export function pour(amount: number, rounds: readonly (readonly number[])[]): number[] {
  const shares = (rounds[0] ?? []).map(() => 0)
  let left = amount
  for (const caps of rounds)
    for (const [at, cap] of caps.entries()) {
      const had = shares[at] ?? 0
      const more = Math.max(0, Math.min(left, cap - had))
      shares[at] = had + more
      left -= more
    }
  if (left > 0 && shares.length > 0) shares[0] = (shares[0] ?? 0) + left
  return shares
}
