import { VisuallyHidden } from '@mantine/core'
import { Logo } from '@omni/ui/logo.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconSelector } from '@tabler/icons-react'
import { useCurrentStore, useCurrentWorkplace } from '../platform/account.ts'
import { useT } from '../platform/i18n.ts'
import { OnDemand } from './on-demand.tsx'
import classes from './sidebar.module.css'

const loadMenu = async () => (await import('./workplace-menu.tsx')).WorkplaceMenu

/** Foundation spec §2: choosing goes home and shows the other workplace without a reload. */
export function WorkplaceSelector() {
  const t = useT()
  const current = useCurrentWorkplace()
  const { stores, current: current_store } = useCurrentStore()
  const count = t('shell.stores', { count: current?.store_domains.length ?? 0 })
  return (
    <OnDemand kind="menu" load={loadMenu}>
      <button type="button" className={classes.selector}>
        <Logo />
        <span className={classes.names}>
          <VisuallyHidden>{t('shell.workplace')}</VisuallyHidden>
          <span className={classes.name}>{current?.name ?? 'Omni'}</span>
          <span className={classes.stores} dir="auto">
            {stores.length > 1 && current_store ? current_store.store_name || current_store.domain : count}
          </span>
        </span>
        <IconSelector size={16} stroke={ICON_STROKE} className={classes.chevron} aria-hidden="true" />
      </button>
    </OnDemand>
  )
}
