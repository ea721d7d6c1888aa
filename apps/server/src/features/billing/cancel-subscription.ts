import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { isLocked } from '@omni/domain/billing/subscription.ts'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { type Acted, actOnPlan } from './act-on-plan.ts'
import { changesInPlace } from './plan-place.ts'
import { mustBeFree, startCancel, startEnd, requestEnd } from './start-charge.ts'
import { toSubscription } from './subscription-row.ts'

/** Foundation spec §7 payments/cancel-subscription. What is paid for goes on until its end; what is unpaid ends now. */
export const cancelSubscription = (ctx: Ctx, { reason }: In<typeof billingCalls.cancelSubscription>): Promise<Acted> =>
  actOnPlan(ctx, async ({ tx, payer, subscription, place }) => {
    if (!subscription) refuse('billing.no_subscription')
    if (subscription.cancel_at !== null) refuse('refusal.plan_ends')
    await mustBeFree(tx, payer, ctx.now)
    await audit(tx, {
      chain_id: payer.workplace_id,
      user_id: ctx.user_id,
      action: 'plan.cancelled',
      subject: subscription.subscription_id,
      after: { reason },
    })
    if (subscription.state === 'past_due') return startEnd(tx, ctx.config, payer, subscription)
    if (isLocked(toSubscription(subscription), ctx.now.getTime())) refuse('refusal.plan_locked')
    if (changesInPlace(place)) return startCancel(tx, ctx.config, payer, subscription)
    // This provider ends a plan at once or not at all: a job ends it shortly before it would be billed again.
    await requestEnd(tx, payer, subscription, new Date(subscription.period_end), ctx.now)
    return null
  })
