import { Menu, VisuallyHidden } from '@mantine/core'
import { Logo } from '@omni/ui/logo.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconCheck, IconPlus, IconSelector, IconSettings } from '@tabler/icons-react'
import { switchWorkplace, useAccount, useCurrentStore, useCurrentWorkplace } from '../platform/account.ts'
import { useT } from '../platform/i18n.ts'
import { mode } from '../platform/session.ts'
import { openPanel } from '../platform/panels.ts'
import classes from './sidebar.module.css'

const icon = { size: 16, stroke: ICON_STROKE }

/** Foundation spec §2: choosing goes home and shows the other workplace without a reload. */
export function WorkplaceSelector() {
  const t = useT()
  const { workplaces } = useAccount()
  const current = useCurrentWorkplace()
  const name = current?.name ?? 'Omni'
  const { stores, current: current_store, choose } = useCurrentStore()
  const count = t('shell.stores', { count: current?.store_domains.length ?? 0 })
  return (
    <Menu position="bottom-start" width={232} offset={4} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={classes.selector}>
          <Logo />
          <span className={classes.names}>
            <VisuallyHidden>{t('shell.workplace')}</VisuallyHidden>
            <span className={classes.name}>{name}</span>
            <span className={classes.stores} dir="auto">
              {stores.length > 1 && current_store ? current_store.store_name || current_store.domain : count}
            </span>
          </span>
          <IconSelector {...icon} className={classes.chevron} aria-hidden="true" />
        </button>
      </Menu.Target>
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
