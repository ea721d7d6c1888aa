import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { suggestedUpgrade, upgradeAction } from '@omni/domain/billing/plan-rules.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { useAccount, useShellFlags } from '../platform/account.ts'
import { useT } from '../platform/i18n.ts'
import { go, hasPath } from '../platform/navigation.ts'
import { useCall } from '../platform/query.ts'
import { openPanel } from '../platform/panels.ts'

const QUOTAS = {
  imports: {
    feature: 'IMPORT_PRODUCT',
    demo_title: 'imports.demo_title',
    title: 'imports.quota_title',
    none: 'imports.quota_none',
    text: 'imports.quota_text',
    support: 'imports.quota_support',
  },
  listings: {
    feature: 'LISTING_PRODUCTS',
    demo_title: 'listing_quota.demo_title',
    title: 'listing_quota.title',
    none: 'listing_quota.none',
    text: 'listing_quota.text',
    support: 'listing_quota.support',
  },
} as const

const PLANS = ['/app/setting/billing-plan/change-plan', '/public/pricing'] as const

interface UpgradePromptProps {
  quota: keyof typeof QUOTAS
  opened: boolean
  onClose: () => void
}

/**
 * Sourcing spec §8: why nothing more can be imported or listed, and the way on. Demo accounts are offered to become
 * real ones (§6).
 */
export function UpgradePrompt({ quota, opened, onClose }: UpgradePromptProps) {
  const words = QUOTAS[quota]
  const t = useT()
  const { is_demo } = useAccount()
  const flags = useShellFlags()
  const plan = useCall(billingCalls.getCurrentPlan, {}, { quiet: true, keep: true })
  const feature = plan.data?.features[words.feature]
  const limit = feature && feature.limit > 0 ? feature.limit : null
  const used = feature?.usage ?? 0
  const pricing = useCall(billingCalls.getPricing, {}, { quiet: true, keep: true })
  const key = plan.data?.key ?? ''
  const next =
    pricing.data?.groups.flatMap(({ plans }) => plans).find((item) => item.key === suggestedUpgrade(key))?.name ?? ''
  const hasHighest = key !== '' && upgradeAction(key) === 'contact_support'
  const isDeadEnd = !is_demo && (flags.billing_hidden || hasHighest)
  const explain = () => {
    if (is_demo) return t('imports.demo_text')
    if (flags.billing_hidden) return t('imports.quota_hidden')
    if (hasHighest) return t(words.support, { used, limit: limit ?? 0 })
    if (limit === null) return t(words.none, { plan: next })
    return t(words.text, { used, limit, plan: next })
  }
  const onward = () => {
    onClose()
    if (is_demo) openPanel('real_account')
    else if (!isDeadEnd) go(PLANS.find(hasPath) ?? PLANS[1])
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(is_demo ? words.demo_title : words.title)}
      text={explain()}
      confirm={t(is_demo ? 'banner.demo_action' : isDeadEnd ? 'actions.close' : 'usage.see_plans')}
      onConfirm={onward}
    />
  )
}
