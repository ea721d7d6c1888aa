import {
  aboutOf,
  channelsOf,
  type NotificationChannel,
  type NotificationKey,
  type SwitchedChannels,
} from '@omni/domain/notifications/kinds.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { enqueueAll } from '../../platform/jobs.ts'
import type { Params } from '../../platform/messages.ts'
import { publish } from '../../platform/realtime.ts'
import { mailNotifications } from './jobs.ts'

export interface NewNotification {
  workplace_id: string
  /** Null, or somebody who has left: everybody in the workplace. */
  user_id: string | null
  message_key: NotificationKey
  params: Params
  link: string | null
  /** The same cause notifies once. */
  cause: string
}

/**
 * Notifies in the caller's transaction and inside that workplace's scope. By which channels is said by the table of all
 * notifications and, for ordinary news, by the workplace's settings; what goes by none is not written at all.
 */
export async function createNotification(tx: Tx, notification: NewNotification): Promise<void> {
  const { workplace_id, message_key, params, link, cause } = notification
  const { receivers, switched, is_example } = await receiversOf(tx, notification)
  const channels = channelsOf(message_key, switched).filter((channel) => channel === 'app' || !is_example)
  if (channels.length === 0 || receivers.length === 0) return
  const made = await tx
    .insertInto('notifications')
    .values(
      receivers.map((user_id) => ({
        workplace_id,
        user_id,
        kind: aboutOf(message_key).kind,
        message_key,
        params: JSON.stringify(params),
        link,
        cause: cause.slice(0, LONGEST_CAUSE),
        channels,
      })),
    )
    .onConflict((conflict) => conflict.columns(['workplace_id', 'user_id', 'cause']).doNothing())
    .returning('user_id')
    .execute()
  if (made.length === 0) return
  const has = (channel: NotificationChannel) => channels.includes(channel)
  if (has('mail')) {
    const readers = made.map(({ user_id }) => ({ workplace_id, user_id }))
    await enqueueAll(tx, mailNotifications, readers)
  }
  if (has('app')) for (const { user_id } of made) await publishUnread(tx, workplace_id, user_id)
}

const LONGEST_CAUSE = 500

interface Receivers {
  receivers: string[]
  switched: SwitchedChannels
  /** Nothing of an example leaves it. */
  is_example: boolean
}

async function receiversOf(tx: Tx, { workplace_id, user_id }: NewNotification): Promise<Receivers> {
  const { rows } = await sql<Receivers>`
    with members as (select m.user_id from workplace_members m where m.workplace_id = ${workplace_id})
    select coalesce(w.settings -> 'notification', '{}') as switched, w.is_example,
      array(select m.user_id from members m where m.user_id = ${user_id}::uuid
        or not exists (select from members o where o.user_id = ${user_id}::uuid) order by 1) as receivers
    from workplaces w where w.workplace_id = ${workplace_id}`.execute(tx)
  return rows[0] ?? { receivers: [], switched: {}, is_example: false }
}

async function publishUnread(tx: Tx, workplace_id: string, user_id: string): Promise<void> {
  const counts = await tx
    .selectFrom('notification_counts')
    .select((eb) => eb.fn.sum<number>('unread').as('unread'))
    .where('workplace_id', '=', workplace_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  await publish(tx, user_id, 'notifications.changed', { unread: Number(counts?.unread ?? 0) })
}
