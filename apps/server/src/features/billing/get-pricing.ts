import { PRICING } from '@omni/domain/billing/plan-catalogue.ts'
import { isRecommended } from '@omni/domain/billing/plan-rules.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { withUsage } from './with-usage.ts'

/** Foundation spec §7 payments/pricing: what is on sale, grouped by module type (§3). */
export async function getPricing({ now }: PublicCtx) {
  return {
    groups: Object.entries(PRICING).map(([module_type, plans]) => ({
      module_type,
      plans: plans.map((plan) => ({ ...withUsage(plan, now), is_recommended: isRecommended(plan.key) })),
    })),
  }
}
