import { isFeatureKey } from '@omni/domain/billing/features.ts'
import { runsOutOn } from '@omni/domain/billing/forecast.ts'
import type { Plan } from '@omni/domain/billing/plan-catalogue.ts'
import type { PlanState } from './usage.ts'

/** A plan of the catalogue as the calls show it: each feature with its usage, and the day it will be used up. */
export const withUsage = (plan: Plan, now: Date, state?: Pick<PlanState, 'usage' | 'cycle'>) => ({
  ...plan,
  features: Object.fromEntries(
    Object.entries(plan.features).map(([key, feature]) => {
      const usage = (isFeatureKey(key) && state?.usage[key]) || 0
      const used = state && isFeatureKey(key) ? { limit: feature.limit, usage, ...state.cycle } : null
      return [key, { ...feature, usage, runs_out_on: used && isFeatureKey(key) ? runsOutOn(key, used, now) : null }]
    }),
  ),
})
