import { ActionIcon, Indicator } from '@mantine/core'
import { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useCall } from '../../platform/query.ts'
import { useCurrentInSight } from '../../platform/use-current-in-sight.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import type { OrderTab } from './order-filters.ts'
import { TABS } from './order-texts.ts'
import classes from './orders.module.css'

/** Orders spec §2: three top tabs. The one of parcels says how many need the seller. */
export function OrderTabs({ tab, end = null }: { tab: OrderTab; end?: ReactNode }) {
  const { t, format } = useCardShow()
  const attention = useCall(trackingCalls.countParcels, {}, { quiet: true, keep: true }).data?.attention ?? 0
  const bar = useCurrentInSight(tab)
  const tabs = (
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
  return end === null ? (
    tabs
  ) : (
    <div className={classes.tabsRow}>
      {tabs}
      {end}
    </div>
  )
}

interface FilterSwitchProps {
  /** How many filters are on. */
  on: number
  opened: boolean
  onChange: (opened: boolean) => void
}

/** Shows and hides search and filters on a phone. */
export function FilterSwitch({ on, opened, onChange }: FilterSwitchProps) {
  const { t, format } = useCardShow()
  return (
    <Indicator label={format.number(on)} disabled={on === 0} size={16} offset={4}>
      <ActionIcon
        size={36}
        variant={opened ? 'default' : 'subtle'}
        aria-label={t('orders.filter_and_search')}
        aria-expanded={opened}
        onClick={() => onChange(!opened)}
      >
        <IconAdjustmentsHorizontal size={18} stroke={ICON_STROKE} aria-hidden="true" />
      </ActionIcon>
    </Indicator>
  )
}
