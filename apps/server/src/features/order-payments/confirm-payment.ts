import type { In } from '@omni/contracts/kernel.ts'
import type { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { CARD_PAYMENT_ID } from '@omni/domain/vendors/manifest.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { customerAt, startPage } from '../wallet/start-payment.ts'
import { linkView, lockLink, openLink } from './payment-link.ts'

/** Orders spec §7 open-api/orders/payment-confirmation. One link, one payment: the row is locked while it is used. */
export async function confirmPayment(ctx: PublicCtx, { code }: In<typeof orderPaymentCalls.confirmPayment>) {
  const { db, ...id } = await openLink(ctx, code)
  const { config, now } = ctx
  return db.tx(async (tx) => {
    const link = await lockLink(tx, id, now)
    if (link.payment_id !== null) return linkView(tx, link)
    const who = { config, now, workplace_id: id.workplace_id, user_id: null }
    const back_to = `/app/orders/payment-confirmation?code=${encodeURIComponent(code)}`
    const request = {
      provider: CARD_PAYMENT_ID,
      purpose: 'topup' as const,
      amount: link.amount,
      title: 'Omni orders',
      save_method: false,
      back_to,
      customer_ref: await customerAt(tx, id.workplace_id, CARD_PAYMENT_ID),
    }
    const { payment_id } = await startPage(tx, who, request)
    await tx
      .updateTable('payment_links')
      .set({ payment_id })
      .where('workplace_id', '=', id.workplace_id)
      .where('link_id', '=', id.link_id)
      .execute()
    return linkView(tx, { ...link, payment_id })
  })
}
