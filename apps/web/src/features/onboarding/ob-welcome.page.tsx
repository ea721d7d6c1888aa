import { Button, Skeleton } from '@mantine/core'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { QUICK_START_STEPS } from '@omni/domain/onboarding/quick-start.ts'
import { Card } from '@omni/ui/card.tsx'
import { Page } from '@omni/ui/page.tsx'
import { useState } from 'react'
import { changeLanguage, useAccount } from '../../platform/account.ts'
import { useFormat } from '../../platform/format.ts'
import { useLanguage, useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { CurrencyField, detectedTimezone, LanguageField, TimezoneField } from '../../shell/display-fields.tsx'
import { STEPS } from '../../shell/quick-start-steps.ts'
import classes from './onboarding.module.css'

/** /app/ob-welcome — language, currency and time zone, then the first steps (foundation spec §2). */
export function ObWelcomePage() {
  const t = useT()
  const format = useFormat()
  const { first_name, name } = useAccount()
  const settings = useCall(settingsCalls.getSettings, {}, { quiet: true })
  return (
    <Page title={t('welcome.hello', { name: first_name || name })} description={t('welcome.text')}>
      <div className={classes.welcome}>
        <Card title={t('welcome.choices')} description={t('welcome.choices_text')}>
          {settings.isPending ? <Skeleton height={260} /> : null}
          {settings.isError ? <ReadFailed reading={settings} title="settings.failed" /> : null}
          {settings.data ? <WelcomeForm currency={settings.data.settings.display_currency} /> : null}
        </Card>
        <Card title={t('welcome.first_steps')} description={t('welcome.first_steps_text')}>
          <ol className={classes.first}>
            {QUICK_START_STEPS.map((step, index) => (
              <li key={step} className={classes.firstStep}>
                <span className={classes.number}>{format.number(index + 1)}</span>
                <div className={classes.words}>
                  <h3 className={classes.stepTitle}>{t(STEPS[step].short)}</h3>
                  <p className={classes.about}>{t(STEPS[step].about)}</p>
                </div>
              </li>
            ))}
          </ol>
        </Card>
      </div>
    </Page>
  )
}

function WelcomeForm({ currency: saved }: { currency: string }) {
  const t = useT()
  const language = useLanguage()
  const [currency, setCurrency] = useState(saved)
  const [timezone, setTimezone] = useState(detectedTimezone)
  const save = useAct(settingsCalls.updateWorkplaceSettings, { refresh: [settingsCalls.getSettings] })
  const submit = async () => {
    const reply = await save.run({ settings: { display_currency: currency, timezone } })
    if (reply.success) go('/app')
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <LanguageField value={language} onChange={(code) => void changeLanguage(code)} />
      <CurrencyField value={currency} onChange={setCurrency} />
      <TimezoneField value={timezone} onChange={setTimezone} />
      <Button type="submit" loading={save.pending}>
        {t('welcome.start')}
      </Button>
    </form>
  )
}
