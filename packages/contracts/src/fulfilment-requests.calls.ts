import { DECLINE_REASONS } from '@omni/domain/fulfilments/requests.ts'
import { z } from 'zod'
import { Id, Text, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'

/** Why a store did not hear an answer. */
export const ANSWER_PROBLEMS = ['disconnected', 'not_allowed', 'refused', 'unclear'] as const

/** What a store asked for as to its fulfilment service: to fulfil lines of an order, or to leave it after all. */
const FulfilmentRequest = z.object({
  request_id: Id,
  kind: z.enum(['fulfilment', 'cancellation']),
  /** `answering`: it is decided, and the store is being told. */
  state: z.enum(['open', 'answering', 'accepted', 'declined', 'withdrawn']),
  /** In the merchant's words. */
  message: z.string(),
  requested_at: Timestamp,
  answered_at: Timestamp.nullable(),
  /** Nobody was asked: a part, what the setting accepts, or a cancellation. */
  by_itself: z.boolean(),
  note: z.string(),
  problem: z.enum(ANSWER_PROBLEMS).nullable(),
  /** In the store's own words. */
  problem_text: z.string().nullable(),
  lines: z.array(
    z.object({
      item_id: z.string(),
      title: z.string(),
      variant_title: z.string(),
      quantity: z.int(),
      /** Pieces of the line that nobody has sent; more than are asked for: it is a part, and a part is declined. */
      wanted: z.int(),
      is_partial: z.boolean(),
      /** Why this line is the reason for a no; null: it is not. */
      declined: z.enum([...DECLINE_REASONS, 'partial']).nullable(),
    }),
  ),
})

const MAX_LINES = 250

export const fulfilmentRequestCalls = calls({
  listFulfilmentRequests: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v5/fulfilment-requests',
    about:
      'What the store asked for as to its fulfilment service about one order, newest first, with what was answered.',
    input: z.object({ order_id: Id }),
    data: z.object({ items: z.array(FulfilmentRequest) }),
  },
  answerFulfilmentRequest: {
    // spec decisions: accepted or declined per line, partial quantities are declined; the call is not shown
    method: 'POST',
    path: '/orders/v5/answer-fulfilment-request',
    about:
      'Accepts or declines what a store asked for. A store takes one answer for a request: lines that are declined decline it, each with its reason. The answer is kept, and a job tells the store once.',
    input: z.object({
      request_id: Id,
      accept: z.boolean(),
      declined: z
        .array(z.object({ item_id: Text.max(200), reason: z.enum(DECLINE_REASONS) }))
        .max(MAX_LINES)
        .default([]),
      note: z.string().trim().max(250).default(''),
    }),
    data: FulfilmentRequest,
  },
})
