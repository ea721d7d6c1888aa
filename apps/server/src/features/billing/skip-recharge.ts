import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { type Acted, actOnPlan } from './act-on-plan.ts'
import { mustBeFree, startEnd } from './start-charge.ts'

/**
 * Foundation spec §7 payments/skip-recharge. spec: not shown what it does. Here: who does not want to pay a renewal that
 * failed says so, and is on the free plan, with nothing owed.
 */
export const skipRecharge = (ctx: Ctx): Promise<Acted> =>
  actOnPlan(ctx, async ({ tx, payer, subscription }) => {
    if (subscription?.state !== 'past_due') refuse('billing.nothing_due')
    await mustBeFree(tx, payer, ctx.now)
    return startEnd(tx, ctx.config, payer, subscription)
  })
