import type { feedbackCalls } from '@omni/contracts/feedback.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'

/** Orders spec §7 orders/v5/feedbacks/mark-done. What is being sent goes on: its answer opens the conversation again. */
export async function markFeedbackDone(
  { db, workplace_id, now }: Ctx,
  { feedback_ids }: In<typeof feedbackCalls.markFeedbackDone>,
) {
  return db.tx(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('feedbacks')
      .set({ state: 'done', unread: 0, moved_at: now })
      .where('workplace_id', '=', workplace_id)
      .where('feedback_id', 'in', feedback_ids)
      .where('state', '<>', 'done')
      .executeTakeFirst()
    const changed = Number(numUpdatedRows)
    if (changed > 0) await publishToWorkplace(tx, workplace_id, 'feedback.changed', {})
    return { changed }
  })
}
