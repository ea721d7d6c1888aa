import { type SupplyFeedback, SUPPLY_ATTEMPT } from '@omni/connectors/suppliers/supply-order.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { FEEDBACK_KINDS } from '@omni/domain/feedback/feedback.ts'
import { z } from 'zod'
import { HOUSE_SOURCE_ID } from '@omni/domain/vendors/manifest.ts'
import { attempt, type AttemptChange } from '../../platform/attempts.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { sendOutcome } from '../../platform/send-outcome.ts'
import { openSource } from '../placement/open-source.ts'
import { lockFeedback, moveFeedback } from './feedback-rows.ts'

const Input = z.object({
  vendor: z.string(),
  order_no: z.string(),
  feedback_no: z.string().nullable(),
  kind: z.enum(FEEDBACK_KINDS),
  sku_ids: z.array(z.string()),
  text: z.string(),
  pictures: z.array(z.string()),
})
type SendInput = z.output<typeof Input>

async function ordersOf(ctx: JobCtx, { vendor }: SendInput, message_id: string) {
  const { workplace_id } = await ctx.db.read((tx) =>
    tx
      .selectFrom('feedback_messages')
      .select('workplace_id')
      .where('message_id', '=', message_id)
      .executeTakeFirstOrThrow(),
  )
  const source = await openSource(ctx, workplace_id, asSource(vendor))
  if (typeof source === 'string') throw new Error(`${vendor} cannot be asked: ${source}`)
  return source.orders
}

/** Both numbers: a look-up says no more than the effect. */
const found = ({ feedback_no, messages }: SupplyFeedback, reference: string) =>
  messages
    .filter((one) => one.reference === reference)
    .map(({ message_no }) => ({ effect: `${feedback_no} ${message_no}` }))

/** Writes once. A message is named by our reference, and found by it in the supplier's own list. */
export const sendMessage = attempt({
  name: 'feedback',
  vendor: HOUSE_SOURCE_ID,
  input: Input,
  profile: { ...SUPPLY_ATTEMPT, believes_refusals: true },
  async prepare(ctx, { reference, input: { vendor: _vendor, ...message }, input, subject_id }) {
    const orders = await ordersOf(ctx, input, subject_id)
    if (!orders.sendFeedback) throw new Error(`${input.vendor} takes no message`)
    const send = await orders.sendFeedback.prepare({ ...message, reference })
    return async (send_by) =>
      sendOutcome(
        await send(send_by),
        (conversation) => found(conversation, reference)[0] ?? { effect: `${conversation.feedback_no} ` },
      )
  },
  async look(ctx, { reference, input, subject_id }) {
    const orders = await ordersOf(ctx, input, subject_id)
    const shown = (await orders.listFeedbacks?.({ order_no: input.order_no })) ?? []
    return shown.flatMap((conversation) => found(conversation, reference))
  },
  changed: settleMessage,
})

async function settleMessage(tx: Tx, { workplace_id, subject_id, to, effect }: AttemptChange<SendInput>) {
  const isDone = to === 'done'
  if (!isDone && to !== 'failed' && to !== 'cancelled' && to !== 'needs_decision') return
  const [feedback_no, message_no] = (effect ?? '').split(' ')
  const message = await tx
    .updateTable('feedback_messages')
    .set(isDone ? { state: 'sent', message_no: message_no || null } : { state: 'failed' })
    .where('workplace_id', '=', workplace_id)
    .where('message_id', '=', subject_id)
    .where('state', '=', 'sending')
    .returning('feedback_id')
    .executeTakeFirst()
  const row = message && (await lockFeedback(tx, { workplace_id, feedback_id: message.feedback_id }))
  if (!row) return
  const change = isDone && row.feedback_no === null && feedback_no ? { feedback_no } : {}
  await moveFeedback(tx, row, { ...change, moved_at: new Date(row.moved_at), reopens: false })
}
