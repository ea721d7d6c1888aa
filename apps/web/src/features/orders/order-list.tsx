import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Out } from '@omni/contracts/kernel.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { MOBILE_QUERY } from '@omni/ui/measures.ts'
import { Page } from '@omni/ui/page.tsx'
import { lazy, Suspense, useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { readAll, useList } from '../../platform/list.ts'
import { ListScreen, useRowSelection } from '../../platform/list-screen.tsx'
import { useToday } from '../../platform/period.ts'
import { useCall } from '../../platform/query.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { type CardShow, useCardShow } from '../../product-cards/card-show.ts'
import { OrderBulk } from './order-bulk.tsx'
import { orderCard, orderColumns } from './order-columns.tsx'
import {
  filtersOn,
  inputOf,
  type ListTab,
  narrowingOf,
  NO_FILTERS,
  type OrderRow,
  readOrderFilters,
  widened,
} from './order-filters.ts'
import { OrderGroups } from './order-groups.tsx'
import { FoundElsewhere } from './order-search.tsx'
import { FilterSwitch, OrderTabs } from './order-tabs.tsx'
import { OrderToolbar } from './order-toolbar.tsx'
import { useFirstVisit } from './use-first-visit.ts'
import classes from './orders.module.css'

const OrderPanel = lazy(() => import('./order-panel.tsx').then((module) => ({ default: module.OrderPanel })))
// What they say comes later than the orders anyway.
const OrderStrips = lazy(() => import('./order-strips.tsx').then((module) => ({ default: module.OrderStrips })))
const PlacePanel = lazy(() => import('../placement/place-panel.tsx').then((module) => ({ default: module.PlacePanel })))
const ImportOrders = lazy(() => import('./import-orders.tsx').then((module) => ({ default: module.ImportOrders })))

/** Every order, group by group (orders spec §2): three tabs, the parts of each group, filters in the address. */
export function OrderList({ tab }: { tab: ListTab }) {
  const show = useCardShow()
  const { t } = show
  const [url, setUrl] = useUrlState()
  // Back closes the order, and a reload keeps it open.
  const [, goTo] = useUrlState('push')
  const filters = readOrderFilters(tab, url)
  const { order_status, sub_status } = filters
  const whole = widened(filters)
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  // What is late must not change while somebody reads.
  const [now] = useState(() => Date.now())
  const today = useToday()
  const input = inputOf(filters, today)
  const narrowing = narrowingOf(filters, today)
  const list = useList(orderCalls.listOrders, input, { quiet: true })
  const rows = list.data?.rows
  const counts = useCall(orderCalls.countOrderStatus, narrowing, { quiet: true, keep: true }).data
  const sums = useCall(
    orderCalls.getSectionSummary,
    { type: order_status, sub_status, ...narrowing },
    { quiet: true, keep: true },
  ).data
  const guide = useCall(orderCalls.getOrderOnboarding, {}, { quiet: true }).data
  useFirstVisit(tab === 'placement' && sub_status === 'ready' && (rows?.length ?? 0) > 0)
  const { selection, chosen, clear } = useRowSelection(rows, keyOf)
  const open = /^[\da-f-]{36}$/i.test(url['order'] ?? '') ? url['order'] : undefined
  const openOrder = ({ order_id }: { order_id: string }) => goTo({ order: order_id })
  const [importing, setImporting] = useState(false)
  const [placing, setPlacing] = useState<readonly string[] | null>(null)
  const on = filtersOn(filters)
  // On a phone the orders come first: tools are one press away, and there while a filter is on.
  const [isFiltering, setFiltering] = useState(on > 0)
  const acts = { onOpen: openOrder, onPlace: setPlacing, now }
  const actions = (
    <>
      <Button variant="default" onClick={() => setImporting(true)}>
        {t('orders.import')}
      </Button>
      <Button component={AppLink} href="/app/orders/create">
        {t('orders.create')}
      </Button>
    </>
  )
  const strips = (
    <Suspense fallback={null}>
      <OrderStrips status={order_status} />
    </Suspense>
  )
  const summary = sums && sums.rows > 0 ? summaryText(sums, show) : undefined
  return (
    <Page title={t('orders.title')} headless={mobile} actions={mobile ? null : actions}>
      <OrderTabs
        tab={tab}
        end={mobile ? <FilterSwitch on={on} opened={isFiltering} onChange={setFiltering} /> : null}
      />
      {mobile && isFiltering ? <div className={classes.phoneActions}>{actions}</div> : null}
      <OrderGroups tab={tab} filters={filters} counts={counts} url={url} onChange={setUrl} />
      <FoundElsewhere filters={filters} onOpen={openOrder} />
      {mobile ? null : strips}
      <div className={classes.dense}>
        <ListScreen
          key={`${order_status} ${sub_status}`}
          name={t('orders.title')}
          storageKey={`order-list.${order_status}`}
          list={list}
          failed="orders.failed"
          allRows={() => readAll(orderCalls.listOrders, input)}
          rowKey={keyOf}
          columns={orderColumns(show, order_status, acts, rows)}
          card={orderCard(show, acts)}
          sort={filters.sort}
          onSort={({ key, direction }) => setUrl({ sort: key, dir: direction })}
          selection={selection}
          bulk={<OrderBulk show={show} rows={chosen} onDone={clear} onPlace={setPlacing} />}
          onOpen={openOrder}
          isMarked={({ reasons, source_orders }) =>
            reasons.length > 0 || source_orders.some(({ refund_info }) => refund_info?.is_overdue)
          }
          notice={mobile ? undefined : summary}
          toolbar={mobile && !isFiltering ? false : <OrderToolbar filters={filters} onChange={setUrl} />}
          nothingFound={
            on > 0 && {
              title: 'orders.none_found',
              text: 'orders.none_found_text',
              onClear: () => setUrl(NO_FILTERS),
              wider: whole ? (
                <Button component={AppLink} href={whole}>
                  {t('orders.search_all')}
                </Button>
              ) : null,
            }
          }
          nothingYet={<NoOrders hasStore={guide?.has_store !== false} />}
        />
      </div>
      {mobile && summary ? <p className={classes.meta}>{summary}</p> : null}
      {mobile ? strips : null}
      <Suspense fallback={null}>
        {placing === null ? null : <PlacePanel order_ids={placing} onClose={() => setPlacing(null)} onPlaced={clear} />}
        {importing ? <ImportOrders onClose={() => setImporting(false)} /> : null}
        {open ? (
          <OrderPanel
            order_id={open}
            onClose={() => setUrl({ order: undefined })}
            onOpen={(order_id) => goTo({ order: order_id })}
          />
        ) : null}
      </Suspense>
    </Page>
  )
}

function NoOrders({ hasStore }: { hasStore: boolean }) {
  const { t } = useCardShow()
  return (
    <EmptyState
      title={t('orders.empty')}
      text={t(hasStore ? 'orders.empty_text' : 'orders.empty_no_store')}
      action={
        hasStore ? null : (
          <Button component={AppLink} href="/app/channel">
            {t('attention.connect_store_do')}
          </Button>
        )
      }
    />
  )
}

/** Goods and shipping; where something is not known the sum is the least it can be, and says so. */
function summaryText(sums: Out<typeof orderCalls.getSectionSummary>, { t, money }: CardShow): string {
  const amount = money(sums.cost + sums.shipping).text
  const isFirm = sums.cost_unknown + sums.shipping_unknown === 0
  return t('orders.summary', {
    count: sums.rows,
    sold: sums.sold.map((one) => money(one.amount, one.currency).text).join(' + '),
    cost: isFirm ? amount : t('orders.at_least', { amount }),
  })
}

/** Lines of one order in different parts are rows of their own. */
const keyOf = ({ order_id, status, sub_status }: OrderRow) => `${order_id} ${status} ${sub_status}`
