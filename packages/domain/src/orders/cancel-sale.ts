import type { FulfilmentState } from './document.ts'

/** Why a sale cannot be taken back in its store from here. */
export const CANCEL_PROBLEMS = ['by_hand', 'cancelled', 'under_way', 'store_cannot', 'disconnected', 'sent'] as const
export type CancelProblem = (typeof CANCEL_PROBLEMS)[number]

export interface SaleFacts {
  /** False: a person typed it, or a file brought it. */
  is_from_store: boolean
  is_cancelled: boolean
  /** The store was asked already, and what came of it is not known yet. */
  is_under_way: boolean
  /** The channel has a way to do it. */
  store_can: boolean
  is_connected: boolean
  fulfilment: FulfilmentState
}

/** The first thing in the way; null: it can be taken back. Stores refuse what was sent, even a part of it. */
export function cancelProblem(sale: SaleFacts): CancelProblem | null {
  if (!sale.is_from_store) return 'by_hand'
  if (sale.is_cancelled) return 'cancelled'
  if (sale.is_under_way) return 'under_way'
  if (!sale.store_can) return 'store_cannot'
  if (!sale.is_connected) return 'disconnected'
  return sale.fulfilment === 'unfulfilled' ? null : 'sent'
}
