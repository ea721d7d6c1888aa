import { Button, Menu } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { SUB_STATUSES } from '@omni/domain/orders/groups.ts'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import { DataTable } from '@omni/ui/data-table.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { lazy, Suspense, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useList } from '../../platform/list.ts'
import { useCall } from '../../platform/query.ts'
import { toast, undoToast } from '../../platform/toasts.tsx'
import { useUrlState } from '../../platform/url-state.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { ExtensionStrip } from '../extension/extension-strip.tsx'
import { FeedbackStrip } from '../feedback/feedback-strip.tsx'
import { WaitingStrip } from '../order-payments/waiting-strip.tsx'
import { SyncStrip } from '../placement/sync-strip.tsx'
import { PlacingStrip } from '../placement/placing-strip.tsx'
import { UnrecoveredStrip } from '../refunds/unrecovered-strip.tsx'
import { SavedViews } from '../product-center/saved-views.tsx'
import { orderCard, orderColumns } from './order-columns.tsx'
import {
  allOrders,
  fromDate,
  GROUPS_OF_TAB,
  inputOf,
  isNarrowed,
  type ListTab,
  readOrderFilters,
  viewOf,
  widened,
} from './order-filters.ts'
import { GROUPS, MARKERS, SUBS } from './order-texts.ts'
import { OrderTabs } from './order-tabs.tsx'
import { OrderToolbar } from './order-toolbar.tsx'
import { useFirstVisit } from './use-first-visit.ts'
import classes from './orders.module.css'

const OrderPanel = lazy(() => import('./order-panel.tsx').then((module) => ({ default: module.OrderPanel })))
const PlacePanel = lazy(() => import('../placement/place-panel.tsx').then((module) => ({ default: module.PlacePanel })))
const ImportOrders = lazy(() => import('./import-orders.tsx').then((module) => ({ default: module.ImportOrders })))
const LISTS = [orderCalls.listOrders, orderCalls.countOrderStatus, orderCalls.getOrderDetail]

