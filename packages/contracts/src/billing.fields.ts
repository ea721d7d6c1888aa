/** What a plan is, what was asked of its provider, and what an account pays. */
import { OPERATOR_PLANS_ID, STORE_PLANS_ID } from '@omni/domain/vendors/manifest.ts'
import { z } from 'zod'
import { CurrencyCode, Id, Timestamp } from './fields.ts'

/** A feature of a plan, and how much of it is used. */
const Feature = z.object({
  limit: z.int(),
  usage: z.int(),
  module_type: z.string(),
  type: z.string(),
  /** The day on which it is used up, if it goes on like this. Null: not in this cycle. */
  runs_out_on: z.string().nullable(),
})
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

const CHARGE_KINDS = [
  'subscribe',
  'upgrade',
  'renewal',
  'extra',
  'ready2sale',
  'method',
  'downgrade',
  'cancel',
  'resume',
  'end',
] as const
const CHARGE_STATES = ['opening', 'open', 'checking', 'done', 'past_due', 'failed', 'expired'] as const

/** Something asked of the provider, or billed by it. */
export const Charge = z.object({
  charge_id: Id,
  kind: z.enum(CHARGE_KINDS),
  /** The plan or the extra. */
  item: z.string(),
  name: z.string(),
  state: z.enum(CHARGE_STATES),
  amount: z.int(),
  tax: z.int(),
  currency: CurrencyCode,
  /** The provider's page, while it can be paid there. */
  url: z.string().nullable(),
  invoice_number: z.string().nullable(),
  paid_by: z.enum([OPERATOR_PLANS_ID, STORE_PLANS_ID, 'wallet']),
  error_key: z.string().nullable(),
  period_start: Timestamp.nullable(),
  period_end: Timestamp.nullable(),
  created_at: Timestamp,
  happened_at: Timestamp.nullable(),
})

export const Subscription = z.object({
  state: z.enum(['active', 'past_due', 'ended']),
  package_id: z.string(),
  name: z.string(),
  price: z.int(),
  cycle: z.int(),
  period_start: Timestamp,
  period_end: Timestamp,
  next_billed_at: Timestamp.nullable(),
  /** When it ends, because it was cancelled. */
  cancel_at: Timestamp.nullable(),
  /** The plan of the next cycle, where that is another one. */
  next_package: z.object({ id: z.string(), name: z.string(), price: z.int() }).nullable(),
  /** Unpaid: until then the plan goes on. */
  grace_ends: Timestamp.nullable(),
  is_first_cycle: z.boolean(),
  /** Shortly before a renewal nothing can be changed. */
  is_locked: z.boolean(),
  method: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }).nullable(),
})

/** What every act on a plan answers: what came of it so far. A job goes on from there. */
export const Acted = z.object({ charge: Charge.nullable(), subscription: Subscription.nullable() })
