import { REFUND_REASONS, REFUND_STATES } from '@omni/domain/refunds/refunds.ts'
import { MAX_PICTURES } from '@omni/domain/feedback/feedback.ts'
import { z } from 'zod'
import { Evidence } from './evidence.calls.ts'
import { CurrencyCode, Id, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'

export const Refund = z.object({
  refund_id: Id,
  supplier_order_id: Id,
  type: z.enum(['cancel', 'refund', 'dispute']),
  reason: z.enum(REFUND_REASONS).nullable(),
  /** Of a dispute: in the supplier's own words. */
  reason_name: z.string(),
  /** Of a cancellation: 1 to 14 (domain/orders/cancel-reasons.ts). Null: nobody said. */
  cancel_reason: z.int().nullable(),
  text: z.string(),
  pictures: z.array(Evidence),
  asked: z.int(),
  granted: z.int().nullable(),
  currency: z.string(),
  state: z.enum(REFUND_STATES),
  refund_no: z.string().nullable(),
  /** What the supplier wrote. */
  note: z.string(),
  /** False: the supplier began it. */
  is_ours: z.boolean(),
  /** Nobody answered within a day. */
  is_overdue: z.boolean(),
  requested_at: Timestamp,
  answered_at: Timestamp.nullable(),
})

/** What can be asked for now, or why nothing can. */
const Offer = z.object({
  supplier_order_id: Id,
  source: z.string(),
  order_no: z.string().nullable(),
  type: z.enum(['cancel', 'refund']).nullable(),
  because: z.enum(['not_house', 'not_bought', 'open', 'too_late', 'all_back']).nullable(),
  most: z.int(),
  currency: z.string(),
  /** Until when; null: no end is known yet. */
  until: Timestamp.nullable(),
  /** What a dispute may claim, by the supplier's own steps; 0: none can be opened. */
  disputable: z.int(),
  refunds: z.array(Refund),
})

const Owed = z.object({
  order_id: Id,
  number: z.string(),
  supplier_order_id: Id,
  source: z.string(),
  order_no: z.string().nullable(),
  currency: CurrencyCode,
  /** What the supplier has of it. */
  paid: z.int(),
  /** What it gave back. */
  recovered: z.int(),
  /** Whole days until nothing can be asked for; null: no end is known. */
  days_left: z.int().nullable(),
  /** Whether it can be asked for here; others are asked on their own site. */
  type: z.enum(['cancel', 'refund', 'dispute']).nullable(),
})

export const refundCalls = calls({
  getRequestType: {
    method: 'POST',
    path: '/orders/v4/refund/request-type',
    unkeyed: 'reads',
    about: 'What can be asked back for an order: a cancellation or a refund, how much, until when, or why nothing.',
    input: z.object({ order_id: Id }),
    data: z.object({ items: z.array(Offer) }),
  },
  requestRefund: {
    method: 'POST',
    path: '/orders/v4/refund/request',
    about: 'Asks a supplier for money back. A job sends it, once.',
    input: z.object({
      supplier_order_id: Id,
      /** Left out: all that is left. */
      amount: z.int().min(1).max(1_000_000_000).optional(),
      /** Of a refund. A cancellation has none. */
      reason: z.enum(REFUND_REASONS).optional(),
      /** Of a cancellation: 1 to 14. Left out: another reason. */
      cancel_reason: z.int().min(1).max(14).optional(),
      text: z.string().trim().max(2000).default(''),
      /** Of `uploadEvidence`. */
      pictures: z.array(Id).max(MAX_PICTURES).default([]),
    }),
    data: Refund,
  },
  getDisputeOptions: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/refund/dispute-options',
    unkeyed: 'reads',
    about: 'What can be claimed at a supplier that has its own disputes; the supplier is asked now.',
    input: z.object({ supplier_order_id: Id }),
    data: z.object({
      lines: z.array(z.object({ line_no: z.string(), title: z.string(), quantity: z.int(), price: z.int() })),
      most: z.int(),
      currency: z.string(),
      expects: z.array(z.enum(['refund', 'resend'])),
      reasons: z.array(z.object({ reason_no: z.string(), name: z.string() })),
    }),
  },
  openDispute: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/refund/dispute',
    about: "Opens a supplier's own dispute. A job sends it, once. The money goes to the seller's balance there.",
    input: z.object({
      supplier_order_id: Id,
      reason_no: z.string().trim().min(1).max(40),
      /** As the supplier calls it. */
      reason_name: z.string().trim().max(200),
      expect: z.enum(['refund', 'resend']),
      text: z.string().trim().min(1).max(500),
      pictures: z.array(Id).max(MAX_PICTURES).default([]),
      lines: z
        .array(
          z.object({
            line_no: z.string().min(1).max(100),
            quantity: z.int().min(1).max(100_000),
            price: z.int().min(0).max(1_000_000_000),
          }),
        )
        .min(1)
        .max(100),
    }),
    data: Refund,
  },
  cancelDispute: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/refund/dispute-cancel',
    about: 'Takes a dispute back. A job tells the supplier, once.',
    input: z.object({ refund_id: Id }),
    data: Refund,
  },
  makeEvidenceBundle: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/refund/bundle',
    unkeyed: 'same_again',
    heavy: true,
    about: 'Everything that proves a claim, as one file: what happened, tracking, pictures, messages.',
    input: z.object({ refund_id: Id }),
    data: z.object({ url: z.string(), ends_at: Timestamp }),
  },
  listUnrecovered: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v5/refund/unrecovered',
    about: 'Sales whose buyer got the money back, and whose supplier has it still; the most urgent first.',
    input: z.object({}),
    data: z.object({
      items: z.array(Owed),
      /** By supplier and currency. */
      sums: z.array(z.object({ source: z.string(), currency: CurrencyCode, amount: z.int(), orders: z.int() })),
    }),
  },
})
