/**
 * Cancelling a sale as its seller: "Cancel Order", POST /return_refund/202309/cancellations. Path: a Go client and the test
 * of a PHP shop, which also has `cancel_id` in the reply. Reasons, which differ by whether the order was paid: the
 * vendor's page as two collections of its documents keep it, and the lists of three shops' own programs. In Mexico
 * `wrong_price` is not taken (the vendor's page on that market). The words of `cancel_status` are from our notes alone: one
 * that is not known is looked up in the order.
 */
import type { CancelReasonNo } from '@omni/domain/orders/cancel-reasons.ts'
import { z } from 'zod'
import type { WriteOutcome } from '../../write-outcome.ts'
import type { SaleCancellation } from '../channel.ts'
import { ask, prepaid, READ_AND_WRITE_UNITS, send, type TikTokWriteCall } from './client.ts'
import { Orders } from './order-schemas.ts'

export const cancelCost = { units: READ_AND_WRITE_UNITS }

type Word = 'out_of_stock' | 'wrong_price' | 'buyer' | 'address'
const UNPAID: Record<Word, string> = {
  out_of_stock: 'seller_cancel_unpaid_reason_out_of_stock',
  wrong_price: 'seller_cancel_unpaid_reason_wrong_price',
  buyer: 'seller_cancel_unpaid_reason_buyer_requested_cancellation',
  // Nothing is said of addresses before it is paid.
  address: 'seller_cancel_unpaid_reason_out_of_stock',
}
const PAID: Record<Word, string> = {
  out_of_stock: 'seller_cancel_reason_out_of_stock',
  wrong_price: 'seller_cancel_reason_wrong_price',
  buyer: 'seller_cancel_paid_reason_buyer_requested_cancellation',
  address: 'seller_cancel_paid_reason_address_not_deliver',
}
const NOT_PAID_IN_TIME = 'seller_cancel_unpaid_reason_buyer_hasnt_paid_within_time_allowed'
/** What the platform has no word for is the seller's own lack: a buyer's request must not be made up. */
const WORDS: Partial<Record<CancelReasonNo, Word>> = {
  4: 'buyer',
  5: 'address',
  6: 'buyer',
  7: 'buyer',
  8: 'buyer',
  9: 'address',
  10: 'wrong_price',
}

/** Exported for its test. */
export function reasonOf(reason: CancelReasonNo, status: string): string {
  if (status !== 'UNPAID') return PAID[WORDS[reason] ?? 'out_of_stock']
  return reason === 11 ? NOT_PAID_IN_TIME : UNPAID[WORDS[reason] ?? 'out_of_stock']
}

const Made = z.object({ cancel_id: z.string(), cancel_status: z.string() })
const OVER = /_(SUCCESS|COMPLETE)$/

export async function cancelOrder(
  call: TikTokWriteCall,
  { remote_order_id, reason }: SaleCancellation,
): Promise<WriteOutcome<{ remote_id: string }>> {
  const paid = prepaid(call)
  const query = { ids: remote_order_id }
  const orders = await ask(paid, { path: '/order/202309/orders', query }, Orders).catch(textOf)
  if (typeof orders === 'string') return { outcome: 'not_sent', reason: orders }
  const [order] = orders.orders
  if (!order) return { outcome: 'not_sent', reason: 'the order is not there' }
  const body = { order_id: remote_order_id, cancel_reason: reasonOf(reason, order.status) }
  const made = await send(paid, { method: 'POST', path: '/return_refund/202309/cancellations', body }, Made)
  if (made.outcome !== 'done') return made
  return OVER.test(made.reply.cancel_status)
    ? { outcome: 'done', reply: { remote_id: remote_order_id } }
    : { outcome: 'unknown', reason: `the cancellation is ${made.reply.cancel_status}` }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : 'the order could not be read')
