/**
 * Cancelling a sale. `orderCancel`, its arguments and `orderCancelUserErrors`: the published schema of 2026-10 and the
 * code of several public clients. That a job does it afterwards: Shopify's changelog of 2024-01 and those clients. So the
 * order is read to know what came of it. That it needs `write_orders` is said of its neighbour `orderDelete`; of
 * `orderCancel` itself it was not seen, and is to be confirmed with a live store.
 */
import type { CancelReasonNo } from '@omni/domain/orders/cancel-reasons.ts'
import { z } from 'zod'
import type { WriteCall } from '../../vendor.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import type { SaleCancellation } from '../channel.ts'
import type { App, Credentials } from './app.ts'
import { change } from './client.ts'
import { CANCEL_ORDER } from './documents.ts'

/** Shopify has six words. */
const REASONS: Record<CancelReasonNo, 'CUSTOMER' | 'DECLINED' | 'FRAUD' | 'INVENTORY' | 'OTHER' | 'STAFF'> = {
  1: 'INVENTORY',
  2: 'OTHER',
  3: 'INVENTORY',
  4: 'CUSTOMER',
  5: 'OTHER',
  6: 'CUSTOMER',
  7: 'CUSTOMER',
  8: 'CUSTOMER',
  9: 'OTHER',
  10: 'OTHER',
  11: 'DECLINED',
  12: 'FRAUD',
  13: 'STAFF',
  14: 'OTHER',
}

export const cancelCost = { units: CANCEL_ORDER.cost() }

const Begun = z.object({ job: z.object({ done: z.boolean() }).nullish() })

export async function cancelOrder(
  call: WriteCall<App, Credentials>,
  { remote_order_id, reason }: SaleCancellation,
): Promise<WriteOutcome<{ remote_id: string }>> {
  const outcome = await change(call, CANCEL_ORDER.text, {
    id: remote_order_id,
    reason: REASONS[reason],
    refund: { originalPaymentMethodsRefund: true },
  })
  if (outcome.outcome !== 'done') return outcome
  return Begun.safeParse(outcome.reply.at(-1)).data?.job?.done === true
    ? { outcome: 'done', reply: { remote_id: remote_order_id } }
    : { outcome: 'unknown', reason: 'the store cancels it in the background' }
}
