import { findPlan, FREE_PLAN, type Plan } from '@omni/domain/billing/plan-catalogue.ts'

/** A plan that left the catalogue counts as the free one until its owner chooses again. */
export const planOf = (plan_id: string): Plan => findPlan(plan_id) ?? FREE_PLAN
