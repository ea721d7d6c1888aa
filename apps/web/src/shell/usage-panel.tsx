import { Popover, Skeleton } from '@mantine/core'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { UsageBar } from '@omni/ui/usage-bar.tsx'
import { useT } from '../platform/i18n.ts'
import { useCall } from '../platform/query.ts'
import type { BehindProps } from './on-demand.tsx'
import classes from './top-bar.module.css'
import { useUsageRows } from './usage-rows.ts'

export function UsagePanel({ target, opened, setOpened }: BehindProps) {
  const t = useT()
  const plan = useCall(billingCalls.getCurrentPlan, {}, { keep: true, quiet: true })
  const rows = useUsageRows()
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={classes.popover ?? ''}>
        <div className={classes.popoverHead}>
          <h2 className={classes.popoverTitle}>{t('usage.title')}</h2>
          <span className={classes.whoMail}>{plan.data?.name}</span>
        </div>
        <div className={classes.popoverBody}>
          {rows?.map(({ feature, note, ...row }) => (
            <div key={feature}>
              <UsageBar {...row} />
              {note.soon ? <p className={classes.usageNote}>{note.text}</p> : null}
            </div>
          )) ?? (plan.isError ? <p>{t('usage.unavailable')}</p> : <Skeleton height={120} />)}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
