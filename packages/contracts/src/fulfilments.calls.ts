import { CANCEL_PROBLEMS } from '@omni/domain/orders/cancel-sale.ts'
import { BUYER_REFUND_PROBLEMS, SELLER_REFUND_REASONS } from '@omni/domain/refunds/buyer-refund.ts'
import { z } from 'zod'
import { Id, Text, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'

/** Why a store was not told of a parcel, or not yet. */
export const REPORT_PROBLEMS = [
  'disconnected',
  'unreachable',
  'checking',
  'unknown_carrier',
  'refused',
  'already_sent',
  'switched_off',
] as const

/** Whether the store knows of a parcel. Null where the sale came from no store, or nothing was sent. */
export const StoreReport = z.object({
  state: z.enum(['waiting', 'reported', 'failed', 'skipped']),
  problem: z.enum(REPORT_PROBLEMS).nullable(),
  /** In the store's own words. */
  problem_text: z.string().nullable(),
})

/** Why a store did not cancel a sale. */
export const CANCEL_FAILURES = ['disconnected', 'not_allowed', 'already_sent', 'refused', 'unclear'] as const

/** Whether a sale can be taken back in its store, and what became of it when somebody tried. */
const SaleCancellation = z.object({
  /** What is in the way; null: it can be cancelled. */
  because: z.enum(CANCEL_PROBLEMS).nullable(),
  /** The store gives the buyer's money back by itself. */
  pays_back: z.boolean(),
  /** What was bought for it at suppliers and is not undone by this. */
  bought: z.int(),
  /** Orders of ours that the sale was split into; all of them are cancelled. */
  parts: z.int(),
  latest: z
    .object({
      /** 1 to 14 (domain/orders/cancel-reasons.ts). */
      reason: z.int(),
      state: z.enum(['sending', 'done', 'failed']),
      problem: z.enum(CANCEL_FAILURES).nullable(),
      /** In the store's own words. */
      problem_text: z.string().nullable(),
      requested_at: Timestamp,
    })
    .nullable(),
})

/** Why a store gave no money back. `paid_before`: an earlier try, of which nobody knew what became, had paid it. */
export const BUYER_REFUND_FAILURES = ['disconnected', 'not_allowed', 'refused', 'unclear', 'paid_before'] as const

const RefundedPiece = z.object({ remote_line_id: Text.min(1).max(200), quantity: z.int().min(1).max(100_000) })

/** What a buyer can be given back through the store, and what was tried. */
const BuyerRefunds = z.object({
  /** What is in the way; null: the store can be asked. */
  because: z.enum(BUYER_REFUND_PROBLEMS).nullable(),
  /** What was paid and is still there. */
  most: z.int(),
  refunded: z.int(),
  /** Paid for shipping. */
  shipping: z.int(),
  currency: z.string(),
  /** Of the whole sale, also where it was split. `left`: pieces that were not paid back. */
  lines: z.array(
    z.object({
      remote_line_id: z.string(),
      title: z.string(),
      variant_title: z.string(),
      left: z.int(),
      unit_price: z.int(),
    }),
  ),
  /** The seller says whether the buyer is told; otherwise the store's own settings do. */
  asks_notice: z.boolean(),
  /** The store can write a refund down that the seller pays in another way. */
  takes_by_hand: z.boolean(),
  items: z.array(
    z.object({
      refund_id: Id,
      amount: z.int(),
      reason: z.enum(SELLER_REFUND_REASONS),
      note: z.string(),
      state: z.enum(['sending', 'done', 'failed']),
      problem: z.enum(BUYER_REFUND_FAILURES).nullable(),
      /** In the store's own words. */
      problem_text: z.string().nullable(),
      requested_at: Timestamp,
    }),
  ),
})

export const fulfilmentCalls = calls({
  getSaleCancellation: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v5/sale-cancellation',
    about: 'Whether an order can be cancelled in the store it came from, or why not, and what became of the last try.',
    input: z.object({ order_id: Id }),
    data: SaleCancellation,
  },
  cancelSale: {
    // spec §5: cancel by channel with reasons 1 to 14; the call is not shown
    method: 'POST',
    path: '/orders/v5/cancel-sale',
    about: 'Cancels an order in the store it came from. The request is kept, and a job asks the store once.',
    input: z.object({ order_id: Id, reason: z.int().min(1).max(14) }),
    data: SaleCancellation,
  },
  getBuyerRefunds: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v5/buyer-refunds',
    about: 'What the buyer of an order can be given back through its store, or why nothing, and what was tried.',
    input: z.object({ order_id: Id }),
    data: BuyerRefunds,
  },
  suggestBuyerRefund: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/buyer-refunds/suggest',
    unkeyed: 'reads',
    about: 'What these pieces were paid with: as the store itself reckons it where it does, otherwise by their prices.',
    input: z.object({ order_id: Id, lines: z.array(RefundedPiece).max(250) }),
    data: z.object({ amount: z.int(), most: z.int(), by_store: z.boolean() }),
  },
  refundBuyer: {
    // spec §5: seller refund reasons; the call is not shown
    method: 'POST',
    path: '/orders/v5/buyer-refunds',
    about:
      'Gives a buyer money back through the store of the order. The request is kept, and a job asks the store once.',
    input: z.object({
      order_id: Id,
      lines: z.array(RefundedPiece).max(250).default([]),
      amount: z.int().min(1).max(1_000_000_000_000),
      reason: z.enum(SELLER_REFUND_REASONS),
      note: z.string().trim().max(500).default(''),
      restock: z.boolean(),
      notify: z.boolean().default(false),
      /** The seller pays in another way. */
      by_hand: z.boolean().default(false),
    }),
    data: BuyerRefunds,
  },
  syncStore: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/sync-store',
    unkeyed: 'same_again',
    about: 'Tells the store of a parcel once more; a carrier that it knows may be named.',
    input: z.object({ supplier_order_id: Id, carrier: Text.min(1).max(100).optional() }),
    data: StoreReport,
  },
})
