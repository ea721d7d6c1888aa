import type { Feedback } from '@omni/contracts/feedback.calls.ts'
import { type FeedbackState, isUnanswered, standingOf } from '@omni/domain/feedback/feedback.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'

export type FeedbackRow = Selectable<DB['feedbacks']>
export type MessageRow = Selectable<DB['feedback_messages']>
export type FeedbackView = z.output<typeof Feedback>

/** `where` and what follows it; the tables are `f` and `o`. */
export async function readFeedbackViews(tx: Tx, now: Date, where: RawBuilder<unknown>): Promise<FeedbackView[]> {
  const { rows } = await sql<Omit<FeedbackView, 'is_overdue' | 'last'> & Partial<FeedbackView['last']>>`
    select f.feedback_id, f.order_id, o.number, f.supplier_order_id, s.vendor as source, s.order_no, f.kind, f.line_ids,
      f.state, f.unread, f.created_at, f.moved_at, m.who, left(m.text, 200) as text
    from feedbacks f
    join supplier_orders s using (workplace_id, supplier_order_id)
    join orders o on o.workplace_id = f.workplace_id and o.order_id = f.order_id
    left join lateral (select who, text from feedback_messages m where m.workplace_id = f.workplace_id
      and m.feedback_id = f.feedback_id order by m.written_at desc, m.message_id desc limit 1) m on true
    where ${where}`.execute(tx)
  return rows.map(({ who = 'person', text = '', ...row }) => ({
    ...row,
    is_overdue: isUnanswered(row.state, new Date(row.moved_at), now),
    last: { who, text },
  }))
}

export const lockFeedback = (
  tx: Tx,
  { workplace_id, feedback_id }: { workplace_id: string; feedback_id: string },
): Promise<FeedbackRow | undefined> =>
  tx
    .selectFrom('feedbacks')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('feedback_id', '=', feedback_id)
    .forUpdate()
    .executeTakeFirst()

export const readMessages = (tx: Tx, workplace_id: string, feedback_id: string): Promise<MessageRow[]> =>
  tx
    .selectFrom('feedback_messages')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('feedback_id', '=', feedback_id)
    .orderBy('written_at')
    .orderBy('message_id')
    .execute()

/** Writes where the conversation stands by its messages. `reopens`: something new was said. */
export async function moveFeedback(
  tx: Tx,
  row: FeedbackRow,
  change: { feedback_no?: string; more_unread?: number; moved_at: Date; reopens: boolean },
): Promise<void> {
  const { workplace_id, feedback_id } = row
  const messages = await readMessages(tx, workplace_id, feedback_id)
  const standing = standingOf(
    messages.map(({ who, state, written_at }) => ({
      // The table's own checks.
      who: who as 'person' | 'supplier',
      state: state as 'sending' | 'sent' | 'failed',
      written_at: new Date(written_at),
    })),
  )
  const state: FeedbackState = row.state === 'done' && !change.reopens ? 'done' : standing
  await tx
    .updateTable('feedbacks')
    .set({
      state,
      ...(change.feedback_no !== undefined && { feedback_no: change.feedback_no }),
      unread: row.unread + (change.more_unread ?? 0),
      moved_at: change.moved_at,
    })
    .where('workplace_id', '=', workplace_id)
    .where('feedback_id', '=', feedback_id)
    .execute()
  await publishToWorkplace(tx, workplace_id, 'feedback.changed', {})
}
