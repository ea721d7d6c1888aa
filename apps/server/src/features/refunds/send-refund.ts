import type { SupplyRefund } from '@omni/connectors/suppliers/supply-order.ts'
import { SUPPLY_ATTEMPT } from '@omni/connectors/suppliers/supply-order.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { isCancelReason, OTHER_REASON } from '@omni/domain/orders/cancel-reasons.ts'
import { REFUND_REASONS } from '@omni/domain/refunds/refunds.ts'
import { z } from 'zod'
import { HOUSE_SOURCE_ID } from '@omni/domain/vendors/manifest.ts'
import { attempt, type AttemptChange } from '../../platform/attempts.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { sendOutcome } from '../../platform/send-outcome.ts'
import { openSource } from '../placement/open-source.ts'
import { handleRefund, lockRefund, writeRefund } from './handle-refund.ts'
import { readRefunds } from './jobs.ts'

const Input = z.object({
  supplier_order_id: z.string(),
  vendor: z.string(),
  order_no: z.string(),
  type: z.enum(['cancel', 'refund']),
  reason: z.union([z.literal(''), z.enum(REFUND_REASONS)]),
  /** Absent in requests of before there were any. */
  cancel_reason: z.int().default(OTHER_REASON),
  amount: z.int(),
  text: z.string(),
  /** Absent in requests of before there were any. */
  pictures: z.array(z.string()).default([]),
})
type SendInput = z.output<typeof Input>

async function ordersOf(ctx: JobCtx, { vendor }: SendInput, workplace_id: string) {
  const source = await openSource(ctx, workplace_id, asSource(vendor))
  if (typeof source === 'string') throw new Error(`${vendor} cannot be asked: ${source}`)
  return source.orders
}

/** The workplace of an attempt is the scope of its job. */
const workplaceOf = async (ctx: JobCtx, refund_id: string): Promise<string> => {
  const row = await ctx.db.read((tx) =>
    tx
      .selectFrom('refund_requests')
      .select('workplace_id')
      .where('refund_id', '=', refund_id)
      .executeTakeFirstOrThrow(),
  )
  return row.workplace_id
}

/**
 * Asks once. A refund is named by our reference, and found by it in the supplier's own list; a cancellation shows in the
 * order itself, and asking for it again is harmless there.
 */
export const sendRefund = attempt({
  name: 'refund',
  vendor: HOUSE_SOURCE_ID,
  input: Input,
  profile: { ...SUPPLY_ATTEMPT, believes_refusals: true },
  async prepare(ctx, { reference, input, subject_id }) {
    const orders = await ordersOf(ctx, input, await workplaceOf(ctx, subject_id))
    const { order_no, reason, amount, text, pictures } = input
    if (input.type === 'cancel') {
      if (!orders.cancel) throw new Error(`${input.vendor} takes no cancellation`)
      const send = await orders.cancel.prepare({
        order_no,
        reason: isCancelReason(input.cancel_reason) ? input.cancel_reason : OTHER_REASON,
      })
      return async (send_by) => sendOutcome(await send(send_by), () => ({ effect: order_no }))
    }
    if (!orders.requestRefund || reason === '') throw new Error(`${input.vendor} takes no request`)
    const send = await orders.requestRefund.prepare({ order_no, reference, reason, amount, text, pictures })
    return async (send_by) =>
      sendOutcome(await send(send_by), (refund) => ({ effect: refund.refund_no, detail: refund }))
  },
  async look(ctx, { reference, input, subject_id }) {
    const orders = await ordersOf(ctx, input, await workplaceOf(ctx, subject_id))
    if (input.type === 'cancel') {
      const { status } = await orders.get({ order_no: input.order_no })
      return status === 'cancelled' || status === 'refunded' ? [{ effect: input.order_no }] : []
    }
    const found = (await orders.listRefunds?.({ order_no: input.order_no })) ?? []
    return found.filter((one) => one.reference === reference).map((one) => ({ effect: one.refund_no, detail: one }))
  },
  changed: settleSend,
})

const Said = z.object({ detail: z.custom<SupplyRefund>((value) => typeof value === 'object' && value !== null) })

async function settleSend(tx: Tx, change: AttemptChange<SendInput>): Promise<void> {
  const { workplace_id, to, input, effect, subject_id } = change
  const row = await lockRefund(tx, { workplace_id, refund_id: subject_id })
  if (!row || row.state !== 'sending') return
  const { now } = change
  if (to === 'failed' || to === 'cancelled' || to === 'needs_decision')
    return writeRefund(tx, row, { state: 'failed', note: change.error_key ?? 'unclear' }, now)
  if (to !== 'done') return
  const said = Said.safeParse(change.says).data?.detail
  if (input.type === 'refund' && said?.refund_no) await handleRefund(tx, row, said, now)
  else await writeRefund(tx, row, { state: 'pending', refund_no: input.type === 'refund' ? effect : null }, now)
  // A cancellation is paid back at once, and the list says so.
  await enqueue(tx, readRefunds, { workplace_id, supplier_order_id: row.supplier_order_id })
}
