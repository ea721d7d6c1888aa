import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { usageFeatures } from '@omni/domain/billing/features.ts'
import { isUnlimited } from '@omni/domain/billing/plan-rules.ts'
import { cappedPercent, isCritical } from '@omni/domain/numbers.ts'
import { useAccount } from '../platform/account.ts'
import { useFormat } from '../platform/format.ts'
import { type TextKey, useT } from '../platform/i18n.ts'
import { useCall } from '../platform/query.ts'

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

export interface UsageRow {
  feature: string
  label: string
  value: string
  percent: number
  critical: boolean
}

/** Foundation spec §9: which features are shown, and under which labels. Undefined while loading. */
export function useUsageRows(): UsageRow[] | undefined {
  const t = useT()
  const format = useFormat()
  const account = useAccount()
  const plan = useCall(billingCalls.getCurrentPlan, {}, { keep: true, quiet: true })
  const features = plan.data?.features
  if (!features) return undefined
  return usageFeatures(account.is_new_pricing_mvp || account.is_new_pricing_mvp_v25).flatMap(({ label, feature }) => {
    const quota = features[feature]
    const key = LABELS[label]
    if (!quota || !key) return []
    const percent = cappedPercent(quota.usage, quota.limit)
    const value = isUnlimited(quota.limit)
      ? t('usage.used_unlimited', { used: quota.usage })
      : t('usage.used_of', { used: format.number(quota.usage), limit: format.number(quota.limit) })
    return [{ feature, label: t(key), value, percent, critical: isCritical(percent) }]
  })
}

export const fullest = (rows: readonly UsageRow[] | undefined) =>
  rows?.reduce<UsageRow | undefined>((top, row) => (top && top.percent >= row.percent ? top : row), undefined)
