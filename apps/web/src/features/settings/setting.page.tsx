import { Button, SegmentedControl, Skeleton, useMantineColorScheme } from '@mantine/core'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { timezoneLabel } from '@omni/domain/timezones.ts'
import { Card } from '@omni/ui/card.tsx'
import { useState } from 'react'
import { changeLanguage } from '../../platform/account.ts'
import { useLanguage, useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { CurrencyField, detectedTimezone, LanguageField, TimezoneField } from '../../shell/display-fields.tsx'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { SCHEMES } from '../../shell/color-schemes.ts'
import { WorkplaceList } from '../../shell/workplace-list.tsx'
import classes from './settings.module.css'

type Change = CallInput<typeof settingsCalls.updateWorkplaceSettings>['settings']

/** /app/setting — general: how things are shown, and the workplaces (foundation spec §2, §3 display settings). */
export function SettingPage() {
  const t = useT()
  return (
    <SettingsFrame title={t('settings.general')} description={t('settings.general_text')}>
      <DisplayCard />
      <LookCard />
      <Card title={t('workplaces.title')} description={t('workplaces.text')}>
        <WorkplaceList />
      </Card>
    </SettingsFrame>
  )
}

function DisplayCard() {
  const t = useT()
  const settings = useCall(settingsCalls.getSettings, {}, { quiet: true })
  const save = useAct(settingsCalls.updateWorkplaceSettings, {
    refresh: [settingsCalls.getSettings],
    optimistic: ({ settings: change }) =>
      patchAnswers(settingsCalls.getSettings, (before) => ({ settings: { ...before.settings, ...defined(change) } })),
  })
  const current = settings.data?.settings
  const [now] = useState(() => new Date())
  const detected = detectedTimezone()
  const set = (change: Change) => void save.run({ settings: change })
  return (
    <Card title={t('settings.display')} description={t('settings.display_text')}>
      {settings.isPending ? <Skeleton height={150} /> : null}
      {settings.isError ? <ReadFailed reading={settings} title="settings.failed" /> : null}
      {current ? (
        <div className={classes.fields}>
          <CurrencyField value={current.display_currency} onChange={(display_currency) => set({ display_currency })} />
          <div>
            <TimezoneField value={current.timezone} onChange={(timezone) => set({ timezone })} />
            {current.timezone === detected ? null : (
              <Button variant="subtle" size="xs" mt={6} onClick={() => set({ timezone: detected })}>
                {t('settings.use_detected', { zone: timezoneLabel(detected, now) })}
              </Button>
            )}
          </div>
        </div>
      ) : null}
    </Card>
  )
}

/** A key left out must not erase what is shown. */
const defined = (change: Change) => ({
  ...(change.display_currency === undefined ? {} : { display_currency: change.display_currency }),
  ...(change.timezone === undefined ? {} : { timezone: change.timezone }),
})

function LookCard() {
  const t = useT()
  const language = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string) => {
    const chosen = SCHEMES.find((scheme) => scheme.value === value)
    if (chosen) setColorScheme(chosen.value)
  }
  return (
    <Card title={t('settings.look')} description={t('settings.look_text')}>
      <div className={classes.fields}>
        <LanguageField value={language} onChange={(code) => void changeLanguage(code)} />
        <div>
          <span className={classes.label} id="theme-label">
            {t('theme.title')}
          </span>
          <SegmentedControl
            aria-labelledby="theme-label"
            fullWidth
            value={colorScheme}
            data={SCHEMES.map(({ value, text }) => ({ value, label: t(text) }))}
            onChange={choose}
          />
        </div>
      </div>
    </Card>
  )
}
