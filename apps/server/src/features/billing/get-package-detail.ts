import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { findPlan } from '@omni/domain/billing/plan-catalogue.ts'
import { isRecommended } from '@omni/domain/billing/plan-rules.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { withUsage } from './with-usage.ts'

/** Foundation spec §7 payments/package/detail. */
export async function getPackageDetail({ now }: PublicCtx, { id }: In<typeof billingCalls.getPackageDetail>) {
  const plan = findPlan(id)
  if (!plan) refuse('not_found')
  return { ...withUsage(plan, now), is_recommended: isRecommended(plan.key) }
}
