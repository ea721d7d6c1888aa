import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { homePlace, isSetUp, type Place, placeOf } from './plan-place.ts'
import {
  type ChargeRow,
  chargeView,
  livingSubscription,
  lockPayer,
  type Payer,
  payerOf,
  paying,
  type SubscriptionRow,
  subscriptionView,
} from './subscription-row.ts'

export type Acted = Out<typeof billingCalls.chargeSubscription>

/** What is acted on, under the account's lock. */
export interface PlanAct {
  tx: Tx
  payer: Payer
  subscription: SubscriptionRow | undefined
  /** Of the subscription; without one, where the account would pay. */
  place: Place
}

/** What every act on a plan shares: one at a time for each account, in the place where the account pays. */
export async function actOnPlan(ctx: Ctx, act: (plan: PlanAct) => Promise<ChargeRow | null>): Promise<Acted> {
  const payer = await payerOf(ctx)
  return paying(ctx, payer).tx(async (tx) => {
    await lockPayer(tx, payer)
    const subscription = await livingSubscription(tx, payer)
    const place = subscription ? placeOf(subscription) : await homePlace(tx, ctx.config, ctx.user_id)
    if (!isSetUp(ctx.config, place)) refuse('billing.not_set_up')
    const charge = await act({ tx, payer, subscription, place })
    const after = await livingSubscription(tx, payer)
    return { charge: charge && chargeView(charge), subscription: after ? subscriptionView(after, ctx.now) : null }
  })
}
