import { LANGUAGES } from '@omni/domain/languages.ts'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { UsageBar } from '@omni/ui/usage-bar.tsx'
import { NativeSelect } from '@mantine/core'
import { changeLanguage, switchWorkplace, useAccount, useCurrentWorkplace, useShellFlags } from '../platform/account.ts'
import { useLanguage, useT } from '../platform/i18n.ts'
import { extraItems } from './menu-entries.ts'
import classes from './more-sheet.module.css'
import { NavItem } from './nav-item.tsx'
import { useUsageRows } from './usage-rows.ts'

/** What the phone's bottom bar has no room for: workplace, settings, help, language and usage. */
export function MoreSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  const language = useLanguage()
  const { workplaces } = useAccount()
  const current = useCurrentWorkplace()
  const rows = useUsageRows()
  const flags = useShellFlags()
  const pickLanguage = (code: string) => {
    const chosen = LANGUAGES.find((option) => option.code === code)
    if (chosen) void changeLanguage(chosen.code)
  }
  return (
    <SidePanel opened={opened} onClose={onClose} title={t('shell.more')} from="bottom">
      <div className={classes.stack}>
        <NativeSelect
          label={t('shell.workplace')}
          value={current?.id ?? ''}
          data={workplaces.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => {
            onClose()
            void switchWorkplace(event.currentTarget.value)
          }}
        />
        <NativeSelect
          label={t('shell.language')}
          value={language}
          data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(event) => pickLanguage(event.currentTarget.value)}
        />
        <ul className={classes.list}>
          {extraItems(flags).map((item) => (
            <NavItem key={item.entry} item={item} selected={false} onOpen={onClose} />
          ))}
        </ul>
        <section className={classes.usage} aria-label={t('usage.title')}>
          <h3>{t('usage.title')}</h3>
          {rows?.map((row) => (
            <UsageBar
              key={row.feature}
              label={row.label}
              value={row.value}
              percent={row.percent}
              critical={row.critical}
            />
          ))}
        </section>
      </div>
    </SidePanel>
  )
}
