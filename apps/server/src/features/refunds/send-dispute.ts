import { SUPPLY_ATTEMPT } from '@omni/connectors/suppliers/supply-order.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { z } from 'zod'
import { attempt, type AttemptChange } from '../../platform/attempts.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { sendOutcome } from '../../platform/send-outcome.ts'
import { openSource } from '../placement/open-source.ts'
import { lockRefund, writeRefund } from './handle-refund.ts'
import { readRefunds } from './jobs.ts'

const Input = z.object({
  supplier_order_id: z.string(),
  vendor: z.string(),
  order_no: z.string(),
  reason_no: z.string(),
  expect: z.enum(['refund', 'resend']),
  text: z.string(),
  pictures: z.array(z.string()),
  lines: z.array(z.object({ line_no: z.string(), quantity: z.int(), price: z.int() })),
})
const Withdrawal = z.object({ vendor: z.string(), order_no: z.string(), dispute_no: z.string() })

/** The workplace of an attempt is the scope of its job. */
const rowsOf = (ctx: JobCtx, refund_id: string) =>
  ctx.db.read(async (tx) => {
    const own = await tx
      .selectFrom('refund_requests')
      .select(['workplace_id', 'supplier_order_id'])
      .where('refund_id', '=', refund_id)
      .executeTakeFirstOrThrow()
    const known = await tx
      .selectFrom('refund_requests')
      .select('refund_no')
      .where('workplace_id', '=', own.workplace_id)
      .where('supplier_order_id', '=', own.supplier_order_id)
      .where('refund_id', '<>', refund_id)
      .execute()
    return { workplace_id: own.workplace_id, known: known.map(({ refund_no }) => refund_no) }
  })

async function ordersOf(ctx: JobCtx, vendor: string, refund_id: string) {
  const { workplace_id, known } = await rowsOf(ctx, refund_id)
  const source = await openSource(ctx, workplace_id, asSource(vendor))
  if (typeof source === 'string') throw new Error(`${vendor} cannot be asked: ${source}`)
  return { orders: source.orders, known }
}

/**
 * Opens once. The supplier names a dispute in its list alone, and without our reference: one of this order that is in no
 * other claim of ours is this one, because it takes one at a time.
 */
export const sendDispute = attempt({
  name: 'dispute',
  vendor: 'suppliers',
  input: Input,
  profile: SUPPLY_ATTEMPT,
  async prepare(ctx, { reference, input, subject_id }) {
    const { orders } = await ordersOf(ctx, input.vendor, subject_id)
    if (!orders.openDispute) throw new Error(`${input.vendor} has no disputes`)
    const { order_no, reason_no, expect, text, pictures, lines } = input
    const send = await orders.openDispute.prepare({ order_no, reference, reason_no, expect, text, pictures, lines })
    // Its number is in the list, which is read once it is done.
    return async (send_by) => sendOutcome(await send(send_by), () => ({ effect: reference }))
  },
  async look(ctx, { input, subject_id, reference }) {
    const { orders, known } = await ordersOf(ctx, input.vendor, subject_id)
    const shown = (await orders.listRefunds?.({ order_no: input.order_no })) ?? []
    const ours = shown.filter(({ refund_no }) => !known.includes(refund_no))
    return ours.length > 0 ? [{ effect: reference }] : []
  },
  changed: settleDispute,
})

async function settleDispute(tx: Tx, change: AttemptChange<z.output<typeof Input>>): Promise<void> {
  const { workplace_id, to, input, subject_id } = change
  const row = await lockRefund(tx, { workplace_id, refund_id: subject_id })
  if (!row || row.state !== 'sending') return
  const { now } = change
  if (to === 'failed' || to === 'cancelled' || to === 'needs_decision')
    return writeRefund(tx, row, { state: 'failed', note: change.error_key ?? 'unclear' }, now)
  if (to !== 'done') return
  await writeRefund(tx, row, { state: 'pending' }, now)
  await enqueue(tx, readRefunds, { workplace_id, supplier_order_id: input.supplier_order_id })
}

/** Takes it back once. What the supplier's list shows of it says whether it was heard. */
export const withdrawDispute = attempt({
  name: 'dispute-withdrawal',
  vendor: 'suppliers',
  input: Withdrawal,
  profile: SUPPLY_ATTEMPT,
  async prepare(ctx, { input, subject_id }) {
    const { orders } = await ordersOf(ctx, input.vendor, subject_id)
    if (!orders.cancelDispute) throw new Error(`${input.vendor} has no disputes`)
    const { order_no, dispute_no } = input
    const send = await orders.cancelDispute.prepare({ order_no, dispute_no })
    return async (send_by) => sendOutcome(await send(send_by), () => ({ effect: dispute_no }))
  },
  async look(ctx, { input: { vendor, order_no, dispute_no }, subject_id }) {
    const { orders } = await ordersOf(ctx, vendor, subject_id)
    const shown = (await orders.listRefunds?.({ order_no })) ?? []
    const own = shown.find(({ refund_no }) => refund_no === dispute_no)
    return own && own.state === 'pending' ? [] : [{ effect: dispute_no }]
  },
  async changed(tx, { workplace_id, subject_id, to }) {
    if (to !== 'done') return
    const row = await lockRefund(tx, { workplace_id, refund_id: subject_id })
    // The list says whether it was withdrawn or decided meanwhile.
    if (row) await enqueue(tx, readRefunds, { workplace_id, supplier_order_id: row.supplier_order_id })
  },
})
