import { FEEDBACK_KINDS, FEEDBACK_STATES, MAX_FEEDBACK_TEXT, MAX_PICTURES } from '@omni/domain/feedback/feedback.ts'
import { z } from 'zod'
import { Evidence } from './evidence.calls.ts'
import { Id, Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'

export const Feedback = z.object({
  feedback_id: Id,
  order_id: Id,
  /** Of the order, as the buyer knows it. */
  number: z.string(),
  supplier_order_id: Id,
  source: z.string(),
  order_no: z.string().nullable(),
  kind: z.enum(FEEDBACK_KINDS),
  line_ids: z.array(Id),
  state: z.enum(FEEDBACK_STATES),
  /** Answers that nobody has looked at. */
  unread: z.int(),
  /** Nobody answered within a day. */
  is_overdue: z.boolean(),
  last: z.object({ who: z.enum(['person', 'supplier']), text: z.string() }),
  created_at: Timestamp,
  moved_at: Timestamp,
})

const Message = z.object({
  message_id: Id,
  who: z.enum(['person', 'supplier']),
  /** Empty: the supplier. */
  user_name: z.string(),
  text: z.string(),
  pictures: z.array(Evidence),
  /** What the supplier sent pictures of: addresses at the supplier. */
  links: z.array(z.string()),
  state: z.enum(['sending', 'sent', 'failed']),
  written_at: Timestamp,
})

/** A purchase whose supplier can be written to from here. */
const Askable = z.object({
  supplier_order_id: Id,
  source: z.string(),
  order_no: z.string(),
  lines: z.array(z.object({ line_id: Id, title: z.string() })),
})

export const feedbackCalls = calls({
  listFeedbacks: {
    method: 'GET',
    path: '/orders/v5/feedbacks',
    about: 'Conversations with suppliers that are not done, the latest first; of one order all of them.',
    input: z.object({ order_id: Id.optional(), ...page }),
    data: listOf(Feedback).extend({
      /** Conversations with an answer that nobody has looked at, of the whole workplace. */
      unread: z.int(),
      /** Of the order that was asked for. */
      askable: z.array(Askable),
    }),
  },
  sendFeedback: {
    method: 'POST',
    path: '/orders/v5/feedbacks',
    about: 'Writes to a supplier about a purchase, or goes on with a conversation. A job sends it, once.',
    input: z.object({
      /** A new conversation. */
      supplier_order_id: Id.optional(),
      /** One that exists. */
      feedback_id: Id.optional(),
      kind: z.enum(FEEDBACK_KINDS).default('question'),
      line_ids: z.array(Id).max(100).default([]),
      text: z.string().trim().min(1).max(MAX_FEEDBACK_TEXT),
      pictures: z.array(Id).max(MAX_PICTURES).default([]),
    }),
    data: Feedback,
  },
  getFeedback: {
    method: 'GET',
    path: '/orders/v5/feedbacks/{feedback_id}',
    about: 'One conversation, its messages the oldest first.',
    input: z.object({ feedback_id: Id }),
    data: Feedback.extend({ messages: z.array(Message) }),
  },
  listFeedbackHistory: {
    method: 'GET',
    path: '/orders/v10/feedbacks/history',
    about: 'Conversations that are done, the latest first.',
    input: z.object(page),
    data: listOf(Feedback),
  },
  markFeedbackDone: {
    method: 'POST',
    path: '/orders/v5/feedbacks/mark-done',
    unkeyed: 'same_again',
    about: 'Ends conversations. An answer that comes later opens them again.',
    input: z.object({ feedback_ids: z.array(Id).min(1).max(100) }),
    data: z.object({ changed: z.int() }),
  },
  markFeedbackRead: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/feedbacks/mark-read',
    unkeyed: 'same_again',
    about: 'The answers of a conversation were looked at.',
    input: z.object({ feedback_id: Id }),
    data: z.object({ changed: z.boolean() }),
  },
})
