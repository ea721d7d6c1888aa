import { homeCalls } from '@omni/contracts/home.calls.ts'
import type { CallInput, Out } from '@omni/contracts/kernel.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { useT } from '../platform/i18n.ts'
import { useAct } from '../platform/act.ts'
import { patchAnswers } from '../platform/query.ts'
import { undoToast } from '../platform/toasts.tsx'

type List = Out<typeof notificationCalls.listNotification>
export type NotificationItem = List['items'][number]

/** What the list will look like: rows and counts change together. Exported for its test. */
export function markIn(list: List, ids: readonly string[] | undefined, read: boolean): List {
  const unread = { ...list.unread }
  const items = list.items.map((item) => {
    if (item.read === read || (ids && !ids.includes(item.notification_id))) return item
    const step = read ? -1 : 1
    unread.total = Math.max(0, unread.total + step)
    if (item.kind !== 'system') unread[item.kind] = Math.max(0, unread[item.kind] + step)
    return { ...item, read }
  })
  const all = ids === undefined && read
  return { ...list, items, unread: all ? { total: 0, product: 0, supplier: 0, order: 0 } : unread }
}

/** Marks at once, saves, and offers ten seconds of undo. */
export function useMarkRead() {
  const t = useT()
  const act = useAct(notificationCalls.markNotificationsRead, {
    refresh: [notificationCalls.listNotification, homeCalls.getAttention],
    optimistic: ({ notification_ids, read = true }: CallInput<typeof notificationCalls.markNotificationsRead>) =>
      patchAnswers(notificationCalls.listNotification, (list) => markIn(list, notification_ids, read)),
  })
  const mark = async (ids: readonly string[] | undefined, read: boolean, quiet = false) => {
    const reply = await act.run({ ...(ids ? { notification_ids: [...ids] } : {}), read })
    const changed = reply.data?.changed ?? []
    if (!reply.success || changed.length === 0 || quiet) return
    const text = t(read ? 'notifications.marked_read' : 'notifications.marked_unread', { count: changed.length })
    undoToast(text, () => void mark(changed, !read, true))
  }
  return { mark, markAll: () => mark(undefined, true), pending: act.pending }
}
