import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { FeatureKey } from '@omni/domain/billing/features.ts'
import { cycleLabel, isUnlimited, planClass, type PlanClass, priceLabel } from '@omni/domain/billing/plan-rules.ts'
import type { TextKey, Translate } from '../../platform/i18n.ts'
import { featureName } from '../../shell/feature-names.ts'

export type Cycle = ReturnType<typeof cycleLabel>
type Pricing = Out<typeof billingCalls.getPricing>
export type Offer = Pricing['groups'][number]['plans'][number]

/** Free plans have one cycle only and stand in both lists. */
export const offersFor = (pricing: Pricing, cycle: Cycle): Offer[] =>
  pricing.groups
    .flatMap((group) => group.plans)
    .filter((plan) => plan.price === 0 || cycleLabel(plan.cycle) === cycle)
    .toSorted((a, b) => a.price - b.price)

/**
 * Foundation spec §9: $ with one decimal per month. spec: not shown for free plans; nothing is written without cents.
 */
export const offerPrice = ({ price, cycle }: Offer): string => (price === 0 ? '$0' : priceLabel(price, cycle))

/** Whom a plan is for. A class without a sentence of its own gets none. */
const AUDIENCE: Partial<Record<PlanClass, TextKey>> = {
  free: 'pricing.for_free',
  starter: 'pricing.for_starter',
  basic: 'pricing.for_basic',
  growth: 'pricing.for_growth',
  pro: 'pricing.for_pro',
  enterprise: 'pricing.for_enterprise',
}
export const audienceOf = ({ key }: Offer): TextKey | undefined => AUDIENCE[planClass(key)]

/** Side by side two cashbacks need two names; everywhere else one word does. */
const OWN_NAMES: Partial<Record<FeatureKey, TextKey>> = {
  CASHBACK_ORDER_FULFILLMENT: 'pricing.cashback_orders',
  ADMIAD_CASHBACK: 'pricing.cashback_admitad',
}
export function nameOf(feature: FeatureKey, t: Translate): string {
  const key = OWN_NAMES[feature] ?? featureName(feature)
  return key ? t(key) : ''
}

/** The few that tell plans apart at a glance. */
export const MAIN_FEATURES: readonly FeatureKey[] = [
  'LISTING_PRODUCTS',
  'IMPORT_PRODUCT',
  'ORDER_FULFILLMENT',
  'ORDER_TRACKING_NUMBERS',
  'WORKPLACE_LIMIT',
]

/** A limit as a sentence says it; null = not in this plan (foundation spec §4: 0 or not listed). */
export function limitText(
  plan: Offer,
  feature: FeatureKey,
  t: Translate,
  number: (value: number) => string,
): string | null {
  const known = plan.features[feature]
  if (!known || known.limit === 0) return null
  if (!isUnlimited(known.limit)) return number(known.limit)
  return known.type === 'switch' ? t('pricing.included') : t('usage.unlimited')
}
