import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { isSetUp } from './prices.ts'
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

/** What every act on a plan shares: one at a time for each account, in the place where the account pays. */
export async function actOnPlan(
  ctx: Ctx,
  act: (tx: Tx, payer: Payer, subscription: SubscriptionRow | undefined) => Promise<ChargeRow | null>,
): Promise<Acted> {
  if (!isSetUp(ctx.config)) refuse('billing.not_set_up')
  const payer = await payerOf(ctx)
  return paying(ctx, payer).tx(async (tx) => {
    await lockPayer(tx, payer)
    const charge = await act(tx, payer, await livingSubscription(tx, payer))
    const after = await livingSubscription(tx, payer)
    return { charge: charge && chargeView(charge), subscription: after ? subscriptionView(after, ctx.now) : null }
  })
}

/** Foundation spec §8, 116 and 117: an unpaid package is settled first. */
export const refuseUnpaid = ({ caller }: Pick<Ctx, 'caller'>): never =>
  refuse(caller.app === 'AH' ? 'connect_with_due_package_ah' : 'connect_with_due_package')
