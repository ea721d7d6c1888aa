import type { Out } from '@omni/contracts/kernel.ts'
import type { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { CARD_PAYMENT_ID } from '@omni/domain/vendors/manifest.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { HOUSE_ORDERS, readWaiting } from '../placement/waiting-orders.ts'
import { isSetUp } from '../wallet/providers.ts'
import { makeLink } from './payment-link.ts'

/** spec: not shown. For all orders that wait now; those that come later are not in it. */
export async function sendConfirmation(ctx: Ctx): Promise<Out<typeof orderPaymentCalls.sendConfirmation>> {
  const { workplace_id, user_id, config } = ctx
  if (!isSetUp(config, CARD_PAYMENT_ID)) refuse('wallet.provider_not_set_up')
  return ctx.db.tx(async (tx) => {
    const waiting = await readWaiting(tx, workplace_id, HOUSE_ORDERS)
    if (waiting.length === 0) refuse('order_payments.nothing_waiting')
    const { link_id: _, ...link } = await makeLink(
      tx,
      config,
      { workplace_id, made_by: user_id, run_id: null },
      waiting,
    )
    return link
  })
}
