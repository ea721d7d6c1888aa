import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Sends what waits to be mailed to one person. */
export const mailNotifications = job('notifications.mail', {
  payload: z.object({ workplace_id: z.string(), user_id: z.string() }),
  attempts: 12,
  key: ({ workplace_id, user_id }) => `${workplace_id} ${user_id}`,
  keeps_time: true,
  queue: ({ user_id }) => `notifications.mail ${user_id}`,
  scope: ({ workplace_id, user_id }) => ({ workplace_id, user_id }),
})

export const findSummaries = job('notifications.find-summaries', {
  payload: z.object({}),
  attempts: 3,
  cron: '*/15 * * * *',
  key: () => 'summaries',
})

export const sendSummary = job('notifications.send-summary', {
  payload: z.object({ workplace_id: z.string(), user_id: z.string(), day: z.string() }),
  attempts: 5,
  key: ({ workplace_id, user_id, day }) => `${workplace_id} ${user_id} ${day}`,
  scope: ({ workplace_id, user_id }) => ({ workplace_id, user_id }),
})
