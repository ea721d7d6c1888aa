import { Button } from '@mantine/core'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import classes from './placement.module.css'

/** How many parcels are on their way, when suppliers were asked last, and the way to ask now. */
export function SyncStrip() {
  const { t, format } = useCardShow()
  const { data } = useCall(placementCalls.getSyncStatus, {}, { quiet: true, keep: true })
  const sync = useAct(placementCalls.syncStatus, { refresh: [placementCalls.getSyncStatus] })
  if (!data || data.open === 0) return null
  const ask = async () => {
    if ((await sync.run({})).success) toast('success', t('placement.sync_started'))
  }
  return (
    <div className={classes.strip}>
      <span>
        {[
          t('placement.sync_state', { n: format.number(data.open) }),
          data.oldest === null ? null : format.date(data.oldest),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <Button size="xs" variant="default" loading={sync.pending} onClick={() => void ask()}>
        {t('placement.sync_now')}
      </Button>
    </div>
  )
}
