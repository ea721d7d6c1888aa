import { isAlwaysSent } from '@omni/domain/notifications/always-sent.ts'
import type { Tx } from '../../platform/db.ts'
import { publish } from '../../platform/realtime.ts'

export interface NewNotification {
  workplace_id: string
  user_id: string
  kind: 'product' | 'supplier' | 'order' | 'system'
  /** `notification.<key>.title` and `.body` in the locale files. */
  message_key: string
  params: Record<string, string | number>
  link: string | null
  /** The same cause notifies once. */
  cause: string
}

/**
 * Notifies one person, in the caller's transaction and inside that workplace's scope. A kind that the workplace has
 * switched off (settings, `notification`) is not written at all; what is always sent is not asked about.
 */
export async function createNotification(tx: Tx, notification: NewNotification): Promise<void> {
  const { params, ...rest } = notification
  if (!isAlwaysSent(notification.message_key) && !(await wantsKind(tx, notification))) return
  const made = await tx
    .insertInto('notifications')
    .values({ ...rest, params: JSON.stringify(params) })
    .onConflict((conflict) => conflict.columns(['workplace_id', 'user_id', 'cause']).doNothing())
    .returning('notification_id')
    .executeTakeFirst()
  if (!made) return
  const { workplace_id, user_id } = notification
  const counts = await tx
    .selectFrom('notification_counts')
    .select((eb) => eb.fn.sum<number>('unread').as('unread'))
    .where('workplace_id', '=', workplace_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  await publish(tx, user_id, 'notifications.changed', { unread: Number(counts?.unread ?? 0) })
}

async function wantsKind(tx: Tx, { workplace_id, kind }: NewNotification): Promise<boolean> {
  if (kind === 'system') return true
  const row = await tx
    .selectFrom('workplaces')
    .select('settings')
    .where('workplace_id', '=', workplace_id)
    .executeTakeFirst()
  const { notification } = (row?.settings ?? {}) as { notification?: Partial<Record<typeof kind, boolean>> } // written by keepSettings
  return notification?.[kind] ?? true
}
