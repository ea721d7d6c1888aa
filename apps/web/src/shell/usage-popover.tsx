import { UsageRing } from '@omni/ui/usage-bar.tsx'
import { useT } from '../platform/i18n.ts'
import { OnDemand } from './on-demand.tsx'
import classes from './top-bar.module.css'
import { fullest, useUsageRows } from './usage-rows.ts'

const loadPanel = async () => (await import('./usage-panel.tsx')).UsagePanel

/** Foundation spec §2 and §9: Your Usage. Capped at 100, critical at 100. */
export function UsagePopover() {
  const t = useT()
  const top = fullest(useUsageRows())
  return (
    <OnDemand kind="dialog" load={loadPanel}>
      <button type="button" className={classes.entry} aria-label={t('usage.title')}>
        <UsageRing percent={top?.percent ?? 0} critical={top?.critical ?? false} />
        <span className={classes.entryWord}>{t('usage.short')}</span>
      </button>
    </OnDemand>
  )
}
