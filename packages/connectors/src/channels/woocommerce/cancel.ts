/**
 * Cancelling a sale: `status` of the order, as core's REST controller of orders takes it (v3, and the JSON schema of a
 * running 10.0.2 names its values). Core puts the stock back by itself; it gives no money back and has no field for a
 * reason.
 */
import { z } from 'zod'
import { paidFor } from '../../pace.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { NOTHING_LEFT, type SaleCancellation } from '../channel.ts'
import { ask, send, type WooWriteCall } from './client.ts'

/** Reading the order, and the write. */
export const CANCEL_COST = { units: 2 }
/** Sent, or paid back: setting it to cancelled would say something else. */
const TOO_LATE = ['completed', 'refunded', 'trash']

export async function cancelOrder(
  call: WooWriteCall,
  { remote_order_id }: SaleCancellation,
): Promise<WriteOutcome<{ remote_id: string }>> {
  const paid = { ...call, limits: paidFor(call.limits) }
  const path = `/wc/v3/orders/${remote_order_id}`
  const Status = z.object({ status: z.string() })
  const order = await ask(paid, call.credentials, { path, query: { _fields: 'status' } }, Status).catch(reasonOf)
  if (typeof order === 'string') return { outcome: 'not_sent', reason: order }
  const done: WriteOutcome<{ remote_id: string }> = { outcome: 'done', reply: { remote_id: remote_order_id } }
  if (order.status === 'cancelled') return done
  if (TOO_LATE.includes(order.status))
    return { outcome: 'refused', kind: 'invalid', code: NOTHING_LEFT, message: `the order is ${order.status}` }
  const saved = await send(paid, { method: 'PUT', path, body: { status: 'cancelled' } }, Status)
  if (saved.outcome !== 'done') return saved
  return saved.reply.status === 'cancelled'
    ? done
    : { outcome: 'unknown', reason: `the order is ${saved.reply.status}` }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'it could not be read')
