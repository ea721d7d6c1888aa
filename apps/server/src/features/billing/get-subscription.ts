import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { EXTRAS, type Extra, READY2SALE } from '@omni/domain/billing/extras.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { homePlace, isSetUp, placeOf } from './plan-place.ts'
import { chargeView, latestSubscription, payerOf, paying, pendingCharge, subscriptionView } from './subscription-row.ts'

const extraView = ({ id, price, adds }: Extra) => ({
  id,
  price,
  adds: Object.entries(adds).map(([feature, amount]) => ({ feature, amount })),
})

/** spec: not shown. */
export async function getSubscription(ctx: Ctx): Promise<Out<typeof billingCalls.getSubscription>> {
  const payer = await payerOf(ctx)
  return paying(ctx, payer).read(async (tx) => {
    const row = await latestSubscription(tx, payer)
    const pending = await pendingCharge(tx, payer)
    const isLiving = row !== undefined && row.state !== 'ended'
    const place = isLiving ? placeOf(row) : await homePlace(tx, ctx.config, ctx.user_id)
    return {
      can_buy: isSetUp(ctx.config, place),
      billed_by: place.provider,
      subscription: row ? subscriptionView(row, ctx.now) : null,
      pending: pending ? chargeView(pending) : null,
      extras: [...EXTRAS, READY2SALE].map(extraView),
    }
  })
}
