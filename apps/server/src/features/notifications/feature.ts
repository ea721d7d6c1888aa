import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { findSummariesJob, sendSummaryJob } from './daily-summary.job.ts'
import { listNotification } from './list-notification.ts'
import { mailNotificationsJob } from './mail-notifications.job.ts'
import { markNotificationsRead } from './mark-notifications-read.ts'

/** What the bell shows and what is mailed, at once or in the summary of the day. Other areas write them by `createNotification`. */
export const notifications: Feature = {
  calls: serve(notificationCalls, { listNotification, markNotificationsRead }),
  jobs: [mailNotificationsJob, findSummariesJob, sendSummaryJob],
}
