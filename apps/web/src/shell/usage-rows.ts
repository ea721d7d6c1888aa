import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { FEATURE_TYPES, FEATURES, isBuilt, type UsageFeature, usageFeatures } from '@omni/domain/billing/features.ts'
import { isUnlimited } from '@omni/domain/billing/plan-rules.ts'
import { cappedPercent, isCritical } from '@omni/domain/numbers.ts'
import { useAccount } from '../platform/account.ts'
import { useFormat } from '../platform/format.ts'
import { type TextKey, useT } from '../platform/i18n.ts'
import { useCall } from '../platform/query.ts'
import { featureName } from './feature-names.ts'

/** The label keys of domain/billing/features.ts. */
const LABELS: Record<string, TextKey> = {
  ImportedMappedProduct: 'usage.imported_products',
  OrderProcessed: 'usage.orders_processed',
  OrderTracking: 'usage.order_tracking',
  AIWriting: 'usage.ai_writing',
  ProductListing: 'usage.product_listing',
  AIContentRequests: 'usage.ai_content_requests',
  OrderProcessRequests: 'usage.order_process_requests',
  OrderTrackingRequests: 'usage.order_tracking_requests',
}

const IMPORTS: UsageFeature = { label: 'ImportedMappedProduct', feature: 'IMPORT_PRODUCT' }

export interface UsageRow {
  feature: string
  label: string
  value: string
  percent: number
  critical: boolean
  /** How it goes on: when it is used up, or how much of it is. */
  note: { text: string; soon: boolean }
}

/**
 * Foundation spec §9: which features are shown first, and under which labels. Behind them every other quota that moved:
 * what was used and is counted. Undefined while loading.
 */
export function useUsageRows(): UsageRow[] | undefined {
  const t = useT()
  const format = useFormat()
  const account = useAccount()
  const plan = useCall(billingCalls.getCurrentPlan, {}, { keep: true, quiet: true })
  const features = plan.data?.features
  if (!features) return undefined
  const named = usageFeatures(account.is_new_pricing_mvp || account.is_new_pricing_mvp_v25)
  // Imports move first in everybody's first hour: they are shown whatever the labels are.
  const main = [IMPORTS, ...named.filter(({ feature }) => feature !== IMPORTS.feature)].filter(({ feature }) =>
    isBuilt(feature),
  )
  const others = FEATURES.filter(
    (feature) =>
      FEATURE_TYPES[feature] !== 'switch' &&
      (features[feature]?.usage ?? 0) > 0 &&
      !main.some((shown) => shown.feature === feature),
  )
  const shown = [
    ...main.map(({ label, feature }) => ({ feature, key: LABELS[label] })),
    ...others.map((feature) => ({ feature, key: featureName(feature) })),
  ]
  return shown.flatMap(({ feature, key }) => {
    const quota = features[feature]
    if (!quota || !key) return []
    const percent = cappedPercent(quota.usage, quota.limit)
    const value = isUnlimited(quota.limit)
      ? t('usage.used_unlimited', { used: quota.usage })
      : t('usage.used_of', { used: format.number(quota.usage), limit: format.number(quota.limit) })
    const ends = quota.runs_out_on
    const note =
      ends !== null && percent < 100
        ? { text: t('usage.runs_out', { date: format.date(ends, 'dayMonth') }), soon: true }
        : { text: t('usage.percent_used', { percent: format.percent(Math.round(percent)) }), soon: percent >= 100 }
    return [{ feature, label: t(key), value, percent, critical: isCritical(percent), note }]
  })
}

export const fullest = (rows: readonly UsageRow[] | undefined) =>
  rows?.reduce<UsageRow | undefined>((top, row) => (top && top.percent >= row.percent ? top : row), undefined)
