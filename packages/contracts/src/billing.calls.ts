import { z } from 'zod'
import { calls } from './kernel.ts'

const Feature = z.object({ limit: z.int(), usage: z.int(), module_type: z.string(), type: z.string() })
const Module = z.object({
  id: z.string(),
  type: z.string(),
  key: z.string(),
  name: z.string(),
  price: z.int(),
  is_legacy: z.boolean(),
})

/** Foundation spec §3, plan. Prices are minor USD. */
export const Plan = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  price: z.int(),
  cycle: z.int(),
  features: z.record(z.string(), Feature),
  modules: z.array(Module),
})

export const billingCalls = calls({
  getCurrentPlan: {
    method: 'GET',
    path: '/payments/user/current-plan',
    about: 'The plan of the account with the usage of each feature.',
    input: z.object({}),
    data: Plan.extend({ provider_payment: z.string().nullable(), is_free: z.boolean(), demo_mode: z.boolean() }),
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
})
