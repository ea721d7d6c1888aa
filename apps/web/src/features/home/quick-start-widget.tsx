import { Button, CloseButton, Skeleton } from '@mantine/core'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { activeStep, isWidgetShown, QUICK_START_STEPS } from '@omni/domain/onboarding/quick-start.ts'
import { Card } from '@omni/ui/card.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { UsageRing } from '@omni/ui/usage-bar.tsx'
import { useState } from 'react'
import { useAccount } from '../../platform/account.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { hasPath } from '../../platform/navigation.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { store, stored } from '../../platform/storage.ts'
import { undoToast } from '../../platform/toasts.tsx'
import { toStepMap } from '../../platform/mark-step.ts'
import { STEPS } from '../../shell/quick-start-steps.ts'
import classes from './home.module.css'

const dismissKey = (userId: string) => `omni.quick-start.dismissed.${userId}`

/** Foundation spec §2, §4: hidden when all steps are done or it was dismissed; the flag is kept per user. */
export function QuickStartWidget() {
  const t = useT()
  const { id } = useAccount()
  const [dismissed, setDismissed] = useState(() => stored(dismissKey(id)) === '1')
  const guide = useCall(settingsCalls.getQuickStartGuide, {}, { quiet: true })
  const update = useAct(settingsCalls.updateQuickStartGuide, {
    refresh: [settingsCalls.getQuickStartGuide],
    quiet: true,
    optimistic: ({ dismiss = false }) =>
      patchAnswers(settingsCalls.getQuickStartGuide, (before) => ({ ...before, dismiss })),
  })
  const setDismiss = (dismiss: boolean) => {
    setDismissed(dismiss)
    store(dismissKey(id), dismiss ? '1' : null)
    void update.run({ dismiss })
  }
  if (dismissed) return null
  if (guide.isPending)
    return (
      <Card>
        <Skeleton height={102} />
      </Card>
    )
  if (guide.isError)
    return (
      <Card>
        <ErrorState title={t('quick_start.failed')} onRetry={() => void guide.refetch()} retrying={guide.isFetching} />
      </Card>
    )
  const steps = toStepMap(guide.data.steps)
  if (!isWidgetShown({ steps, dismiss: guide.data.dismiss })) return null
  const active = activeStep(steps)
  const done = QUICK_START_STEPS.filter((step) => steps[step]).length
  const href = STEPS[active].hrefs.find(hasPath)
  const dismiss = () => {
    setDismiss(true)
    undoToast(t('quick_start.dismissed'), () => setDismiss(false))
  }
  return (
    <Card>
      <div className={classes.head}>
        <UsageRing percent={(done / QUICK_START_STEPS.length) * 100} critical={false} size={24} />
        <h2 className={classes.headTitle}>{t('quick_start.widget_title')}</h2>
        <span className={classes.headNote}>{t('quick_start.done_of', { done, total: QUICK_START_STEPS.length })}</span>
        <CloseButton size={28} aria-label={t('quick_start.dismiss')} onClick={dismiss} />
      </div>
      <ol className={classes.steps}>
        {QUICK_START_STEPS.map((step) => (
          <li
            key={step}
            className={classes.step}
            data-state={steps[step] ? 'done' : step === active ? 'active' : 'open'}
            aria-current={step === active ? 'step' : undefined}
          >
            {t(STEPS[step].short)}
          </li>
        ))}
      </ol>
      <div className={classes.next}>
        <p className={classes.nextText}>{t(STEPS[active].next)}</p>
        {href ? (
          <Button component={AppLink} href={href}>
            {t(STEPS[active].button)}
          </Button>
        ) : (
          <Button component={AppLink} href="/app/guide-line" variant="default">
            {t('quick_start.see_guide')}
          </Button>
        )}
      </div>
    </Card>
  )
}
