import { Button, Skeleton } from '@mantine/core'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { activeStep, QUICK_START_STEPS } from '@omni/domain/onboarding/quick-start.ts'
import { Card } from '@omni/ui/card.tsx'
import { Page } from '@omni/ui/page.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { IconCheck } from '@tabler/icons-react'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { hasPath } from '../../platform/navigation.ts'
import { useCall } from '../../platform/query.ts'
import { toStepMap } from '../../platform/mark-step.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { STEPS } from '../../shell/quick-start-steps.ts'
import classes from './onboarding.module.css'

/** /app/guide-line — quick start, each step explained; a button only where its page exists (foundation spec §2, §4). */
export function GuideLinePage() {
  const t = useT()
  const format = useFormat()
  const guide = useCall(settingsCalls.getQuickStartGuide, {}, { quiet: true })
  const steps = guide.data ? toStepMap(guide.data.steps) : undefined
  const active = steps && activeStep(steps)
  const done = steps ? QUICK_START_STEPS.filter((step) => steps[step]).length : 0
  return (
    <Page
      title={t('quick_start.title')}
      description={steps ? t('quick_start.done_of', { done, total: QUICK_START_STEPS.length }) : undefined}
      width="narrow"
    >
      {guide.isError ? (
        <Card>
          <ReadFailed reading={guide} title="quick_start.failed" />
        </Card>
      ) : null}
      {guide.isPending ? (
        <Card>
          <Skeleton height={420} />
        </Card>
      ) : null}
      {steps ? (
        <Card flush>
          <ol className={classes.steps}>
            {QUICK_START_STEPS.map((step, index) => {
              const { short, about, button, hrefs } = STEPS[step]
              const href = hrefs.find(hasPath)
              return (
                <li key={step} className={classes.step} aria-current={step === active ? 'step' : undefined}>
                  <span className={classes.number} data-done={steps[step] || undefined}>
                    {steps[step] ? <IconCheck size={16} stroke={2.4} aria-hidden="true" /> : format.number(index + 1)}
                  </span>
                  <div className={classes.words}>
                    <h2 className={classes.stepTitle}>{t(short)}</h2>
                    <p className={classes.about}>{t(about)}</p>
                    <StepState done={steps[step] === true} next={step === active} />
                  </div>
                  {href && !steps[step] ? (
                    <Button component={AppLink} href={href} variant={step === active ? 'filled' : 'default'}>
                      {t(button)}
                    </Button>
                  ) : null}
                </li>
              )
            })}
          </ol>
        </Card>
      ) : null}
    </Page>
  )
}

function StepState({ done, next }: { done: boolean; next: boolean }) {
  const t = useT()
  if (done) return <StatusDot tone="green">{t('quick_start.state_done')}</StatusDot>
  if (next) return <StatusDot tone="accent">{t('quick_start.state_next')}</StatusDot>
  return <StatusDot tone="grey">{t('quick_start.state_open')}</StatusDot>
}
