import { Button } from '@mantine/core'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import classes from './placement.module.css'
import { ERRORS, UNKNOWN_ERROR } from '../../job-tracker/purchase-texts.ts'
import { ASKS_AGAIN, ERROR_REPAIRS } from './placement-texts.ts'

/** What went wrong, in a sentence, and what to do about it. */
export function PurchaseError({ error_key }: { error_key: string }) {
  const t = useT()
  const sync = useAct(placementCalls.syncStatus, { refresh: [placementCalls.getOrderPanel] })
  const repair = ERROR_REPAIRS[error_key]
  return (
    <div className={classes.report}>
      <p className={classes.note}>{t(ERRORS[error_key] ?? UNKNOWN_ERROR)}</p>
      {repair ? <AppLink href={repair.href}>{t(repair.text)}</AppLink> : null}
      {ASKS_AGAIN.includes(error_key) ? (
        <Button size="xs" variant="default" loading={sync.pending} onClick={() => void sync.run({})}>
          {t('placement.repair_sync')}
        </Button>
      ) : null}
    </div>
  )
}
