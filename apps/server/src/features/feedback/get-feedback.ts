import type { feedbackCalls } from '@omni/contracts/feedback.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readEvidence, toEvidence } from '../evidence/evidence-files.ts'
import { readFeedbackViews, readMessages } from './feedback-rows.ts'

/** Orders spec §7 orders/v5/feedbacks/{feedback_id}. */
export async function getFeedback(
  ctx: Ctx,
  { feedback_id }: In<typeof feedbackCalls.getFeedback>,
): Promise<Out<typeof feedbackCalls.getFeedback>> {
  const { workplace_id, now } = ctx
  return ctx.db.read(async (tx) => {
    const which = sql`f.workplace_id = ${workplace_id} and f.feedback_id = ${feedback_id}`
    const [view] = await readFeedbackViews(tx, now, which)
    if (!view) refuse('not_found')
    const messages = await readMessages(tx, workplace_id, feedback_id)
    const writers = messages.flatMap(({ written_by }) => written_by ?? [])
    const { rows: names } = await sql<{ user_id: string; name: string }>`
      select user_id, trim(first_name || ' ' || last_name) as name from users
      where user_id = any(${writers}::uuid[])`.execute(tx)
    const shown = []
    for (const message of messages)
      shown.push({
        message_id: message.message_id,
        who: message.who === 'supplier' ? ('supplier' as const) : ('person' as const),
        user_name: names.find(({ user_id }) => user_id === message.written_by)?.name ?? '',
        text: message.text,
        pictures: (await readEvidence(tx, workplace_id, message.pictures)).map((row) => toEvidence(ctx, row)),
        links: message.links,
        state: message.state as 'sending' | 'sent' | 'failed', // the table's own check
        written_at: message.written_at,
      })
    return { ...view, messages: shown }
  })
}
