import { Popover } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { bellBadge } from '@omni/domain/notifications/badge.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../platform/i18n.ts'
import { useAct } from '../platform/act.ts'
import { useCall } from '../platform/query.ts'
import { LATEST } from './latest.ts'
import classes from './top-bar.module.css'

const RecentNotifications = lazy(() =>
  import('./recent-notifications.tsx').then((module) => ({ default: module.RecentNotifications })),
)

/** Foundation spec §2: 99+ above 99; 1 when nothing is unread and the first look has not been taken. */
export function Bell() {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const latest = useCall(notificationCalls.listNotification, LATEST, { keep: true, quiet: true })
  const firstTime = useCall(authCalls.getFirstTimeInApp, {}, { quiet: true })
  const seen = useAct(authCalls.setFirstTimeInApp, { refresh: [authCalls.getFirstTimeInApp], quiet: true })
  const total = latest.data?.unread.total ?? 0
  const badge = latest.data && firstTime.data ? bellBadge(total, !firstTime.data.first_time) : ''
  const toggle = (open: boolean) => {
    setOpened(open)
    if (open && firstTime.data?.first_time) void seen.run({})
  }
  return (
    <Popover position="bottom-end" opened={opened} onChange={toggle} width={380}>
      <Popover.Target>
        <button
          type="button"
          className={classes.icon}
          aria-label={t('notifications.bell', { count: total })}
          onClick={() => toggle(!opened)}
        >
          <IconBell size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {badge ? <span className={classes.counter} aria-hidden="true" data-count={badge} /> : null}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.popover ?? ''}>
        <Suspense fallback={null}>
          <RecentNotifications onDone={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
