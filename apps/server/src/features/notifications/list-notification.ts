import type { In } from '@omni/contracts/kernel.ts'
import type { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { NOTIFICATION_KINDS } from '@omni/domain/notifications/kinds.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset } from '../../platform/cursor.ts'
import type { Params } from '../../platform/messages.ts'
import { textOf } from './notification-text.ts'
import { counts } from './unread-counts.ts'

const place = keyset(z.uuid())

/** Foundation spec §7 core/list-notification: newest first, by keyset; ids are time-ordered. */
export async function listNotification(ctx: Ctx, input: In<typeof notificationCalls.listNotification>) {
  const after = place.read(input.cursor)
  return ctx.db.read(async (tx) => {
    let query = tx
      .selectFrom('notifications')
      .selectAll()
      .where('workplace_id', '=', ctx.workplace_id)
      .where('user_id', '=', ctx.user_id)
      .where('channels', '@>', sql.val(['app']))
    if (input.kind) query = query.where('kind', '=', input.kind)
    if (input.unread) query = query.where('read_at', input.unread === 'true' ? 'is' : 'is not', null)
    if (after) query = query.where('notification_id', '<', after)
    const rows = await query
      .orderBy('notification_id', 'desc')
      .limit(input.page_size + 1)
      .execute()
    const shown = rows.slice(0, input.page_size)
    const last = shown.at(-1)
    const counted = await counts(tx, ctx)
    const scope = input.kind ? counted.of(input.kind) : { total: counted.total, unread: counted.unread.total }
    return {
      items: shown.map((row) => ({
        notification_id: row.notification_id,
        kind: NOTIFICATION_KINDS.find((kind) => kind === row.kind) ?? 'system',
        // written by createNotification
        title: textOf(ctx.language, 'title', { ...row, params: row.params as Params }),
        body: textOf(ctx.language, 'body', { ...row, params: row.params as Params }),
        link: row.link,
        read: row.read_at !== null,
        created_at: row.created_at,
      })),
      next_cursor: rows.length > input.page_size && last ? place.write(last.notification_id) : null,
      total:
        input.unread === 'true' ? scope.unread : input.unread === 'false' ? scope.total - scope.unread : scope.total,
      total_is_capped: false,
      unread: counted.unread,
    }
  })
}
