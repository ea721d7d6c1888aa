import type { feedbackCalls } from '@omni/contracts/feedback.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { readFeedbackPage } from './feedback-page.ts'

/** Orders spec §7 orders/v10/feedbacks/history. */
export const listFeedbackHistory = (
  { db, workplace_id, now }: Ctx,
  page: In<typeof feedbackCalls.listFeedbackHistory>,
) => db.read((tx) => readFeedbackPage(tx, now, sql`f.workplace_id = ${workplace_id} and f.state = 'done'`, page))
