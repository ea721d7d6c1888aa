import { Skeleton } from '@mantine/core'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { useT } from '../../platform/i18n.ts'
import { PlanCard } from './plan-card.tsx'
import type { Cycle, Offer } from './plan-offers.ts'
import classes from './plan-card.module.css'

interface PlanGridProps {
  plans: readonly Offer[] | undefined
  cycle: Cycle
  current?: { id: string; key: string } | undefined
  failed: boolean
  retrying: boolean
  onRetry: () => void
  /** How many cards to hold the place of. */
  expected: number
}

export function PlanGrid({ plans, cycle, current, failed, retrying, onRetry, expected }: PlanGridProps) {
  const t = useT()
  if (!plans && failed)
    return (
      <ErrorState
        title={t('pricing.failed_title')}
        text={t('pricing.failed_text')}
        onRetry={onRetry}
        retrying={retrying}
      />
    )
  if (plans)
    return (
      <div className={classes.grid}>
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} cycle={cycle} current={current} />
        ))}
      </div>
    )
  return (
    <div className={classes.grid} aria-busy="true">
      {Array.from({ length: expected }, (_, index) => (
        <div key={index} className={classes.skeleton}>
          <Skeleton height={20} width={90} />
          <Skeleton height={34} width={120} />
          <Skeleton height={18} />
          <Skeleton height={34} />
          <Skeleton height={16} />
          <Skeleton height={16} width="80%" />
          <Skeleton height={16} width="90%" />
        </div>
      ))}
    </div>
  )
}
