import { Popover } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { useEffect } from 'react'
import { useAct } from '../platform/act.ts'
import { useCall } from '../platform/query.ts'
import type { BehindProps } from './on-demand.tsx'
import { RecentNotifications } from './recent-notifications.tsx'
import classes from './top-bar.module.css'

/** The latest notifications. Opening it is the first look (foundation spec §2). */
export function BellPanel({ target, opened, setOpened }: BehindProps) {
  const firstTime = useCall(authCalls.getFirstTimeInApp, {}, { quiet: true })
  const { run } = useAct(authCalls.setFirstTimeInApp, { refresh: [authCalls.getFirstTimeInApp], quiet: true })
  const isFirstLook = opened && firstTime.data?.first_time === true
  useEffect(() => {
    if (isFirstLook) void run({})
  }, [isFirstLook, run])
  return (
    <Popover position="bottom-end" opened={opened} onChange={setOpened} width={380}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={classes.popover ?? ''}>
        <RecentNotifications onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