/** Every order, group by group (orders spec §2): three tabs, the parts of each group, filters in the address. */
export function OrderList({ tab }: { tab: ListTab }) {
  const show = useCardShow()
  const { t, format } = show
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
  const rows = list.data?.pages.flatMap(({ items }) => items)
  const counts = useCall(orderCalls.countOrderStatus, {}, { quiet: true, keep: true }).data?.groups
  const from_date = fromDate(filters.days, now)
  const sums = useCall(
    orderCalls.getSectionSummary,
    { type: order_status, sub_status, source: filters.source, ...(from_date && { from_date }) },
    { quiet: true, keep: true },
  ).data
  const guide = useCall(orderCalls.getOrderOnboarding, {}, { quiet: true }).data
  useFirstVisit(tab === 'placement' && sub_status === 'ready' && (rows?.length ?? 0) > 0)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const open = /^[\da-f-]{36}$/i.test(url['order'] ?? '') ? url['order'] : undefined
  const [importing, setImporting] = useState(false)
  const openOrder = ({ order_id }: { order_id: string }) => goTo({ order: order_id })
  const mark = useAct(orderCalls.markOrder, { refresh: LISTS })
  const archive = useAct(orderCalls.markArchive, { refresh: LISTS })
  const revert = useAct(orderCalls.revertOrder, { refresh: LISTS })
  const chosen = [...new Set((rows ?? []).filter((row) => selected.has(keyOf(row))).map(({ order_id }) => order_id))]
  const unselect = () => setSelected(new Set())
  const [placing, setPlacing] = useState<readonly string[] | null>(null)
  const putAway = async () => {
    const reply = await archive.run({ orders: chosen })
    if (!reply.data) return
    undoToast(t('orders.archived', { n: reply.data.changed }), () => void revert.run({ orders: chosen }))
    unselect()
  }
  const takeBack = async () => {
    const reply = await revert.run({ orders: chosen })
    if (!reply.data) return
    toast('success', t('orders.reverted', { n: reply.data.changed }))
    unselect()
  }
  const countOf = (group: keyof typeof GROUPS, sub: string) => {
    const count = counts?.[group]?.[sub]
    return count ? format.number(count) : undefined
  }
  const clear = () =>
    setUrl({
      keyword: undefined,
      channel: undefined,
      source: undefined,
      mark: undefined,
      reason: undefined,
      orders: undefined,
      overdue: undefined,
    })
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
      <div className={classes.groups}>
        <ChipRow label={t('orders.groups')}>
          {GROUPS_OF_TAB[tab].map((group) => (
            <Chip
              key={group}
              active={group === order_status}
              count={countOf(group, 'all')}
              onClick={() =>
                setUrl({
                  group: group === GROUPS_OF_TAB[tab][0] ? undefined : group,
                  sub: undefined,
                  overdue: undefined,
                })
              }
            >
              {t(GROUPS[group])}
            </Chip>
          ))}
        </ChipRow>
        <ChipRow label={t('orders.parts')}>
          {SUB_STATUSES[order_status].map((sub) => (
            <Chip
              key={sub}
              active={sub === sub_status}
              count={countOf(order_status, sub)}
              onClick={() =>
                setUrl({
                  sub: sub === SUB_STATUSES[order_status][0] ? undefined : sub,
                  reason: undefined,
                  // Not among the filters there.
                  ...(sub === 'needs_attention' && { source: undefined }),
                })
              }
            >
              {t(SUBS[sub])}
            </Chip>
          ))}
          {order_status === 'refund' ? (
            <Chip
              active={filters.overdue}
              count={countOf('refund', 'overdue')}
              onClick={() => setUrl({ overdue: filters.overdue ? undefined : '1', days: 'all' })}
            >
              {t('orders.overdue')}
            </Chip>
          ) : null}
        </ChipRow>
        {tab === 'placement' ? (
          <SavedViews screen="orders" query={viewOf(url)} onChange={(view) => setUrl(viewOf(view))} />
        ) : null}
      </div>
      {order_status === 'placement' ? <PlacingStrip /> : null}
      {order_status === 'placement' || order_status === 'payment' ? <ExtensionStrip /> : null}
      {order_status === 'payment' ? <WaitingStrip /> : null}
      {tab === 'cancel_refund' ? <FeedbackStrip /> : null}
      {tab === 'cancel_refund' ? <UnrecoveredStrip /> : null}
      {order_status === 'payment' ? <SyncStrip /> : null}
      <DataTable
        key={`${order_status} ${sub_status}`}
        name={t('orders.title')}
        storageKey={`order-list.${order_status}`}
        rows={rows}
        allRows={() => allOrders(input)}
        rowKey={keyOf}
        columns={orderColumns(show, order_status, openOrder)}
        card={orderCard(show, order_status, openOrder)}
        selected={selected}
        onSelected={setSelected}
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
        bulk={
          <>
            {order_status === 'placement' && sub_status !== 'archived' && sub_status !== 'processing' ? (
              <Button size="xs" onClick={() => setPlacing(chosen)}>
                {t('placement.place_chosen')}
              </Button>
            ) : null}
            <Menu position="top-start">
              <Menu.Target>
                <Button size="xs" variant="default">
                  {t('orders.mark')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {MARKERS.map(({ text }, marker) => (
                  <Menu.Item key={text} onClick={() => void mark.run({ orders: chosen, marker }).then(unselect)}>
                    {t(text)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
            {sub_status === 'archived' ? (
              <Button size="xs" loading={revert.pending} onClick={() => void takeBack()}>
                {t('orders.revert')}
              </Button>
            ) : (
              <Button size="xs" variant="default" loading={archive.pending} onClick={() => void putAway()}>
                {t('orders.archive')}
              </Button>
            )}
          </>
        }
        toolbar={<OrderToolbar filters={filters} onChange={setUrl} />}
        empty={
          isNarrowed(filters) ? (
            <EmptyState
              title={t('orders.none_found')}
              text={t('orders.none_found_text')}
              action={
                <div className={classes.emptyActions}>
                  {whole ? <Button onClick={() => setUrl(whole)}>{t('orders.search_all')}</Button> : null}
                  <Button variant="default" onClick={clear}>
                    {t('filters.clear_all')}
                  </Button>
                </div>
              }
            />
          ) : (
            <EmptyState
              title={t('orders.empty')}
              text={t(guide?.has_store === false ? 'orders.empty_no_store' : 'orders.empty_text')}
              action={
                guide?.has_store === false ? (
                  <Button component={AppLink} href="/app/channel">
                    {t('attention.connect_store_do')}
                  </Button>
                ) : null
              }
            />
          )
        }
        error={
          list.isError && !rows ? (
            <ErrorState
              title={t('orders.failed')}
              text={list.error.message}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          ) : undefined
        }
        onEnd={list.hasNextPage && !list.isFetchNextPageError ? () => void list.fetchNextPage() : undefined}
        footer={
          list.hasNextPage ? (
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('table.more')}
            </Button>
          ) : null
        }
      />
      <Suspense fallback={null}>
        {placing === null ? null : (
          <PlacePanel order_ids={placing} onClose={() => setPlacing(null)} onPlaced={unselect} />
        )}
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

/** Lines of one order in different parts are rows of their own. */
const keyOf = ({ order_id, sub_status }: { order_id: string; sub_status: string }) => `${order_id} ${sub_status}`
