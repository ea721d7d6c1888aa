import { Button } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { lazy, Suspense, useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { readAll, useList } from '../../platform/list.ts'
import { ListScreen, useRowSelection } from '../../platform/list-screen.tsx'
import { useCall } from '../../platform/query.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { ExtensionStrip } from '../extension/extension-strip.tsx'
import { FeedbackStrip } from '../feedback/feedback-strip.tsx'
import { WaitingStrip } from '../order-payments/waiting-strip.tsx'
import { SyncStrip } from '../placement/sync-strip.tsx'
import { PlacingStrip } from '../placement/placing-strip.tsx'
import { UnrecoveredStrip } from '../refunds/unrecovered-strip.tsx'
import { OrderBulk } from './order-bulk.tsx'
import { orderCard, orderColumns } from './order-columns.tsx'
import { fromDate, inputOf, isNarrowed, type ListTab, NO_FILTERS, readOrderFilters, widened } from './order-filters.ts'
import { OrderGroups } from './order-groups.tsx'
import { OrderTabs } from './order-tabs.tsx'
import { OrderToolbar } from './order-toolbar.tsx'
import { useFirstVisit } from './use-first-visit.ts'

const OrderPanel = lazy(() => import('./order-panel.tsx').then((module) => ({ default: module.OrderPanel })))
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
  // The period begins when the page is opened: it must not move while somebody reads.
  const [now] = useState(() => Date.now())
  const input = inputOf(filters, now)
  const list = useList(orderCalls.listOrders, input, { quiet: true })
  const rows = list.data?.rows
  const from_date = fromDate(filters.days, now)
  const sums = useCall(
    orderCalls.getSectionSummary,
    { type: order_status, sub_status, source: filters.source, ...(from_date && { from_date }) },
    { quiet: true, keep: true },
  ).data
  const guide = useCall(orderCalls.getOrderOnboarding, {}, { quiet: true }).data
  useFirstVisit(tab === 'placement' && sub_status === 'ready' && (rows?.length ?? 0) > 0)
  const { selection, chosen, clear } = useRowSelection(rows, keyOf)
  const orders = [...new Set(chosen.map(({ order_id }) => order_id))]
  const open = /^[\da-f-]{36}$/i.test(url['order'] ?? '') ? url['order'] : undefined
  const openOrder = ({ order_id }: { order_id: string }) => goTo({ order: order_id })
  const [importing, setImporting] = useState(false)
  const [placing, setPlacing] = useState<readonly string[] | null>(null)
  return (
    <Page
      title={t('orders.title')}
      actions={
        <>
          <Button variant="default" onClick={() => setImporting(true)}>
            {t('orders.import')}
          </Button>
          <Button component={AppLink} href="/app/orders/create">
            {t('orders.create')}
          </Button>
        </>
      }
    >
      <OrderTabs tab={tab} />
      <OrderGroups tab={tab} filters={filters} url={url} onChange={setUrl} />
      {order_status === 'placement' ? <PlacingStrip /> : null}
      {order_status === 'placement' || order_status === 'payment' ? <ExtensionStrip /> : null}
      {order_status === 'payment' ? <WaitingStrip /> : null}
      {tab === 'cancel_refund' ? <FeedbackStrip /> : null}
      {tab === 'cancel_refund' ? <UnrecoveredStrip /> : null}
      {order_status === 'payment' ? <SyncStrip /> : null}
      <ListScreen
        key={`${order_status} ${sub_status}`}
        name={t('orders.title')}
        storageKey={`order-list.${order_status}`}
        list={list}
        failed="orders.failed"
        allRows={() => readAll(orderCalls.listOrders, input)}
        rowKey={keyOf}
        columns={orderColumns(show, order_status, openOrder)}
        card={orderCard(show, order_status, openOrder)}
        selection={selection}
        bulk={<OrderBulk filters={filters} orders={orders} onDone={clear} onPlace={() => setPlacing(orders)} />}
        onOpen={openOrder}
        isMarked={({ reasons, source_orders }) =>
          reasons.length > 0 || source_orders.some(({ refund_info }) => refund_info?.is_overdue)
        }
        notice={
          sums && sums.orders > 0
            ? t('orders.summary', {
                count: sums.orders,
                sold: sums.sold.map(({ amount, currency }) => show.money(amount, currency).text).join(' + '),
                cost: show.money(sums.cost, 'USD').text,
              })
            : undefined
        }
        toolbar={<OrderToolbar filters={filters} onChange={setUrl} />}
        nothingFound={
          isNarrowed(filters) && {
            title: 'orders.none_found',
            text: 'orders.none_found_text',
            onClear: () => setUrl(NO_FILTERS),
            wider: whole ? <Button onClick={() => setUrl(whole)}>{t('orders.search_all')}</Button> : null,
          }
        }
        nothingYet={<NoOrders hasStore={guide?.has_store !== false} />}
      />
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

/** Lines of one order in different parts are rows of their own. */
const keyOf = ({ order_id, sub_status }: { order_id: string; sub_status: string }) => `${order_id} ${sub_status}`
