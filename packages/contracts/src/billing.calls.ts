import { EXTRA_IDS } from '@omni/domain/billing/extras.ts'
import { OPERATOR_PLANS_ID, STORE_PLANS_ID } from '@omni/domain/vendors/manifest.ts'
import { z } from 'zod'
import { Acted, Charge, Plan, Subscription } from './billing.fields.ts'
import { CurrencyCode, Id, Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'

const PackageId = z.string().max(100)
const PAYS_BY = z.enum(['plan', 'wallet']).default('plan')

export const billingCalls = calls({
  getCurrentPlan: {
    method: 'GET',
    path: '/payments/user/current-plan',
    about: 'The plan of the account with the usage of each feature.',
    input: z.object({}),
    data: Plan.extend({
      provider_payment: z.string().nullable(),
      is_free: z.boolean(),
      demo_mode: z.boolean(),
      /** Counters start again then. */
      cycle_ends: Timestamp,
    }),
  },
  getPricing: {
    method: 'GET',
    path: '/payments/pricing',
    access: 'public',
    about: 'The plans on offer, grouped by module type.',
    input: z.object({}),
    data: z.object({
      groups: z.array(
        z.object({ module_type: z.string(), plans: z.array(Plan.extend({ is_recommended: z.boolean() })) }),
      ),
    }),
  },
  getPackageDetail: {
    method: 'GET',
    path: '/payments/package/detail',
    access: 'public',
    about: 'One plan of the catalogue.',
    input: z.object({ id: z.string().max(100) }),
    data: Plan.extend({ is_recommended: z.boolean() }),
  },
  calcQuotaUsage: {
    method: 'POST',
    path: '/payments/quota/calc-usage',
    unkeyed: 'reads',
    about: 'Whether a feature can be used that many times more; nothing is used up.',
    input: z.object({ feature: z.string().max(60), amount: z.int().min(1).max(1_000_000).default(1) }),
    data: z.object({
      feature: z.string(),
      isOutQuota: z.boolean(),
      limit: z.int(),
      usage: z.int(),
      allowed: z.boolean(),
      suggested_upgrade: z.string(),
    }),
  },
  getSubscription: {
    // spec: not shown
    method: 'GET',
    path: '/payments/user/subscription',
    about: 'The paid plan of the account, what is under way, and what can be bought on top.',
    input: z.object({}),
    data: z.object({
      /** Whether plans can be bought here. */
      can_buy: z.boolean(),
      /** Who bills for plans: the operator's provider, or the invoice of the seller's own store. */
      billed_by: z.enum([OPERATOR_PLANS_ID, STORE_PLANS_ID]),
      subscription: Subscription.nullable(),
      pending: Charge.nullable(),
      extras: z.array(
        z.object({ id: z.string(), price: z.int(), adds: z.array(z.object({ feature: z.string(), amount: z.int() })) }),
      ),
    }),
  },
  previewPlanChange: {
    // spec: not shown
    method: 'GET',
    path: '/payments/charge-subscription/preview',
    about: "What changing to a plan means now. The provider's own figures, asked for now.",
    input: z.object({ package_id: PackageId }),
    data: z.object({
      kind: z.enum(['subscribe', 'upgrade', 'downgrade', 'keep']),
      package_id: z.string(),
      currency: CurrencyCode,
      /** Null: the provider tells on its page, before it is approved. */
      due_now: z.int().nullable(),
      tax: z.int(),
      credit: z.int(),
      charge: z.int(),
      recurring: z.int(),
      /** When the new price is billed next, and from when a smaller plan counts. */
      next_billed_at: Timestamp.nullable(),
      /** Features of which more is used than the plan allows. */
      exceeded: z.array(z.object({ feature: z.string(), usage: z.int(), limit: z.int() })),
    }),
  },
  chargeSubscription: {
    method: 'POST',
    path: '/payments/charge-subscription', // spec: payload not shown
    about: 'Buys a plan, or changes to another one. Larger at once, smaller with the next cycle.',
    input: z.object({ package_id: PackageId }),
    data: Acted,
  },
  chargeExtra: {
    method: 'POST',
    path: '/payments/charge-extra', // spec: payload not shown
    about: 'Buys more of a quota, once, for the running cycle.',
    input: z.object({ extra: z.enum(EXTRA_IDS), pay_by: PAYS_BY }),
    data: Acted,
  },
  chargeReady2sale: {
    method: 'POST',
    path: '/payments/charge-ready2sale', // spec: payload not shown
    about: 'Buys the package that gets a shop ready to sell, once.',
    input: z.object({ pay_by: PAYS_BY }),
    data: Acted,
  },
  cancelSubscription: {
    method: 'POST',
    path: '/payments/cancel-subscription', // spec: payload not shown
    about: 'The plan ends with the period that is paid for.',
    input: z.object({ reason: z.string().trim().max(500).default('') }),
    data: Acted,
  },
  resumeSubscription: {
    // spec: not shown
    method: 'POST',
    path: '/payments/resume-subscription',
    about: 'Takes a cancellation back while the period still runs.',
    input: z.object({}),
    data: Acted,
  },
  skipRecharge: {
    method: 'POST',
    path: '/payments/skip-recharge', // spec: payload not shown
    about: 'Gives up an unpaid renewal: the plan ends now and nothing is owed.',
    input: z.object({}),
    data: Acted,
  },
  updatePaymentMethod: {
    method: 'POST',
    path: '/payments/update-payment-method', // spec: payload not shown
    about: "Opens the provider's page for another card; of an unpaid plan, the page that pays it.",
    input: z.object({}),
    data: Acted,
  },
  resetFreePlanAo: {
    method: 'POST',
    path: '/payments/reset-free-plan-ao', // spec: payload not shown
    about: 'Back to the free plan at once. What is left of the period is given up.',
    input: z.object({}),
    data: Acted,
  },
  listPaymentLogs: {
    method: 'GET',
    path: '/payments/user/payment-logs',
    about: 'Everything the account paid for plans and extras, newest first.',
    input: z.object({ ...page }),
    data: listOf(Charge),
  },
  exportPaymentLogs: {
    // spec: not shown
    method: 'GET',
    path: '/payments/user/payment-logs/export',
    about: 'The same as a table for a spreadsheet.',
    input: z.object({}),
    data: z.object({ name: z.string(), text: z.string(), rows: z.int() }),
  },
  getPlanCharge: {
    // spec: not shown
    method: 'GET',
    path: '/payments/charges/{charge_id}',
    about: 'How far something that was asked of the provider is.',
    input: z.object({ charge_id: Id }),
    data: Charge,
  },
  checkPlanCharge: {
    // spec: not shown
    method: 'POST',
    path: '/payments/charges/{charge_id}/check',
    unkeyed: 'same_again',
    about: 'Asks the provider now, in the background.',
    input: z.object({ charge_id: Id }),
    data: Charge,
  },
})
