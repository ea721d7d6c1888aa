import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { calcQuotaUsage } from './calc-quota-usage.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { chargeSubscription } from './charge-subscription.ts'
import { checkPlanCharge } from './check-plan-charge.ts'
import { endPlanOfDeleted } from './end-plan-of-deleted.ts'
import { exportPaymentLogs } from './export-payment-logs.ts'
import { getCurrentPlan } from './get-current-plan.ts'
import { getPlanCharge } from './get-plan-charge.ts'
import { getSubscription } from './get-subscription.ts'
import { leaveStoreJob, checkStorePlan } from './leave-store.job.ts'
import { listPaymentLogs } from './list-payment-logs.ts'
import {
  catchUpPlansJob,
  pollChargeJob,
  pollSubscriptionJob,
  openMethodPageJob,
  sweepPlansJob,
} from './poll-plans.job.ts'
import { cancelPlan, changePlan, chargeOnce, openCheckout, resumePlan } from './plan-attempts.ts'
import { previewPlanChange } from './preview-plan-change.ts'
import { billingReceivers } from './receivers.ts'
import { readReportJob } from './read-report.job.ts'
import { resetFreePlanAo } from './reset-free-plan-ao.ts'
import { resumeSubscription } from './resume-subscription.ts'
import { skipRecharge } from './skip-recharge.ts'
import { updatePaymentMethod } from './update-payment-method.ts'
import { chargeExtra, chargeReady2sale } from './charge-extra.ts'
import { getPackageDetail, getPricing } from './get-pricing.ts'

/** Plans: what they allow, what of it is used, and how they are paid. */
export const billing = {
  calls: serve(billingCalls, {
    getCurrentPlan,
    getPricing,
    getPackageDetail,
    calcQuotaUsage,
    getSubscription,
    previewPlanChange,
    chargeSubscription,
    chargeExtra,
    chargeReady2sale,
    cancelSubscription,
    resumeSubscription,
    skipRecharge,
    updatePaymentMethod,
    resetFreePlanAo,
    listPaymentLogs,
    exportPaymentLogs,
    getPlanCharge,
    checkPlanCharge,
  }),
  jobs: [
    pollSubscriptionJob,
    pollChargeJob,
    openMethodPageJob,
    sweepPlansJob,
    catchUpPlansJob,
    leaveStoreJob,
    readReportJob,
  ],
  on: {
    'account.deleted': { endPlan: endPlanOfDeleted },
    'store.plan_changed_remotely': { 'read the plan': checkStorePlan },
  },
  receivers: billingReceivers,
  attempts: [openCheckout, changePlan, cancelPlan, resumePlan, chargeOnce],
} satisfies Feature
