/**
 * What a seller sees of the ledger: movements of the wallet, each of one kind. `in` and `out` change what the wallet
 * holds; `held` moves money between "available" and "on hold".
 */
export const MOVEMENT_KINDS = {
  topup: 'in',
  auto_topup: 'in',
  bonus: 'in',
  cashback: 'in',
  supplier_refund: 'in',
  hold: 'held',
  release: 'held',
  placed: 'out',
  placed_late: 'out',
  cashback_back: 'out',
  owed_paid: 'out',
  plan_extra: 'out',
} as const satisfies Record<string, 'in' | 'out' | 'held'>

export type MovementKind = keyof typeof MOVEMENT_KINDS
export type Direction = (typeof MOVEMENT_KINDS)[MovementKind]

export const MOVEMENT_NAMES = Object.keys(MOVEMENT_KINDS) as MovementKind[] // the keys of the object above
export const kindsOf = (direction: Direction | 'all'): MovementKind[] =>
  MOVEMENT_NAMES.filter((kind) => direction === 'all' || MOVEMENT_KINDS[kind] === direction)
