import type { In } from '@omni/contracts/kernel.ts'
import { NOTIFICATION_KINDS, type notificationCalls } from '@omni/contracts/notifications.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { type Params, say } from '../../platform/messages.ts'
import { counts } from './unread-counts.ts'

const ID = /^[0-9a-f-]{36}$/

/** Foundation spec §7 core/list-notification: newest first, by keyset; ids are time-ordered. */
export async function listNotification(ctx: Ctx, input: In<typeof notificationCalls.listNotification>) {
  if (input.cursor !== undefined && !ID.test(input.cursor)) refuse('invalid.cursor', {}, { field: 'cursor' })
  return ctx.db.read(async (tx) => {
    let query = tx
      .selectFrom('notifications')
      .selectAll()
      .where('workplace_id', '=', ctx.workplace_id)
      .where('user_id', '=', ctx.user_id)
    if (input.kind) query = query.where('kind', '=', input.kind)
    if (input.unread) query = query.where('read_at', input.unread === 'true' ? 'is' : 'is not', null)
    if (input.cursor) query = query.where('notification_id', '<', input.cursor)
    const rows = await query
      .orderBy('notification_id', 'desc')
      .limit(input.page_size + 1)
      .execute()
    const shown = rows.slice(0, input.page_size)
    const counted = await counts(tx, ctx)
    const scope = input.kind ? counted.of(input.kind) : { total: counted.total, unread: counted.unread.total }
    return {
      items: shown.map((row) => ({
        notification_id: row.notification_id,
        kind: NOTIFICATION_KINDS.find((kind) => kind === row.kind) ?? 'system',
        // written by createNotification
        title: say(ctx.language, `notification.${row.message_key}.title`, row.params as Params),
        body: say(ctx.language, `notification.${row.message_key}.body`, row.params as Params),
        link: row.link,
        read: row.read_at !== null,
        created_at: row.created_at,
      })),
      next_cursor: rows.length > input.page_size ? (shown.at(-1)?.notification_id ?? null) : null,
      total:
        input.unread === 'true' ? scope.unread : input.unread === 'false' ? scope.total - scope.unread : scope.total,
      total_is_capped: false,
      unread: counted.unread,
    }
  })
}
