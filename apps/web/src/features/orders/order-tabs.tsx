import { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useCall } from '../../platform/query.ts'
import { useCurrentInSight } from '../../platform/use-current-in-sight.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import type { OrderTab } from './order-filters.ts'
import { TABS } from './order-texts.ts'
import classes from './orders.module.css'

/** Orders spec §2: three top tabs. The one of parcels says how many need the seller. */
export function OrderTabs({ tab }: { tab: OrderTab }) {
  const { t, format } = useCardShow()
  const attention = useCall(trackingCalls.countParcels, {}, { quiet: true, keep: true }).data?.attention ?? 0
  const bar = useCurrentInSight(tab)
  return (
    <nav className={classes.tabs} ref={bar} aria-label={t('orders.tabs')}>
      {(Object.keys(TABS) as OrderTab[]).map((one) => (
        <AppLink
          key={one}
          href={TABS[one].href}
          className={classes.tab}
          data-place={one}
          aria-current={one === tab ? 'page' : undefined}
        >
          {t(TABS[one].text)}
          {one === 'shipment' && attention > 0 ? (
            <span className={classes.badge} title={t('parcels.need_you', { n: format.number(attention) })}>
              {format.number(attention)}
            </span>
          ) : null}
        </AppLink>
      ))}
    </nav>
  )
}
