import { Anchor, Skeleton } from '@mantine/core'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { UsageBar } from '@omni/ui/usage-bar.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { hasPath } from '../../platform/navigation.ts'
import { useCall } from '../../platform/query.ts'
import { useUsageRows } from '../../shell/usage-rows.ts'
import classes from './home.module.css'

const PLAN_PAGES = ['/app/setting/billing', '/public/pricing']

/** The plan and how much of it is used (foundation spec §9). */
export function UsageCard() {
  const t = useT()
  const plan = useCall(billingCalls.getCurrentPlan, {}, { keep: true, quiet: true })
  const rows = useUsageRows()
  const href = PLAN_PAGES.find(hasPath)
  return (
    <Card
      title={t('usage.title')}
      description={plan.data ? t('usage.on_plan', { plan: plan.data.name }) : undefined}
      actions={
        href ? (
          <Anchor component={AppLink} href={href} size="sm">
            {t('usage.see_plans')}
          </Anchor>
        ) : null
      }
    >
      {plan.isError ? (
        <ErrorState title={t('usage.unavailable')} onRetry={() => void plan.refetch()} retrying={plan.isFetching} />
      ) : null}
      {plan.isPending ? <Skeleton height={76} /> : null}
      <div className={classes.usage}>
        {rows?.map((row) => (
          <UsageBar
            key={row.feature}
            label={row.label}
            value={row.value}
            percent={row.percent}
            critical={row.critical}
          />
        ))}
      </div>
    </Card>
  )
}
