import { CANCEL_PROBLEMS } from '@omni/domain/orders/cancel-sale.ts'
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
