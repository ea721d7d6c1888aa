/** What a seller says to a supplier about an order, and what it answers (orders spec §7 feedbacks; spec: not shown). */

export const FEEDBACK_KINDS = ['question', 'not_received', 'wrong_item', 'damaged', 'change', 'other'] as const
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]

/** `open`: waits for the supplier. `failed`: the supplier would not take the latest message. */
export const FEEDBACK_STATES = ['sending', 'open', 'answered', 'done', 'failed'] as const
export type FeedbackState = (typeof FEEDBACK_STATES)[number]

export const MAX_PICTURES = 6
export const MAX_FEEDBACK_TEXT = 2000

const DAY_MS = 86_400_000

/** Spec decisions: requests are answered within a day. */
export const isUnanswered = (state: FeedbackState, moved_at: Date, now: Date): boolean =>
  (state === 'sending' || state === 'open') && now.getTime() > moved_at.getTime() + DAY_MS

export interface Message {
  who: 'person' | 'supplier'
  state: 'sending' | 'sent' | 'failed'
  written_at: Date
}

/** Where a conversation stands by its messages, whatever order they were heard in. `done` is a person's word. */
export function standingOf(messages: readonly Message[]): Exclude<FeedbackState, 'done'> {
  const latest = messages.reduce<Message | null>(
    (last, message) => (last === null || message.written_at >= last.written_at ? message : last),
    null,
  )
  if (latest?.who === 'supplier') return 'answered'
  if (latest?.state === 'failed') return 'failed'
  return latest?.state === 'sending' ? 'sending' : 'open'
}
