import type { FeatureKey } from '@omni/domain/billing/features.ts'
import type { Plan } from '@omni/domain/billing/plan-catalogue.ts'

/** A plan of the catalogue as the calls show it: each feature with its usage. */
export const withUsage = (plan: Plan, usage: Partial<Record<FeatureKey, number>> = {}) => ({
  ...plan,
  features: Object.fromEntries(
    Object.entries(plan.features).map(([key, feature]) => [key, { ...feature, usage: usage[key as FeatureKey] ?? 0 }]),
  ), // keys of a Record<FeatureKey>
})
