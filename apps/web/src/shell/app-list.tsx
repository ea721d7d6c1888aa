import { Menu } from '@mantine/core'
import { type AppEntry, appSwitcherEntries } from '@omni/domain/shell/menu-rules.ts'
import { Logo } from '@omni/ui/logo.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconCheck, IconPuzzle, IconReportSearch } from '@tabler/icons-react'
import { RESEARCHER_URL } from '../platform/addresses.ts'
import { AppLink } from '../platform/app-link.tsx'
import { type TextKey, useT } from '../platform/i18n.ts'
import type { BehindProps } from './on-demand.tsx'

const NAMES: Record<AppEntry, TextKey> = {
  omni: 'shell.app_omni',
  researcher: 'shell.app_researcher',
  extension: 'shell.app_extension',
}
const ADDRESSES: Record<AppEntry, string> = { omni: '/app', researcher: RESEARCHER_URL, extension: '/app' }

function AppIcon({ app }: { app: AppEntry }) {
  if (app === 'omni') return <Logo size={20} />
  const Icon = app === 'researcher' ? IconReportSearch : IconPuzzle
  return <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
}

export function AppList({ target, opened, setOpened }: BehindProps) {
  const t = useT()
  const apps = appSwitcherEntries({ researcher: RESEARCHER_URL !== '' })
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {apps.map((app) => (
          <Menu.Item
            key={app}
            component={AppLink}
            href={ADDRESSES[app]}
            leftSection={<AppIcon app={app} />}
            rightSection={
              app === 'omni' ? <IconCheck size={16} stroke={ICON_STROKE} aria-label={t('shell.current')} /> : null
            }
          >
            {t(NAMES[app])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
