import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { FEATURE_TYPES, type FeatureKey } from '@omni/domain/billing/features.ts'
import { suggestedUpgrade, upgradeAction } from '@omni/domain/billing/plan-rules.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { useAccount, useShellFlags } from '../platform/account.ts'
import { CONTACT_URL } from '../platform/addresses.ts'
import { useFormat } from '../platform/format.ts'
import { type TextKey, useT } from '../platform/i18n.ts'
import { track } from '../platform/track.ts'
import { go, hasPath } from '../platform/navigation.ts'
import { useCall } from '../platform/query.ts'
import { openPanel, useLackingFeature } from '../platform/panels.ts'

interface Words {
  /** What cannot be done: 'Unable to {action}'. Left out: 'Unable to access {feature}'. */
  action?: TextKey
  feature: TextKey
  /** Sourcing spec §8: the quota message of the feature. */
  more?: TextKey
}

const WORDS: Record<FeatureKey, Words> = {
  IMPORT_PRODUCT: { action: 'upgrade.do_import', feature: 'feature.import_product', more: 'upgrade.more_import' },
  LISTING_PRODUCTS: { action: 'upgrade.do_list', feature: 'feature.listing_products', more: 'upgrade.more_list' },
  BULK_PUBLISH_TO_STORE: { feature: 'feature.bulk_publish_to_store', more: 'upgrade.more_bulk_publish' },
  FIND_SIMILAR_PRODUCT: {
    action: 'upgrade.do_find_similar',
    feature: 'feature.find_similar_product',
    more: 'upgrade.more_find_similar',
  },
  AI_IMAGE_GENERATION: { action: 'upgrade.do_ai_image', feature: 'feature.ai_image_generation' },
  EXTRA_AI_PRODUCT_WRITING: { action: 'upgrade.do_ai_text', feature: 'feature.extra_ai_product_writing' },
  AI_PRODUCT_WRITING: { action: 'upgrade.do_ai_text', feature: 'feature.ai_product_writing' },
  ORDER_TRACKING_NUMBERS: { action: 'upgrade.do_track', feature: 'feature.order_tracking_numbers' },
  ORDER_FULFILLMENT: { action: 'upgrade.do_order', feature: 'feature.order_fulfillment' },
  WORKPLACE_LIMIT: { action: 'upgrade.do_workplace', feature: 'feature.workplace_limit' },
  AUTO_UPDATE_STOCK_PRODUCT: { action: 'upgrade.do_watch', feature: 'feature.auto_update_stock_product' },
  BULK_ORDER_FULFILLMENT: { feature: 'feature.bulk_order_fulfillment', more: 'upgrade.more_bulk_order' },
  CASHBACK_ORDER_FULFILLMENT: { feature: 'feature.cashback', more: 'upgrade.more_cashback' },
  ADMIAD_CASHBACK: { feature: 'feature.cashback', more: 'upgrade.more_cashback' },
}
const DEMO_TITLES: Partial<Record<FeatureKey, TextKey>> = {
  IMPORT_PRODUCT: 'imports.demo_title',
  LISTING_PRODUCTS: 'listing_quota.demo_title',
}

const PLANS = ['/app/setting/billing-plan/change-plan', '/public/pricing'] as const

/**
 * Sourcing spec §8: why something cannot be done, and the way on, for every feature that plans limit. Demo accounts are
 * offered to become real ones (foundation spec §6); who has the highest plan is told to contact support; in the mobile
 * wrapper nothing is sold.
 */
export function UpgradePrompt({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  const key = useLackingFeature()
  const words = WORDS[key]
  const { is_demo, is_example } = useAccount()
  const flags = useShellFlags()
  const { number } = useFormat()
  const plan = useCall(billingCalls.getCurrentPlan, {}, { quiet: true, keep: true })
  const pricing = useCall(billingCalls.getPricing, {}, { quiet: true, keep: true })
  const quota = plan.data?.features[key]
  const limit = quota && quota.limit > 0 && FEATURE_TYPES[key] !== 'switch' ? quota.limit : null
  const own = plan.data?.key ?? ''
  const next =
    pricing.data?.groups.flatMap(({ plans }) => plans).find((item) => item.key === suggestedUpgrade(own))?.name ?? ''
  const isHighest = own !== '' && upgradeAction(own) === 'contact_support'
  const isSold = !flags.billing_hidden && !flags.is_user_mkt
  const feature = t(words.feature)
  const used = t('usage.used_of', { used: number(quota?.usage ?? 0), limit: number(limit ?? 0) })
  const explain = () => {
    if (is_demo) return t(is_example ? 'upgrade.example_text' : 'imports.demo_text')
    if (!isSold) return t('imports.quota_hidden')
    if (isHighest) return t('upgrade.support', { feature, used })
    const body =
      limit === null
        ? t('upgrade.body_none', { feature, plan: next })
        : t('upgrade.body_quota', { limit: number(limit), feature, plan: next })
    return (
      <>
        {body}
        {words.more ? (
          <>
            <br />
            {t(words.more)}
            {limit === null ? null : ` (${used})`}
          </>
        ) : null}
      </>
    )
  }
  const title = () => {
    const demo = DEMO_TITLES[key]
    if (is_demo) return t(demo ?? 'upgrade.demo_title')
    return words.action && limit !== null
      ? t('upgrade.title_action', { action: t(words.action) })
      : t('upgrade.title_feature', { feature })
  }
  const confirm = (): TextKey => {
    if (is_demo) return 'banner.demo_action'
    if (!isSold) return 'actions.close'
    return isHighest ? 'upgrade.contact' : 'usage.see_plans'
  }
  const onward = () => {
    onClose()
    track(is_demo ? 'click_keep_account' : 'upgrade_see_plans', { feature: key })
    if (is_demo) openPanel('real_account')
    else if (isSold && isHighest) go(CONTACT_URL)
    else if (isSold) go(PLANS.find(hasPath) ?? PLANS[1])
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={title()}
      text={explain()}
      confirm={t(confirm())}
      onConfirm={onward}
    />
  )
}
