import { Button, Skeleton } from '@mantine/core'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { isChangePlanShown } from '@omni/domain/billing/plan-rules.ts'
import { Card } from '@omni/ui/card.tsx'
import { useShellFlags } from '../../platform/account.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { BillingNotices } from './billing-notices.tsx'
import { ExtrasCard } from './extras-card.tsx'
import { MethodCard } from './method-card.tsx'
import { PaymentLogs } from './payment-logs.tsx'
import { PlanCard } from './plan-card.tsx'
import classes from './billing.module.css'

export const CHANGE_PLAN = '/app/setting/billing-plan/change-plan'

/** /app/setting/billing — the plan, what it costs next, how it is paid and what was paid (foundation spec §2). */
export function BillingPage() {
  const t = useT()
  const flags = useShellFlags()
  const reading = useCall(billingCalls.getSubscription, {}, { quiet: true })
  const plan = useCall(billingCalls.getCurrentPlan, {}, { quiet: true, keep: true })
  const billing = reading.data
  // §2, §9: marketplace users are billed elsewhere, and their plan hides the way to another one.
  const isOwn = !flags.is_user_mkt && !flags.billing_hidden && isChangePlanShown(plan.data?.key ?? '')
  return (
    <SettingsFrame
      title={t('shell.billing_plan')}
      description={t('billing.text')}
      actions={
        isOwn ? (
          <Button component={AppLink} href={CHANGE_PLAN} variant={plan.data?.is_free ? 'filled' : 'default'}>
            {t('billing.change_plan')}
          </Button>
        ) : null
      }
    >
      {reading.isPending ? (
        <Card>
          <Skeleton height={200} />
        </Card>
      ) : null}
      {reading.isError && !billing ? (
        <Card>
          <ReadFailed reading={reading} title="settings.failed" />
        </Card>
      ) : null}
      {billing && plan.data ? (
        <>
          <BillingNotices billing={billing} />
          <div className={classes.top}>
            <PlanCard plan={plan.data} billing={billing} isOwn={isOwn} />
            <MethodCard billing={billing} />
          </div>
          {isOwn ? <ExtrasCard billing={billing} /> : null}
          <PaymentLogs />
        </>
      ) : null}
    </SettingsFrame>
  )
}
