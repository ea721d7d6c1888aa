import { payments } from '@omni/connectors/payments/registry.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { CARD_PAYMENT_ID } from '@omni/domain/vendors/manifest.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { namePaid } from '../placement/pay-waiting.ts'
import { startPage } from '../wallet/start-payment.ts'
import { lockLink, openLink } from './payment-link.ts'

/**
 * Orders spec §7 open-api/orders/payment-confirmation. The payer's card is held first; it is charged for what was bought
 * with it. So whoever pays late, twice, or beside the seller is charged for nothing that was paid already.
 */
export async function confirmPayment(ctx: PublicCtx, { code }: In<typeof orderPaymentCalls.confirmPayment>) {
  const { db, ...id } = await openLink(ctx, code)
  const { config, now } = ctx
  return db.tx(async (tx) => {
    const { link, waiting, view } = await lockLink(tx, id, now)
    if (view.state !== 'new' && view.state !== 'failed') return view
    if (Date.parse(link.expires_at) <= now.getTime()) refuse('order_payments.link_unknown')
    const { workplace_id, link_id } = link
    const request = {
      provider: CARD_PAYMENT_ID,
      purpose: 'orders' as const,
      amount: Math.max(view.amount, payments[CARD_PAYMENT_ID].least_authorised),
      title: 'Omni orders',
      save_method: false,
      back_to: `/app/orders/payment-confirmation?code=${encodeURIComponent(code)}`,
      // Whoever pays is not the seller: nothing that the seller keeps at the provider is shown there.
      customer_ref: null,
    }
    const { payment_id } = await startPage(tx, { config, now, workplace_id, user_id: null }, request)
    const named = waiting.map(({ supplier_order_id, due }) => ({ supplier_order_id, most: due }))
    await namePaid(tx, { workplace_id, payment_id }, { use: 'card', link_id }, named)
    await tx
      .updateTable('payment_links')
      .set({ payment_id })
      .where('workplace_id', '=', workplace_id)
      .where('link_id', '=', link_id)
      .execute()
    return { ...view, state: 'paying' as const, url: null }
  })
}
