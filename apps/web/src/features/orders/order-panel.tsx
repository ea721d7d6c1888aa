import { Button, Textarea } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { type LineReason, STOP_REASONS } from '@omni/domain/orders/groups.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { openUpgrade } from '../../platform/panels.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { isVendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { AnswerFirst, RequestsPart } from '../fulfilment-requests/requests-part.tsx'
import { FeedbackPart } from '../feedback/feedback-part.tsx'
import { LineActions } from '../placement/line-actions.tsx'
import { PlacePanel } from '../placement/place-panel.tsx'
import { CONNECT_ACCOUNT } from '../placement/placement-texts.ts'
import { Purchases } from '../placement/purchases.tsx'
import { CancelSale } from '../refunds/cancel-sale.tsx'
import { RefundBuyer } from '../refunds/refund-buyer.tsx'
import { RefundPart } from '../refunds/refund-part.tsx'
import { AddressPart } from './address-part.tsx'
import { OrderStrip } from './order-strip.tsx'
import { OrderSums } from './order-sums.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { PartsPart } from './parts-part.tsx'
import { ProfitPart } from './profit-part.tsx'
import { channelName, REASONS } from './order-texts.ts'
import classes from './orders.module.css'

type Detail = Out<typeof orderCalls.getOrderDetail>

const REFRESH = [orderCalls.listOrders, orderCalls.countOrderStatus, orderCalls.getOrderDetail, orderCalls.getLogs]

/** One order: what was sold, where it goes, what is wrong with it, and what happened. */
export function OrderPanel({
  order_id,
  onClose,
  onOpen,
}: {
  order_id: string
  onClose: () => void
  onOpen: (order_id: string) => void
}) {
  const { t } = useCardShow()
  const order = useCall(orderCalls.getOrderDetail, { order_id }, { quiet: true })
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={order.data?.number ?? t('orders.order')}
      description={
        order.data ? [channelName(t, order.data.channel), order.data.store_name].filter(Boolean).join(' · ') : undefined
      }
    >
      {order.data ? <Contents key={order.data.order_id} order={order.data} onOpen={onOpen} /> : null}
      {order.isPending ? <RowsSkeleton rows={6} /> : null}
      {order.isError ? <ReadFailed reading={order} title="orders.failed" /> : null}
    </SidePanel>
  )
}

/** The order as the record: what it is in one line, what can be done, what waits for an answer, and then all the rest. */
function Contents({ order, onOpen }: { order: Detail; onOpen: (order_id: string) => void }) {
  const { t } = useCardShow()
  const { order_id } = order
  return (
    <div className={classes.record}>
      <OrderStrip order={order} />
      <div className={classes.acts}>
        <PlacePart order={order} />
        {order.store_url === null ? null : (
          <Button component="a" size="xs" variant="default" href={order.store_url} target="_blank" rel="noreferrer">
            {t('orders.open_in_store')}
          </Button>
        )}
      </div>
      <div className={classes.columns}>
        <div className={classes.panel}>
          <RequestsPart order_id={order_id} />
          <ItemsPart order={order} />
          <PartsPart order={order} onOpen={onOpen} />
          <Purchases order_id={order_id} />
          <RefundBuyer order_id={order_id} channel={channelName(t, order.channel)} store_url={order.store_url} />
          <RefundPart order_id={order_id} />
          <FeedbackPart order_id={order_id} />
          <CancelSale order_id={order_id} />
          <OrderTimeline order_id={order_id} />
        </div>
        <div className={classes.panel}>
          <ProfitPart order_id={order_id} />
          <AddressPart order={order} />
          <NotePart order={order} />
        </div>
      </div>
    </div>
  )
}

