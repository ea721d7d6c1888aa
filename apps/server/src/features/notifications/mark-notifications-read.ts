import type { In } from '@omni/contracts/kernel.ts'
import type { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publish } from '../../platform/realtime.ts'
import { counts } from './unread-counts.ts'

/** spec: not shown. Marks some or all as read; says which it changed, so that undo can turn exactly those back. */
export async function markNotificationsRead(
  ctx: Ctx,
  { notification_ids, read }: In<typeof notificationCalls.markNotificationsRead>,
) {
  return ctx.db.tx(async (tx) => {
    let update = tx
      .updateTable('notifications')
      .set({ read_at: read ? ctx.now : null })
      .where('workplace_id', '=', ctx.workplace_id)
      .where('user_id', '=', ctx.user_id)
      .where('read_at', read ? 'is' : 'is not', null)
    if (notification_ids)
      update = update.where(
        'notification_id',
        'in',
        notification_ids.length > 0 ? notification_ids : ['00000000-0000-0000-0000-000000000000'],
      )
    const changed = await update.returning('notification_id').execute()
    const { unread } = await counts(tx, ctx)
    if (changed.length > 0) await publish(tx, ctx.user_id, 'notifications.changed', { unread: unread.total })
    return { changed: changed.map((row) => row.notification_id), unread }
  })
}
