import type { Offer } from './shapes.ts'

export interface Move {
  /** Of the usual price. */
  percent: number
  sold_out: boolean
}

/** What the control room did to offers, beside what days do to them. Gone with a reset or a restart. */
const moves = new Map<string, Move>()
const USUAL: Move = { percent: 100, sold_out: false }
const keyOf = ({ source, id }: Pick<Offer, 'source' | 'id'>) => `${source} ${id}`

export const moveOf = (offer: Offer): Move => moves.get(keyOf(offer)) ?? USUAL
export const moveOffer = (offer: Offer, move: Move): void => {
  moves.set(keyOf(offer), move)
}
export const forgetMoves = (): void => moves.clear()
