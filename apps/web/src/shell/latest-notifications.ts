import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { useCall } from '../platform/query.ts'

/** The count in the bell, its popover and the home card ask alike, so they share one answer. */
export const useLatestNotifications = () =>
  useCall(notificationCalls.listNotification, { page_size: 6 }, { keep: true, quiet: true })
