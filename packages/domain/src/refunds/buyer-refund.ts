/** A buyer's money back through the store (orders spec §5, seller refund reasons): what is in the way, and how much. */
import type { Minor } from '../money.ts'
import { refundedOf, type RemoteOrder, untaxedOf } from '../orders/document.ts'
import { no, ok, type Result } from '../result.ts'

/** Orders spec §5. */
export const SELLER_REFUND_REASONS = ['customer_changed_or_cancelled_order', 'item_unavailable', 'other'] as const
export type SellerRefundReason = (typeof SELLER_REFUND_REASONS)[number]

/** Why a buyer cannot be paid back from here. */
export const BUYER_REFUND_PROBLEMS = [
  'no_store',
  'under_way',
  'store_cannot',
  'disconnected',
  'not_paid',
  'all_back',
] as const
export type BuyerRefundProblem = (typeof BUYER_REFUND_PROBLEMS)[number]

type Paid = Pick<RemoteOrder, 'financial' | 'total' | 'refunds'>

export interface RefundableSale {
  /** False: a person typed it, or a file brought it. */
  is_from_store: boolean
  /** The store was asked already, and what came of it is not known yet. */
  is_under_way: boolean
  /** The channel has a way to do it. */
  store_can: boolean
  is_connected: boolean
  order: Paid
}

const UNPAID: readonly string[] = ['pending', 'authorized', 'voided']

/** Never more goes back than was paid and is still there. */
export const mostRefundable = (order: Paid): Minor =>
  UNPAID.includes(order.financial) || order.financial === 'refunded' ? 0 : Math.max(0, order.total - refundedOf(order))

/** The first thing in the way; null: the buyer can be paid back. */
export function buyerRefundProblem(sale: RefundableSale): BuyerRefundProblem | null {
  if (!sale.is_from_store) return 'no_store'
  if (sale.is_under_way) return 'under_way'
  if (UNPAID.includes(sale.order.financial)) return 'not_paid'
  if (mostRefundable(sale.order) === 0) return 'all_back'
  if (!sale.store_can) return 'store_cannot'
  return sale.is_connected ? null : 'disconnected'
}

export interface RefundedPieces {
  remote_line_id: string
  quantity: number
}

type Priced = Paid & Pick<RemoteOrder, 'lines' | 'subtotal' | 'discounts' | 'shipping' | 'taxes' | 'fees'>

/** What was paid for these pieces, their discount and their tax included. */
export function paidForPieces(order: Priced, pieces: readonly RefundedPieces[]): Minor {
  // Some stores have the tax in their prices.
  const adds_tax = order.total !== untaxedOf(order)
  const sum = pieces.reduce((all, { remote_line_id, quantity }) => {
    const line = order.lines.find((one) => one.remote_line_id === remote_line_id)
    if (!line || line.quantity <= 0) return all
    const paid = line.unit_price * line.quantity - line.discount + (adds_tax ? line.tax : 0)
    return all + Math.round((paid * quantity) / line.quantity)
  }, 0)
  return Math.min(Math.max(0, sum), mostRefundable(order))
}

/** Whether so much can go back for these pieces. No pieces: money alone. */
export function checkBuyerRefund(
  order: Priced,
  pieces: readonly RefundedPieces[],
  amount: Minor,
): Result<null, 'buyer_refund_too_much' | 'buyer_refund_pieces'> {
  const named = new Set(pieces.map(({ remote_line_id }) => remote_line_id))
  const fits = pieces.every(({ remote_line_id, quantity }) => {
    const line = order.lines.find((one) => one.remote_line_id === remote_line_id)
    return line !== undefined && quantity >= 1 && quantity <= line.current_quantity
  })
  if (!fits || named.size !== pieces.length) return no('buyer_refund_pieces')
  return amount >= 1 && amount <= mostRefundable(order) ? ok(null) : no('buyer_refund_too_much')
}
