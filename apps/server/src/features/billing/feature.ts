import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { calcQuotaUsage } from './calc-quota-usage.ts'
import { getCurrentPlan } from './get-current-plan.ts'
import { getPackageDetail } from './get-package-detail.ts'
import { getPricing } from './get-pricing.ts'

export const billing: Feature = {
  calls: serve(billingCalls, { getCurrentPlan, getPricing, getPackageDetail, calcQuotaUsage }),
  jobs: [],
  on: {},
}
