import type { feedbackCalls } from '@omni/contracts/feedback.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'

export async function markFeedbackRead(
  { db, workplace_id }: Ctx,
  { feedback_id }: In<typeof feedbackCalls.markFeedbackRead>,
) {
  return db.tx(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('feedbacks')
      .set({ unread: 0 })
      .where('workplace_id', '=', workplace_id)
      .where('feedback_id', '=', feedback_id)
      .where('unread', '>', 0)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await publishToWorkplace(tx, workplace_id, 'feedback.changed', {})
    return { changed: numUpdatedRows > 0n }
  })
}
