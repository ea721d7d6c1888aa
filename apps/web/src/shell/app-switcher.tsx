import { appSwitcherEntries } from '@omni/domain/shell/menu-rules.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconGridDots } from '@tabler/icons-react'
import { RESEARCHER_URL } from '../platform/addresses.ts'
import { useT } from '../platform/i18n.ts'
import { OnDemand } from './on-demand.tsx'
import classes from './top-bar.module.css'

const loadList = async () => (await import('./app-list.tsx')).AppList

/** Foundation spec §2: this app and the product researcher. */
export function AppSwitcher() {
  const t = useT()
  if (appSwitcherEntries({ researcher: RESEARCHER_URL !== '' }).length < 2) return null
  return (
    <OnDemand kind="menu" load={loadList}>
      <button type="button" className={classes.icon} aria-label={t('shell.apps')}>
        <IconGridDots size={19} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
    </OnDemand>
  )
}
