import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { isFree } from '@omni/domain/billing/plan-rules.ts'
import { useCall } from '../../platform/query.ts'
import { PlanGrid } from './plan-grid.tsx'
import { offersFor } from './plan-offers.ts'

/** Free and the recommended plans, from the catalogue itself. */
export function TeaserPlans() {
  const pricing = useCall(billingCalls.getPricing, {}, { quiet: true })
  const plans =
    pricing.data && offersFor(pricing.data, 'monthly').filter((plan) => plan.is_recommended || isFree(plan.modules))
  return (
    <PlanGrid
      plans={plans}
      cycle="monthly"
      expected={3}
      failed={pricing.isError}
      retrying={pricing.isFetching}
      onRetry={() => void pricing.refetch()}
    />
  )
}
