import { SegmentedControl, Skeleton } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { useState } from 'react'
import type { TextKey } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { isVendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { eventDetails, eventText, profitAtYes, ruleTexts } from './order-texts.ts'
import classes from './orders.module.css'

const VIEWS = { newest: 'orders.log_newest', oldest: 'orders.log_oldest', parcels: 'orders.log_parcels' } as const
type View = keyof typeof VIEWS
const VIEW_NAMES = Object.keys(VIEWS) as View[] // its own keys

/** Everything that happened to the order, each thing once. */
export function OrderTimeline({ order_id }: { order_id: string }) {
  const { t } = useCardShow()
  const [view, setView] = useState<View>('newest')
  const data = VIEW_NAMES.map((value) => ({ value, label: t(VIEWS[value] satisfies TextKey) }))
  return (
    <section aria-label={t('orders.timeline')}>
      <div className={classes.timelineHead}>
        <h3>{t('orders.timeline')}</h3>
        <SegmentedControl
          size="xs"
          aria-label={t('orders.timeline')}
          data={data}
          value={view}
          onChange={(value) => setView(VIEW_NAMES.find((one) => one === value) ?? 'newest')}
        />
      </div>
      {view === 'newest' ? <Newest order_id={order_id} /> : null}
      {view === 'oldest' ? <Oldest order_id={order_id} /> : null}
      {view === 'parcels' ? <OfParcels order_id={order_id} /> : null}
    </section>
  )
}

const Newest = ({ order_id }: { order_id: string }) => (
  <Events reading={useCall(orderCalls.getLogs, { id: order_id }, { quiet: true })} />
)
const Oldest = ({ order_id }: { order_id: string }) => (
  <Events reading={useCall(orderCalls.getOrderLog, { orderId: order_id }, { quiet: true })} />
)
const OfParcels = ({ order_id }: { order_id: string }) => (
  <Events reading={useCall(placementCalls.getShipmentLog, { orderId: order_id }, { quiet: true })} />
)

const sourceName = (source: string | number | undefined) =>
  typeof source === 'string' && isVendorName(source) ? ` ${VENDOR_NAMES[source]}` : null

function Events({ reading }: { reading: ReturnType<typeof useCall<typeof orderCalls.getLogs>> }) {
  const { t, money, format } = useCardShow()
  if (reading.isPending) return <Skeleton height={96} />
  if (reading.isError) return <ReadFailed reading={reading} title="orders.failed" />
  const { items } = reading.data
  if (items.length === 0) return <p className={classes.meta}>{t('orders.log_empty')}</p>
  return (
    <ol className={classes.timeline}>
      {items.map((event) => (
        <li key={event.event_id}>
          <span>
            {eventText(t, event.kind)}
            {sourceName(event.params['source'])}
            {typeof event.params['amount'] === 'number'
              ? ` ${money(event.params['amount'], String(event.params['currency'])).text}`
              : null}
            {profitAtYes(t, money, event.params)}
            {eventDetails(t, event).map((text) => (
              <span key={text} dir="auto">
                {` ${text}`}
              </span>
            ))}
          </span>
          <span className={classes.meta}>
            {[event.user_name, ...ruleTexts(t, event.params), format.date(event.happened_at)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ol>
  )
}
