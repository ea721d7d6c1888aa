/** Foundation spec §4 (plan and quota rule, plan classes), §6 (upgrades, demo mode, A/B quota) and §9 (labels). */
import { ENTERPRISE_KEY, GROWTH_KEY, PRO_KEY } from './plan-keys.ts'
import type { Minor } from '../money.ts'
import { no, ok, type Result } from '../result.ts'
import type { FeatureKey } from './features.ts'

export const UNLIMITED = -1 // §4
const UNLIMITED_TOO = -2 // §4: a second mark with the same meaning
export const MONTHLY_CYCLE_DAYS = 30 // §9
export const YEARLY_CYCLE_DAYS = 365 // spec: not shown, only "otherwise Yearly"
const MONTHS_A_YEAR = 12

/** Spelt as in §3. */
export type QuotaState = { isOutQuota: boolean; limit: number; usage: number }

export const isUnlimited = (limit: number): boolean => limit === UNLIMITED || limit === UNLIMITED_TOO

/** A limit that is neither unlimited nor positive allows nothing; a feature the plan does not list comes as 0. */
export const quotaState = (limit: number, usage: number): QuotaState => ({
  isOutQuota: !isUnlimited(limit) && usage >= limit,
  limit,
  usage,
})

/** The new usage, or why not. Uses of an unlimited feature are counted all the same: the seller sees them. */
export function useFeature(
  limit: number,
  usage: number,
  amount = 1,
): Result<number, 'feature_not_allowed' | 'quota_exceeded' | 'amount_invalid'> {
  if (!Number.isInteger(amount) || amount < 0) return no('amount_invalid')
  if (isUnlimited(limit)) return ok(usage + amount)
  if (limit <= 0) return no('feature_not_allowed')
  return usage + amount <= limit ? ok(usage + amount) : no('quota_exceeded')
}

export type PlanClass =
  | 'free'
  | 'free_marketplace'
  | 'demo'
  | 'starter'
  | 'essential'
  | 'basic'
  | 'growth'
  | 'premium'
  | 'advanced'
  | 'pro'
  | 'enterprise'
  | 'other'

/** First match wins: FREE_AO_MKT must be asked before FREE. */
const CLASS_PREFIXES: readonly (readonly [prefix: string, planClass: PlanClass])[] = [
  ['FREE_AO_MKT', 'free_marketplace'],
  ['FREE', 'free'],
  ['DEMO', 'demo'],
  ['STARTER', 'starter'],
  ['ESSENTIAL', 'essential'],
  ['BASIC', 'basic'],
  ['GROWTH', 'growth'],
  ['PREMIUM', 'premium'],
  ['ADVANCED', 'advanced'],
  ['PRO', 'pro'],
  ['ENTERPRISE', 'enterprise'],
]

/** §4: the class follows from the prefix of the module key. */
export const planClass = (moduleKey: string): PlanClass =>
  CLASS_PREFIXES.find(([prefix]) => moduleKey === prefix || moduleKey.startsWith(`${prefix}_`))?.[1] ?? 'other'

/** Modules that carry the order fulfilment itself; everything else is an add-on. */
const FULFILLMENT_MODULES: ReadonlySet<string> = new Set([
  'ORDER_FULFILLMENT',
  'NEW_ORDER_FULFILLMENT',
  'NEW_SEGMENT_MVP',
])

/** §4: free = the order-fulfilment module costs 0. Without such a module: free too (spec: not shown). */
export const isFree = (modules: readonly { type: string; price: Minor }[]): boolean =>
  modules.every((m) => !FULFILLMENT_MODULES.has(m.type) || m.price === 0)

export const isRecommended = (key: string): boolean => key.startsWith('BASIC') || key.startsWith('GROWTH') // §4

/** §4 names the first four. spec: not shown for the newer, dearer three: they count. */
const BASIC_OR_HIGHER: ReadonlySet<PlanClass> = new Set<PlanClass>([
  'basic',
  'premium',
  'advanced',
  'free_marketplace',
  'growth',
  'pro',
  'enterprise',
])

export const basicOrHigher = (key: string): boolean => BASIC_OR_HIGHER.has(planClass(key))
export const starterOrHigher = (key: string): boolean => planClass(key) === 'starter' || basicOrHigher(key)

/** §6: the key of the plan offered next. */
export function suggestedUpgrade(key: string): string {
  if (key === GROWTH_KEY) return PRO_KEY
  const current = planClass(key)
  return current === 'pro' || current === 'enterprise' ? ENTERPRISE_KEY : GROWTH_KEY
}

/** §6: enterprise users are told to contact support rather than upgrade. */
export const upgradeAction = (key: string): 'upgrade' | 'contact_support' =>
  planClass(key) === 'enterprise' ? 'contact_support' : 'upgrade'

/** §9: this plan hides the change-plan button. */
export const isChangePlanShown = (key: string): boolean => planClass(key) !== 'free_marketplace'

const BLOCKED_IN_DEMO: ReadonlySet<FeatureKey> = new Set<FeatureKey>([
  'IMPORT_PRODUCT',
  'LISTING_PRODUCTS',
  'BULK_PUBLISH_TO_STORE',
])

/** §6: demo mode blocks import and listing; the interface shows an upgrade prompt instead. */
export const isBlockedInDemo = (is_demo: boolean, feature: FeatureKey): boolean =>
  is_demo && BLOCKED_IN_DEMO.has(feature)

/** §6: Free and Starter with the A/B flag write on the extra quota. `plan` is the module key. */
export function writingFeature(user: {
  plan: string
  is_ab: boolean
}): 'AI_PRODUCT_WRITING' | 'EXTRA_AI_PRODUCT_WRITING' {
  const current = planClass(user.plan)
  return user.is_ab && (current === 'free' || current === 'starter') ? 'EXTRA_AI_PRODUCT_WRITING' : 'AI_PRODUCT_WRITING'
}

export const cycleLabel = (cycle: number): 'monthly' | 'yearly' => (cycle === MONTHLY_CYCLE_DAYS ? 'monthly' : 'yearly')

/** §9: `$x.x`, per month also for yearly plans. `price` is in US cents for the whole cycle. */
export function priceLabel(price: Minor, cycle: number): string {
  const months = cycleLabel(cycle) === 'monthly' ? 1 : MONTHS_A_YEAR
  const tenths = Math.round(price / (10 * months)) // one decimal of a dollar = ten cents
  return `$${Math.floor(tenths / 10)}.${tenths % 10}`
}
