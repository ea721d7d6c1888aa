import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { FEATURES, isFeatureKey } from '@omni/domain/billing/features.ts'
import {
  isBlockedInDemo,
  quotaState,
  suggestedUpgrade,
  useFeature,
  writingFeature,
} from '@omni/domain/billing/plan-rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { planState } from './usage.ts'

/** Foundation spec §7 payments/quota/calc-usage: may this feature be used that often now? Asking uses nothing up. */
export async function calcQuotaUsage(ctx: Ctx, { feature: requested, amount }: In<typeof billingCalls.calcQuotaUsage>) {
  if (!isFeatureKey(requested)) refuse('invalid.choice', { choices: FEATURES.join(', ') }, { field: 'feature' })
  const { plan, usage, user } = await ctx.db.read((tx) => planState(tx, ctx.user_id, ctx.now))
  const feature = requested === 'AI_PRODUCT_WRITING' ? writingFeature({ plan: plan.key, is_ab: user.is_ab }) : requested
  const state = quotaState(plan.features[feature].limit, usage[feature] ?? 0)
  const allowed = !isBlockedInDemo(user.is_demo, feature) && useFeature(state.limit, state.usage, amount).ok
  return { feature, ...state, allowed, suggested_upgrade: suggestedUpgrade(plan.key) }
}
