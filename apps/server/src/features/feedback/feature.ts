import { feedbackCalls } from '@omni/contracts/feedback.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { getFeedback } from './get-feedback.ts'
import { listFeedbackHistory } from './list-feedback-history.ts'
import { listFeedbacks } from './list-feedbacks.ts'
import { markFeedbackDone } from './mark-feedback-done.ts'
import { markFeedbackRead } from './mark-feedback-read.ts'
import { readAllFeedbacksJob, readFeedbacksJob, readOpen } from './read-feedbacks.job.ts'
import { sendFeedback } from './send-feedback.ts'
import { sendMessage } from './send-message.ts'

/** Questions and complaints about orders, and what suppliers answer. The rules are packages/domain/src/feedback. */
export const feedback: Feature = {
  calls: serve(feedbackCalls, {
    listFeedbacks,
    sendFeedback,
    getFeedback,
    listFeedbackHistory,
    markFeedbackDone,
    markFeedbackRead,
  }),
  jobs: [readFeedbacksJob, readAllFeedbacksJob],
  on: { 'purchases.sync_requested': { 'read what suppliers wrote': readOpen } },
  attempts: [sendMessage],
}
