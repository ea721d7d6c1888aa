/** Money back from a supplier (orders spec §5, spec decisions): who may ask, until when, and for how much. */
import type { Minor } from '../money.ts'
import { SOURCE_IDS, SUPPLIER_FACTS } from '../vendors/manifest.ts'

/** Orders spec §5. */
export const REFUND_REASONS = ['item_not_received', 'item_not_as_described', 'defective_item', 'damaged_item'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** `sending`: on its way to the supplier. `failed`: the supplier would not take it. `withdrawn`: the seller took it back. */
export const REFUND_STATES = ['sending', 'pending', 'accepted', 'rejected', 'completed', 'failed', 'withdrawn'] as const
export type RefundState = (typeof REFUND_STATES)[number]

const DAY_MS = 86_400_000
/** Orders spec §9: within 30 days of receiving the products. */
const REFUND_DAYS = 30
/** Spec decisions: requests are reviewed within a day. */
export const ANSWERED_WITHIN_MS = DAY_MS

/** A request that the supplier has not ended. */
export const isOpen = (state: RefundState): boolean =>
  state === 'sending' || state === 'pending' || state === 'accepted'

export const isOverdue = (state: RefundState, requested_at: Date, now: Date): boolean =>
  (state === 'sending' || state === 'pending') && now.getTime() > requested_at.getTime() + ANSWERED_WITHIN_MS

export interface PurchaseFacts {
  /** The house supplier takes requests; at others the seller asks on their own site. */
  is_house: boolean
  order_no: string | null
  state: string
  supplier_status: string | null
  /** What was paid; null: nothing. */
  total: Minor | null
  delivered_at: Date | null
  /** Requests of before. */
  refunds: readonly { state: RefundState; asked: Minor; granted: Minor | null }[]
}

/** What earlier requests have brought back. */
const comeBack = (refunds: PurchaseFacts['refunds']): Minor =>
  refunds.reduce((sum, { state, granted }) => sum + (state === 'completed' ? (granted ?? 0) : 0), 0)

/** `cancel`: nothing was sent yet, all of it comes back. */
export type Request =
  | { type: 'cancel' | 'refund'; most: Minor; until: Date | null }
  | { type: null; because: 'not_house' | 'not_bought' | 'open' | 'too_late' | 'all_back' }

/** What can be asked for now (orders spec §5: only where the source is the house supplier and an order number exists). */
export function requestFor(facts: PurchaseFacts, now: Date): Request {
  const { is_house, order_no, state, supplier_status, total, delivered_at, refunds } = facts
  if (!is_house) return { type: null, because: 'not_house' }
  if (order_no === null || state !== 'placed' || total === null) return { type: null, because: 'not_bought' }
  if (refunds.some((refund) => isOpen(refund.state))) return { type: null, because: 'open' }
  const most = total - comeBack(refunds)
  if (most <= 0 || supplier_status === 'cancelled' || supplier_status === 'refunded')
    return { type: null, because: 'all_back' }
  if (supplier_status !== 'shipped' && supplier_status !== 'delivered') return { type: 'cancel', most, until: null }
  const until = delivered_at && new Date(delivered_at.getTime() + REFUND_DAYS * DAY_MS)
  if (until && until <= now) return { type: null, because: 'too_late' }
  return { type: 'refund', most, until }
}

/** What may still go back to where it came from: money that was really paid, and bonus. */
export interface PaidParts {
  real: Minor
  bonus: Minor
}

/** Real money comes back before bonus. What is more than was paid goes nowhere. */
export function splitRefund({ real, bonus }: PaidParts, granted: Minor): PaidParts {
  const backReal = Math.min(granted, Math.max(0, real))
  return { real: backReal, bonus: Math.min(granted - backReal, Math.max(0, bonus)) }
}

/** Suppliers that take claims by their own steps. */
const DISPUTE_SUPPLIERS: readonly string[] = SOURCE_IDS.filter((id) => SUPPLIER_FACTS[id].disputes)

/** What a dispute may claim at most; 0: none can be opened now. */
export function disputable(vendor: string, { order_no, state, total, refunds, supplier_status }: PurchaseFacts): Minor {
  if (!DISPUTE_SUPPLIERS.includes(vendor) || order_no === null || state !== 'placed' || total === null) return 0
  if (supplier_status === 'cancelled' || refunds.some((refund) => isOpen(refund.state))) return 0
  return Math.max(0, total - comeBack(refunds))
}
