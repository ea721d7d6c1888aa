import { isFree } from '@omni/domain/billing/plan-rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { withUsage } from './with-usage.ts'
import { planState } from './usage.ts'

/** Foundation spec §7 payments/user/current-plan. The researcher app (header AH) shares the account's plan. */
export async function getCurrentPlan(ctx: Ctx) {
  const { plan, usage, user } = await ctx.db.read((tx) => planState(tx, ctx.user_id, ctx.now))
  return { ...withUsage(plan, usage), provider_payment: null, is_free: isFree(plan.modules), demo_mode: user.is_demo }
}
