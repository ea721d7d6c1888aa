import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { findPlan, PRICING, type Plan } from '@omni/domain/billing/plan-catalogue.ts'
import { isRecommended } from '@omni/domain/billing/plan-rules.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { withUsage } from './with-usage.ts'

const offered = (plan: Plan, now: Date) => ({ ...withUsage(plan, now), is_recommended: isRecommended(plan.key) })

/** Foundation spec §7 payments/pricing: what is on sale, grouped by module type (§3). */
export async function getPricing({ now }: PublicCtx) {
  return {
    groups: Object.entries(PRICING).map(([module_type, plans]) => ({
      module_type,
      plans: plans.map((plan) => offered(plan, now)),
    })),
  }
}

/** Foundation spec §7 payments/package/detail. */
export async function getPackageDetail({ now }: PublicCtx, { id }: In<typeof billingCalls.getPackageDetail>) {
  const plan = findPlan(id)
  if (!plan) refuse('not_found')
  return offered(plan, now)
}
