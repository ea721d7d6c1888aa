import { NOTIFICATION_KINDS } from '@omni/domain/notifications/kinds.ts'
import { z } from 'zod'
import { Id, Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'

const Unread = z.object({ total: z.int(), product: z.int(), supplier: z.int(), order: z.int() })

/** Title and body are keys with parameters, so that a change of language changes old notifications too. */
const Notification = z.object({
  notification_id: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  read: z.boolean(),
  created_at: Timestamp,
})

export const notificationCalls = calls({
  listNotification: {
    method: 'GET',
    path: '/core/list-notification',
    about: 'Notifications, newest first, with unread counts by kind.',
    input: z.object({
      ...page,
      kind: z.enum(NOTIFICATION_KINDS).optional(),
      unread: z.enum(['true', 'false']).optional(),
    }),
    data: listOf(Notification).extend({ unread: Unread }),
  },
  markNotificationsRead: {
    // spec: not shown
    method: 'POST',
    path: '/core/list-notification/read',
    unkeyed: 'same_again',
    about: 'Marks some or all notifications read, or unread again (undo).',
    input: z.object({ notification_ids: z.array(Id).max(100).optional(), read: z.boolean().default(true) }),
    data: z.object({ changed: z.array(z.string()), unread: Unread }),
  },
})
