import type { feedbackCalls } from '@omni/contracts/feedback.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { readFeedbackPage } from './feedback-page.ts'
import { readAskable } from './askable.ts'

/** Orders spec §7 orders/v5/feedbacks. */
export async function listFeedbacks(
  { db, workplace_id, now }: Ctx,
  { order_id, ...page }: In<typeof feedbackCalls.listFeedbacks>,
): Promise<Out<typeof feedbackCalls.listFeedbacks>> {
  const which = order_id === undefined ? sql`f.state <> 'done'` : sql`f.order_id = ${order_id}`
  return db.read(async (tx) => {
    const found = await readFeedbackPage(tx, now, sql`f.workplace_id = ${workplace_id} and ${which}`, page)
    const { rows } = await sql<{ unread: number }>`
      select count(*)::int as unread from feedbacks where workplace_id = ${workplace_id} and unread > 0`.execute(tx)
    const askable = order_id === undefined ? [] : await readAskable(tx, workplace_id, { order_id })
    return {
      ...found,
      unread: rows[0]?.unread ?? 0,
      askable: askable.map(({ supplier_order_id, vendor, order_no, lines }) => ({
        supplier_order_id,
        source: vendor,
        order_no,
        lines: lines.map(({ line_id, title }) => ({ line_id, title })),
      })),
    }
  })
}
