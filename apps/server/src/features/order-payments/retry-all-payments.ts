import type { Out } from '@omni/contracts/kernel.ts'
import type { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { handlePerson } from '../placement/handle-person.ts'
import { readWallet } from '../placement/money.ts'
import { waitingOrders } from './waiting-orders.ts'

/** Orders spec §7 orders/v6/payments/retry-all. What does not fit goes on waiting. */
export async function retryAllPayments(ctx: Ctx): Promise<Out<typeof orderPaymentCalls.retryAllPayments>> {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const wallet = await readWallet(tx, workplace_id)
    let rest = wallet.bonus + wallet.topup
    let paying = 0
    const waiting = await waitingOrders(tx, workplace_id)
    for (const { supplier_order_id, amount } of waiting) {
      if (amount > rest) continue
      await handlePerson(tx, ctx, supplier_order_id, { is: 'pay', amount })
      rest -= amount
      paying++
    }
    return { paying, left: waiting.length - paying }
  })
}
