import { Menu } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconCheck, IconPlus, IconSettings } from '@tabler/icons-react'
import { switchWorkplace, useAccount, useCurrentStore, useCurrentWorkplace } from '../platform/account.ts'
import { useT } from '../platform/i18n.ts'
import { openPanel } from '../platform/panels.ts'
import { mode } from '../platform/session.ts'
import type { BehindProps } from './on-demand.tsx'

const icon = { size: 16, stroke: ICON_STROKE }

export function WorkplaceMenu({ target, opened, setOpened }: BehindProps) {
  const t = useT()
  const { workplaces } = useAccount()
  const current = useCurrentWorkplace()
  const { stores, current: current_store, choose } = useCurrentStore()
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" width={232} offset={4} withinPortal={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell.workplaces')}</Menu.Label>
        {workplaces.map((workplace) => (
          <Menu.Item
            key={workplace.id}
            disabled={mode.embedded}
            onClick={() => void switchWorkplace(workplace.id)}
            rightSection={workplace.id === current?.id ? <IconCheck {...icon} aria-label={t('shell.current')} /> : null}
          >
            {workplace.name}
          </Menu.Item>
        ))}
        {stores.length > 0 ? <Menu.Label>{t('shell.store')}</Menu.Label> : null}
        {stores.map((store) => (
          <Menu.Item
            key={store.id}
            onClick={() => choose(store.id)}
            rightSection={
              store.id === current_store?.id ? <IconCheck {...icon} aria-label={t('shell.current')} /> : null
            }
          >
            <span dir="auto">{store.store_name || store.domain}</span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => openPanel('create_workplace')}>
          {t('workplaces.create')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSettings {...icon} />} onClick={() => openPanel('workplaces')}>
          {t('workplaces.manage')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
