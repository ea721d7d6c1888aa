import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { MOBILE_QUERY } from '@omni/ui/measures.ts'
import { Page } from '@omni/ui/page.tsx'
import { lazy, Suspense, useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { SyncStrip } from '../placement/sync-strip.tsx'
import { ParcelAttention } from '../tracking/parcel-attention.tsx'
import { ParcelList } from '../tracking/parcel-list.tsx'
import { FilterSwitch, OrderTabs } from './order-tabs.tsx'
import { parcelFiltersOn } from '../tracking/parcel-filters.ts'

const OrderPanel = lazy(() => import('./order-panel.tsx').then((module) => ({ default: module.OrderPanel })))
const ParcelPanel = lazy(() =>
  import('../tracking/parcel-panel.tsx').then((module) => ({ default: module.ParcelPanel })),
)

const idIn = (text: string | undefined) => (/^[\da-f-]{36}$/i.test(text ?? '') ? text : undefined)

/** /app/orders/shipment (orders spec §2): every parcel, and on top what needs the seller. */
export function ShipmentPage() {
  const t = useT()
  const [url, setUrl] = useUrlState()
  // Back closes a panel, and a reload keeps it open. One panel at a time.
  const [, goTo] = useUrlState('push')
  const [parcel, of, order] = [idIn(url['parcel']), idIn(url['of']), idIn(url['order'])]
  const openParcel = ({ parcel_id, order_id }: { parcel_id: string; order_id: string }) =>
    goTo({ parcel: parcel_id, of: order_id, order: undefined })
  const openOrder = (order_id: string) => goTo({ order: order_id, parcel: undefined, of: undefined })
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  const on = parcelFiltersOn(url)
  const [isFiltering, setFiltering] = useState(on > 0)
  const settings = (
    <Button variant="default" component={AppLink} href="/app/manage/tracking">
      {t('parcels.page_settings')}
    </Button>
  )
  return (
    <Page title={t('orders.title')} headless={mobile} actions={mobile ? null : settings}>
      <OrderTabs
        tab="shipment"
        end={mobile ? <FilterSwitch on={on} opened={isFiltering} onChange={setFiltering} /> : null}
      />
      {mobile && isFiltering ? settings : null}
      <ParcelAttention onOpenParcel={openParcel} onOpenOrder={openOrder} />
      <SyncStrip />
      <ParcelList {...{ url, setUrl }} onOpen={openParcel} onOpenOrder={openOrder} isBare={mobile && !isFiltering} />
      <Suspense fallback={null}>
        {parcel && of && !order ? (
          <ParcelPanel
            parcel_id={parcel}
            order_id={of}
            onClose={() => setUrl({ parcel: undefined, of: undefined })}
            onOpenOrder={openOrder}
          />
        ) : null}
        {order ? (
          <OrderPanel
            order_id={order}
            onClose={() => setUrl({ order: undefined })}
            onOpen={(order_id) => setUrl({ order: order_id })}
          />
        ) : null}
      </Suspense>
    </Page>
  )
}
