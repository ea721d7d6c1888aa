import type { SupplyFeedback } from '@omni/connectors/suppliers/supply-order.ts'
import type { EventData } from '@omni/contracts/events.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue, type Job, work } from '../../platform/jobs.ts'
import { notifyOfOrder } from '../orders/notify-of-order.ts'
import { recordEvents } from '../orders/order-events.ts'
import { openSource } from '../placement/open-source.ts'
import { readAskable } from './askable.ts'
import { type FeedbackRow, lockFeedback, moveFeedback } from './feedback-rows.ts'
import { readAllFeedbacks, readFeedbacks } from './jobs.ts'

const AT_ONCE = 1000
/** A supplier may still answer what a person has put aside. */
const STILL_READ_MS = 14 * 86_400_000

interface Purchase {
  workplace_id: string
  supplier_order_id: string
}

/** What the supplier shows about one purchase. Heard again, late or in another order, it changes nothing. */
export const readFeedbacksJob: Job = work(readFeedbacks, async (ctx, { workplace_id, supplier_order_id }) => {
  const [purchase] = await ctx.db.read((tx) => readAskable(tx, workplace_id, { supplier_order_id }))
  if (!purchase) return
  const source = await openSource(ctx, workplace_id, asSource(purchase.vendor))
  if (typeof source === 'string' || source.account_key !== purchase.account_key) return
  const shown = await source.orders.listFeedbacks?.({ order_no: purchase.order_no })
  for (const conversation of shown ?? [])
    await ctx.db.tx(async (tx) => {
      const known = await tx
        .selectFrom('feedbacks')
        .select('feedback_id')
        .where('workplace_id', '=', workplace_id)
        .where('supplier_order_id', '=', supplier_order_id)
        .where('feedback_no', '=', conversation.feedback_no)
        .executeTakeFirst()
      const row = known && (await lockFeedback(tx, { workplace_id, ...known }))
      if (row) await handleAnswers(tx, row, purchase.vendor, conversation, ctx.clock())
    })
})

async function handleAnswers(
  tx: Tx,
  row: FeedbackRow,
  vendor: string,
  { messages }: SupplyFeedback,
  now: Date,
): Promise<void> {
  const { workplace_id, feedback_id, order_id } = row
  const answers = messages.filter(({ reference }) => reference === null)
  if (answers.length === 0) return
  const added = await tx
    .insertInto('feedback_messages')
    .values(
      answers.map(({ message_no, text, pictures }) => ({
        workplace_id,
        feedback_id,
        who: 'supplier',
        text: text.slice(0, 10_000),
        links: pictures.slice(0, 20),
        state: 'sent',
        message_no,
        // When we heard it: the supplier's clock says nothing about what came after what of ours.
        written_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['workplace_id', 'feedback_id', 'message_no']).where('message_no', 'is not', null).doNothing(),
    )
    .returning(['message_no', 'text'])
    .execute()
  const latest = added.at(-1)
  if (!latest) return
  await moveFeedback(tx, row, { more_unread: added.length, moved_at: now, reopens: true })
  const params = { source: vendor }
  await recordEvents(tx, workplace_id, order_id, [
    {
      kind: 'feedback_answered',
      params,
      who: 'supplier',
      happened_at: now,
      once: `${feedback_id} ${latest.message_no}`,
    },
  ])
  await notifyOfOrder(tx, {
    workplace_id,
    order_id,
    user_id: row.created_by,
    message_key: 'feedback_answered',
    params: { text: latest.text.slice(0, 200) },
    link: `/app/orders?order=${order_id}`,
    cause: `feedback ${feedback_id} ${latest.message_no}`,
  })
}

export const readAllFeedbacksJob: Job = work(readAllFeedbacks, async (ctx) => {
  const since = new Date(ctx.now.getTime() - STILL_READ_MS)
  const { rows } = await ctx.db.read((tx) =>
    sql<Purchase>`select workplace_id, supplier_order_id from waiting_feedbacks(${since}, ${AT_ONCE})`.execute(tx),
  )
  for (const id of rows) await ctx.as({ workplace_id: id.workplace_id }).tx((tx) => enqueue(tx, readFeedbacks, id))
})

/** Every conversation of one workplace that is not done. */
export const readOpen = (ctx: JobCtx, { workplace_id }: EventData<'purchases.sync_requested'>): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const open = await tx
      .selectFrom('feedbacks')
      .select('supplier_order_id')
      .where('workplace_id', '=', workplace_id)
      .where('state', '<>', 'done')
      .distinct()
      .execute()
    for (const { supplier_order_id } of open) await enqueue(tx, readFeedbacks, { workplace_id, supplier_order_id })
  })
