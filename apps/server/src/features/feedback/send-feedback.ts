import type { feedbackCalls } from '@omni/contracts/feedback.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { startAttempt, withRehearsal } from '../../platform/attempts.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { useEvidence } from '../evidence/evidence-files.ts'
import { recordEvents } from '../orders/order-events.ts'
import { type AskablePurchase, readAskable } from './askable.ts'
import { type FeedbackRow, type FeedbackView, lockFeedback, readFeedbackViews } from './feedback-rows.ts'
import { sendMessage } from './send-message.ts'

type Input = In<typeof feedbackCalls.sendFeedback>

/** Orders spec §7 orders/v5/feedbacks: the message is committed, and a job sends it. */
export async function sendFeedback(ctx: Ctx, input: Input): Promise<FeedbackView> {
  const { workplace_id, user_id, now } = ctx
  return ctx.db.tx(async (tx) => {
    const { row, purchase } = input.feedback_id ? await known(ctx, tx, input.feedback_id) : await begin(ctx, tx, input)
    const { feedback_id } = row
    const links = await useEvidence(ctx, tx, workplace_id, input.pictures)
    const message_id = randomUUID()
    await tx
      .insertInto('feedback_messages')
      .values({
        workplace_id,
        message_id,
        feedback_id,
        who: 'person',
        text: input.text,
        pictures: [...new Set(input.pictures)],
        state: 'sending',
        written_by: user_id,
        written_at: now,
      })
      .execute()
    await tx
      .updateTable('feedbacks')
      .set({ state: 'sending', moved_at: now })
      .where('workplace_id', '=', workplace_id)
      .where('feedback_id', '=', feedback_id)
      .execute()
    const about = purchase.lines.filter(({ line_id }) => row.line_ids.includes(line_id))
    await startAttempt(tx, withRehearsal(sendMessage, ctx.config), {
      workplace_id,
      subject_id: message_id,
      account_key: purchase.account_key,
      input: {
        vendor: purchase.vendor,
        order_no: purchase.order_no,
        feedback_no: row.feedback_no,
        kind: row.kind as Input['kind'], // the table's own check
        sku_ids: [...new Set(about.map(({ sku_id }) => sku_id))],
        text: input.text,
        pictures: links,
      },
    })
    const event = { kind: 'feedback_sent', params: { source: purchase.vendor }, who: 'person', user_id } as const
    await recordEvents(tx, workplace_id, row.order_id, [{ ...event, happened_at: now }])
    await publishToWorkplace(tx, workplace_id, 'feedback.changed', {})
    const which = sql`f.workplace_id = ${workplace_id} and f.feedback_id = ${feedback_id}`
    const [view] = await readFeedbackViews(tx, now, which)
    if (!view) throw new Error('a conversation that was just written is not there')
    return view
  })
}

interface Conversation {
  row: FeedbackRow
  purchase: AskablePurchase
}

async function known({ workplace_id }: Ctx, tx: Tx, feedback_id: string): Promise<Conversation> {
  const row = await lockFeedback(tx, { workplace_id, feedback_id })
  if (!row) refuse('not_found')
  // The supplier's number of the conversation comes with the answer to the first message.
  if (row.state === 'sending') refuse('feedback.sending')
  const [purchase] = await readAskable(tx, workplace_id, { supplier_order_id: row.supplier_order_id })
  return purchase ? { row, purchase } : refuse('feedback.not_house')
}

async function begin({ workplace_id, user_id, now }: Ctx, tx: Tx, input: Input): Promise<Conversation> {
  if (!input.supplier_order_id) refuse('feedback.about_what', {}, { field: 'supplier_order_id' })
  const [purchase] = await readAskable(tx, workplace_id, { supplier_order_id: input.supplier_order_id })
  if (!purchase) {
    const exists = await tx
      .selectFrom('supplier_orders')
      .select('supplier_order_id')
      .where('workplace_id', '=', workplace_id)
      .where('supplier_order_id', '=', input.supplier_order_id)
      .executeTakeFirst()
    refuse(exists ? 'feedback.not_house' : 'not_found')
  }
  const line_ids = [...new Set(input.line_ids)]
  if (line_ids.some((id) => !purchase.lines.some(({ line_id }) => line_id === id)))
    refuse('feedback.other_line', {}, { field: 'line_ids' })
  const row = await tx
    .insertInto('feedbacks')
    .values({
      workplace_id,
      order_id: purchase.order_id,
      supplier_order_id: purchase.supplier_order_id,
      line_ids,
      kind: input.kind,
      state: 'sending',
      created_by: user_id,
      created_at: now,
      moved_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, purchase }
}
