import { Popover, Skeleton } from '@mantine/core'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { UsageBar, UsageRing } from '@omni/ui/usage-bar.tsx'
import { useT } from '../platform/i18n.ts'
import { useCall } from '../platform/query.ts'
import classes from './top-bar.module.css'
import { fullest, useUsageRows } from './usage-rows.ts'

/** Foundation spec §2 and §9: Your Usage. Capped at 100, critical at 100. */
export function UsagePopover() {
  const t = useT()
  const plan = useCall(billingCalls.getCurrentPlan, {}, { keep: true, quiet: true })
  const rows = useUsageRows()
  const top = fullest(rows)
  return (
    <Popover position="bottom-end" width={340}>
      <Popover.Target>
        <button type="button" className={classes.entry} aria-label={t('usage.title')}>
          <UsageRing percent={top?.percent ?? 0} critical={top?.critical ?? false} />
          <span className={classes.entryWord}>{t('usage.short')}</span>
        </button>
      </Popover.Target>
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
