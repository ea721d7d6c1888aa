import { authCalls } from '@omni/contracts/auth.calls.ts'
import { bellBadge } from '@omni/domain/notifications/badge.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconBell } from '@tabler/icons-react'
import { useT } from '../platform/i18n.ts'
import { useCall } from '../platform/query.ts'
import { useLatestNotifications } from './latest-notifications.ts'
import { OnDemand } from './on-demand.tsx'
import classes from './top-bar.module.css'

const loadPanel = async () => (await import('./bell-panel.tsx')).BellPanel

/** Foundation spec §2: 99+ above 99; 1 when nothing is unread and the first look has not been taken. */
export function Bell() {
  const t = useT()
  const latest = useLatestNotifications()
  const total = latest.data?.unread.total ?? 0
  // Only where nothing is unread does it matter whether somebody looked before.
  const firstTime = useCall(authCalls.getFirstTimeInApp, {}, { quiet: true, enabled: latest.data?.unread.total === 0 })
  const badge = latest.data ? bellBadge(total, firstTime.data?.first_time !== true) : ''
  return (
    <OnDemand kind="dialog" load={loadPanel}>
      <button type="button" className={classes.icon} aria-label={t('notifications.bell', { count: total })}>
        <IconBell size={19} stroke={ICON_STROKE} aria-hidden="true" />
        {badge ? <span className={classes.counter} aria-hidden="true" data-count={badge} /> : null}
      </button>
    </OnDemand>
  )
}
