import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { findSummariesJob, sendSummaryJob } from './daily-summary.job.ts'
import { listNotification } from './list-notification.ts'
import { markNotificationsRead } from './mark-notifications-read.ts'

/** What the bell shows, and the summary of the day by mail. Other areas write them by `createNotification`. */
export const notifications: Feature = {
  calls: serve(notificationCalls, { listNotification, markNotificationsRead }),
  jobs: [findSummariesJob, sendSummaryJob],
}
