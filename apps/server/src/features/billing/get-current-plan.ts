import { isFree } from '@omni/domain/billing/plan-rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { livingSubscription, payerOf, paying } from './subscription-row.ts'
import { withUsage } from './with-usage.ts'
import { planState } from './usage.ts'

/** Foundation spec §7 payments/user/current-plan. The researcher app (header AH) shares the account's plan. */
export async function getCurrentPlan(ctx: Ctx) {
  const state = await ctx.db.read((tx) => planState(tx, ctx.user_id, ctx.now))
  const { plan, user, cycle } = state
  const payer = await payerOf(ctx)
  const living = await paying(ctx, payer).read((tx) => livingSubscription(tx, payer))
  return {
    ...withUsage(plan, ctx.now, state),
    provider_payment: living?.provider ?? null,
    is_free: isFree(plan.modules),
    demo_mode: user.is_demo,
    cycle_ends: cycle.until.toISOString(),
  }
}
