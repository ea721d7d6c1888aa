import { isLocked } from '@omni/domain/billing/subscription.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { type Acted, actOnPlan } from './act-on-plan.ts'
import { changesInPlace } from './plan-place.ts'
import { mustBeFree, startResume, requestEnd } from './start-charge.ts'
import { toSubscription } from './subscription-row.ts'

/** spec: not shown. Possible until the period ends; what has ended is bought anew. */
export const resumeSubscription = (ctx: Ctx): Promise<Acted> =>
  actOnPlan(ctx, async ({ tx, payer, subscription, place }) => {
    if (!subscription || subscription.cancel_at === null) refuse('billing.not_cancelled')
    await mustBeFree(tx, payer, ctx.now)
    if (isLocked(toSubscription(subscription), ctx.now.getTime())) refuse('refusal.plan_locked')
    if (!changesInPlace(place)) {
      await requestEnd(tx, payer, subscription, null, ctx.now)
      return null
    }
    return startResume(tx, ctx.config, payer, subscription)
  })