function ItemsPart({ order }: { order: Detail }) {
  const { t, money } = useCardShow()
  return (
    <section aria-label={t('orders.items')}>
      <h3>{t('orders.items')}</h3>
      <ul className={classes.lines}>
        {order.lines.map((line) => (
          <li key={line.line_id} className={classes.items}>
            <LazyImage src={line.image} alt="" size={40} />
            <span className={classes.words}>
              <span dir="auto">{line.title}</span>
              <span className={classes.meta} dir="auto">
                {[line.variant_title, `${line.quantity} × ${money(line.unit_price, order.currency).text}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {line.sources.length > 0 ? (
                <span className={classes.meta}>
                  {t('orders.supplied_by', {
                    names: line.sources.map((one) => (isVendorName(one) ? VENDOR_NAMES[one] : one)).join(', '),
                  })}
                </span>
              ) : null}
              {line.reason ? <StatusDot tone="amber">{t(REASONS[line.reason])}</StatusDot> : null}
              <Repair line={line} order={order} />
            </span>
          </li>
        ))}
      </ul>
      <OrderSums order={order} />
    </section>
  )
}

/** Where something of it can be bought. What the store asks about is answered first. */
function PlacePart({ order }: { order: Detail }) {
  const { t } = useCardShow()
  const [isOpen, setOpen] = useState(false)
  const asked = new Set(order.lines.flatMap(({ line_id, reason }) => (reason === 'store_request' ? [line_id] : [])))
  const open = order.groups.filter(
    ({ status, sub_status }) => status === 'placement' && (sub_status === 'ready' || sub_status === 'needs_attention'),
  )
  const free = open.filter(
    ({ reasons }) => !reasons.some((reason) => reason === 'unclear' || reason === 'price_jumped'),
  )
  if (free.length === 0) return null
  const stops = STOP_REASONS.filter((stop) => free.some(({ reasons }) => reasons.includes(stop)))
  const lines = free.flatMap(({ line_ids }) => line_ids)
  return (
    <>
      {stops.map((stop) => (
        <StatusDot key={stop} tone="red">
          {t(REASONS[stop])}
        </StatusDot>
      ))}
      {lines.every((line_id) => asked.has(line_id)) ? (
        <AnswerFirst order_id={order.order_id} />
      ) : (
        <Button size="xs" onClick={() => setOpen(true)}>
          {t('placement.place_chosen')}
        </Button>
      )}
      <LineActions order_id={order.order_id} line_ids={lines} />
      {isOpen ? (
        <PlacePanel order_ids={[order.order_id]} onClose={() => setOpen(false)} onPlaced={() => undefined} />
      ) : null}
    </>
  )
}

/** They are put right where the product's suppliers are. */
const WITH_PRODUCT: readonly LineReason[] = ['not_mapped', 'change_supplier', 'out_of_stock', 'cannot_ship']

/** Where a line's trouble is put right. An address is repaired below, what is decided or bought by hand beside. */
function Repair({ line, order }: { line: Detail['lines'][number]; order: Detail }) {
  const { t } = useCardShow()
  if (line.reason === 'quota')
    return (
      <Button size="compact-sm" variant="default" onClick={() => openUpgrade('ORDER_FULFILLMENT')}>
        {t('quota.upgrade_now')}
      </Button>
    )
  if (line.reason === 'account_missing' || line.reason === 'account_over')
    return (
      <AppLink href={CONNECT_ACCOUNT.href} className={classes.repair}>
        {t(CONNECT_ACCOUNT.text)}
      </AppLink>
    )
  if (line.reason === null || !WITH_PRODUCT.includes(line.reason)) return null
  const found = new URLSearchParams({
    tab: 'unmapped',
    text: line.title,
    ...(order.store_id && { store_id: order.store_id }),
  })
  const href = line.product_id ? `/app/products-center/editor/${line.product_id}` : `/app/list?${found.toString()}`
  return (
    <AppLink href={href} className={classes.repair}>
      {t(line.product_id ? 'orders.change_supplier' : 'orders.map_product')}
    </AppLink>
  )
}

function NotePart({ order }: { order: Detail }) {
  const { t } = useCardShow()
  const save = useAct(orderCalls.noteOrder, { refresh: REFRESH })
  const [note, setNote] = useState(order.note)
  return (
    <section aria-label={t('orders.note')}>
      <Textarea
        label={t('orders.note')}
        description={order.store_note || undefined}
        autosize
        minRows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {note === order.note ? null : (
        <div className={classes.buttons}>
          <Button size="xs" loading={save.pending} onClick={() => void save.run({ order_id: order.order_id, note })}>
            {t('orders.save_note')}
          </Button>
        </div>
      )}
    </section>
  )
}
