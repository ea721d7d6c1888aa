import { Button } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import classes from './placement.module.css'

/** The progress of what is being placed, above the list, and the way to stop it. Nothing under way: nothing shown. */
export function PlacingStrip() {
  const { t, format } = useCardShow()
  const { data } = useCall(placementCalls.listPlacing, {}, { quiet: true, keep: true })
  const stop = useAct(placementCalls.stopOrders, {
    refresh: [placementCalls.listPlacing, orderCalls.listOrders, orderCalls.countOrderStatus],
  })
  if (!data) return null
  const count = (status: string) => data.items.filter((item) => item.status === status).length
  const words = [
    data.processing > 0 ? t('placement.strip_processing', { n: format.number(data.processing) }) : null,
    count('success') > 0 ? t('placement.strip_success', { n: format.number(count('success')) }) : null,
    count('error') > 0 ? t('placement.strip_error', { n: format.number(count('error')) }) : null,
  ].filter(Boolean)
  if (words.length === 0) return null
  return (
    <div className={classes.strip}>
      <span aria-live="polite">{words.join(' · ')}</span>
      {data.processing > 0 ? (
        <Button size="xs" variant="default" loading={stop.pending} onClick={() => void stop.run({})}>
          {t('placement.stop_all')}
        </Button>
      ) : null}
    </div>
  )
}
