import type { In } from '@omni/contracts/kernel.ts'
import type { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { lockLink, openLink } from './payment-link.ts'

/** Orders spec §7 open-api/orders/payment-confirmation. */
export async function getPaymentConfirmation(
  ctx: PublicCtx,
  { code }: In<typeof orderPaymentCalls.getPaymentConfirmation>,
) {
  const { db, ...id } = await openLink(ctx, code)
  return db.tx(async (tx) => (await lockLink(tx, id, ctx.now)).view)
}
