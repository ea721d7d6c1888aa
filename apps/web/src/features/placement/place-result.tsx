import type { Out } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import type { Translate } from '../../platform/i18n.ts'
import classes from './placement.module.css'
import { PLACE_REPAIRS, PROBLEMS } from './placement-texts.ts'

export type Placed = Out<typeof placementCalls.placeOrders>

interface PlaceResultProps {
  width: number
  placed: Placed
  onClose: () => void
  /** What was left out is planned once more. */
  onAgain: () => void
  t: Translate
}

/** What became of a click that did not place everything: each order that was left out, why, and what to do about it. */
export function PlaceResult({ width, placed, onClose, onAgain, t }: PlaceResultProps) {
  const { accepted, left_out } = placed
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={width}
      title={t('placement.result_title', { n: accepted, left: left_out.length })}
      description={t('placement.result_text')}
      primary={{ label: t('actions.close'), onClick: onClose }}
      secondary={{ label: t('orders.do_retry'), onClick: onAgain }}
    >
      <ul className={classes.orders} aria-live="polite">
        {left_out.map(({ order_id, number, problem }) => {
          const repair = PLACE_REPAIRS[problem]
          return (
            <li key={order_id} className={classes.order}>
              <AppLink href={`/app/orders?order=${order_id}`} onClick={onClose}>
                <bdi>{number}</bdi>
              </AppLink>
              <p className={classes.problem}>
                <StatusDot tone="amber">{t(PROBLEMS[problem])}</StatusDot>
                {repair ? <AppLink href={repair.href}>{t(repair.text)}</AppLink> : null}
              </p>
            </li>
          )
        })}
      </ul>
    </SidePanel>
  )
}
