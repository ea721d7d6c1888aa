import type { Out } from '@omni/contracts/kernel.ts'
import type { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { payWaiting } from '../placement/pay-waiting.ts'
import { HOUSE_ORDERS, lockWaiting } from '../placement/waiting-orders.ts'

/**
 * Orders spec §7 orders/v6/payments/retry-all, as the payment setting says: wallet, card or both. What does not fit, and
 * what became too dear for its order, goes on waiting.
 */
export const retryAllPayments = (ctx: Ctx): Promise<Out<typeof orderPaymentCalls.retryAllPayments>> =>
  ctx.db.tx(async (tx) => {
    const waiting = await lockWaiting(tx, ctx.workplace_id, HOUSE_ORDERS)
    const { paying } = await payWaiting(tx, ctx, waiting, { agreed: false })
    return { paying: paying.length, left: waiting.length - paying.length }
  })
